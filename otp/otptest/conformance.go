// Package otptest is the conformance suite of the port otp.Sender: the same tests for every gateway's adapter, over HTTP
// against the sandbox, with its faults.
package otptest

import (
	"errors"
	"testing"
	"testing/synctest"

	"krapao/otp"
	"krapao/sandbox/sandboxtest"
)

const (
	local  = "0812345678"
	number = "+66812345678"
)

// Conformance runs the suite, each test in a bubble of testing/synctest. start returns a new sandbox and the adapter that
// calls it, inside the test's bubble: nothing in them may wait for a socket or a process.
func Conformance(t *testing.T, start func(t *testing.T) (otp.Sender, *sandboxtest.Sandbox)) {
	t.Helper()
	for name, test := range map[string]func(t *testing.T, sender otp.Sender, s *sandboxtest.Sandbox){
		"CodeArrivesAndIsRight":        codeArrives,
		"WrongCodeIsWrong":             wrongCode,
		"UnknownTokenIsRefused":        unknownToken,
		"NumberNobodyHasIsRefused":     badNumber,
		"FaultsOfSendingAreToldApart":  sendFaults,
		"FaultsOfCheckingAreToldApart": verifyFaults,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				sender, s := start(t)
				test(t, sender, s)
			})
		})
	}
}

// code sends a code and returns the gateway's token and the code on the phone.
func code(t *testing.T, sender otp.Sender, s *sandboxtest.Sandbox) (token, pin string) {
	t.Helper()
	sent, err := sender.Send(t.Context(), number)
	if err != nil {
		t.Fatal(err)
	}
	messages := s.SMS(local)
	if len(messages) == 0 || messages[0].Ref != sent.Ref || sent.Token == "" {
		t.Fatalf("sent %+v, the phone shows %+v", sent, messages)
	}
	return sent.Token, messages[0].Code
}

func codeArrives(t *testing.T, sender otp.Sender, s *sandboxtest.Sandbox) {
	token, pin := code(t, sender, s)
	if verdict, err := sender.Verify(t.Context(), token, pin); err != nil || verdict != otp.Right {
		t.Errorf("%q, %v", verdict, err)
	}
	again, err := sender.Verify(t.Context(), token, pin)
	if err != nil || again != otp.Right && again != otp.Used {
		t.Errorf("a second time: %q, %v", again, err)
	}
}

func wrongCode(t *testing.T, sender otp.Sender, s *sandboxtest.Sandbox) {
	token, pin := code(t, sender, s)
	wrong := "000000"
	if pin == wrong {
		wrong = "000001"
	}
	if verdict, err := sender.Verify(t.Context(), token, wrong); err != nil || verdict != otp.Wrong {
		t.Errorf("%q, %v", verdict, err)
	}
	if verdict, err := sender.Verify(t.Context(), token, pin); err != nil || verdict != otp.Right {
		t.Errorf("the right one afterwards: %q, %v", verdict, err)
	}
}

func unknownToken(t *testing.T, sender otp.Sender, _ *sandboxtest.Sandbox) {
	if verdict, err := sender.Verify(t.Context(), "never-was", "123456"); !errors.Is(err, otp.ErrRefused) {
		t.Errorf("%q, %v", verdict, err)
	}
}

func badNumber(t *testing.T, sender otp.Sender, _ *sandboxtest.Sandbox) {
	if sent, err := sender.Send(t.Context(), "+66"); !errors.Is(err, otp.ErrRefused) {
		t.Errorf("%+v, %v", sent, err)
	}
}

func sendFaults(t *testing.T, sender otp.Sender, s *sandboxtest.Sandbox) {
	for mode, refused := range map[string]bool{
		"refuse": true, "down": false, "timeout": false, "lost_reply": false, "garbage": false,
	} {
		s.AddFault(sandboxtest.Fault{Target: "sms", Mode: mode})
		if _, err := sender.Send(t.Context(), number); err == nil || errors.Is(err, otp.ErrRefused) != refused {
			t.Errorf("%s: %v", mode, err)
		}
	}
	s.AddFault(sandboxtest.Fault{Target: "sms", Mode: "slow", DelayMS: 100})
	if _, err := sender.Send(t.Context(), number); err != nil {
		t.Errorf("slow: %v", err)
	}
}

func verifyFaults(t *testing.T, sender otp.Sender, s *sandboxtest.Sandbox) {
	token, pin := code(t, sender, s)
	for _, mode := range []string{"down", "timeout", "lost_reply", "garbage"} {
		s.AddFault(sandboxtest.Fault{Target: "sms", Op: "verify", Mode: mode})
		if verdict, err := sender.Verify(t.Context(), token, pin); err == nil || errors.Is(err, otp.ErrRefused) {
			t.Errorf("%s: %q, %v", mode, verdict, err)
		}
	}
	s.AddFault(sandboxtest.Fault{Target: "sms", Op: "verify", Mode: "refuse"})
	if verdict, err := sender.Verify(t.Context(), token, pin); err != nil || verdict == otp.Right {
		t.Errorf("refuse: %q, %v", verdict, err)
	}
	s.AddFault(sandboxtest.Fault{Target: "sms", Op: "verify", Mode: "not_found", DelayMS: 1})
	if verdict, err := sender.Verify(t.Context(), token, pin); !errors.Is(err, otp.ErrRefused) {
		t.Errorf("not_found: %q, %v", verdict, err)
	}
}
