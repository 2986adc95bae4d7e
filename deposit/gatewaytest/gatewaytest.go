// Package gatewaytest is what every QR gateway must keep, whatever its protocol: run against the adapter and the other
// end of its protocol, over HTTP, with everything that can go wrong on the way.
package gatewaytest

import (
	"context"
	"errors"
	"testing"
	"time"

	"krapao/deposit"
	"krapao/internal/id"
	"krapao/internal/qr"
	"krapao/money"
)

// Bench is one adapter and the means to move the world behind it.
type Bench struct {
	Gateway deposit.QRGateway
	// Timeout is the adapter's, for one call.
	Timeout time.Duration
	// Pay pays a code and returns the gateway's number of the payment.
	Pay func(reference string, amount money.Amount) string
	// Fault arms one fault: op "create" or "check", a mode of SANDBOX.md.
	Fault func(op, mode string, delay time.Duration)
	// Forget makes the gateway forget who is logged in, as its restart does.
	Forget func()
	// Callback is a true callback about a reference.
	Callback func(reference string) (deposit.Header, []byte)
	// Forged are callbacks that must be refused for their form or proof alone.
	Forged func(reference string) map[string]Letter
}

// Letter is a callback.
type Letter struct {
	Header deposit.Header
	Body   []byte
}

const baht100 = 100 * money.Baht

// Run runs the suite. open makes a fresh bench for each test.
func Run(t *testing.T, open func(t *testing.T) Bench) {
	t.Helper()
	for name, test := range map[string]func(t *testing.T, b Bench){
		"ACodeFromItsMakingToItsEnd":     life,
		"EveryPaymentIsListed":           payments,
		"ACancelledCodeCanStillBePaid":   cancelled,
		"OnlyADocumentedNoIsARefusal":    createFaults,
		"AnInquiryThatFailsSaysNothing":  checkFaults,
		"AReferenceIsUsedOnce":           twice,
		"NothingIsSentTooLate":           tooLate,
		"ANewLoginWhereTheOldOneIsGone":  login,
		"UnknownReferences":              unknown,
		"CallbacksGiveAReferenceAtMost":  callbacks,
		"TheCallersDeadlineIsKept":       deadline,
		"ConcurrentCallsDoNotMixAnswers": concurrent,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, open(t))
		})
	}
}

func order() deposit.QROrder {
	return deposit.QROrder{
		Reference: id.Lower(15), Amount: baht100,
		Payer: deposit.Payer{BankCode: "SCB", AccountNo: "1234567890", Name: "SOMCHAI JAIDEE"},
	}
}

func (b Bench) create(t *testing.T, o deposit.QROrder) deposit.QRCode {
	t.Helper()
	code, err := b.Gateway.Create(t.Context(), o)
	if err != nil {
		t.Fatalf("create: %v", err)
	}
	return code
}

func (b Bench) inquire(t *testing.T, reference string) deposit.QRState {
	t.Helper()
	state, err := b.Gateway.Inquire(t.Context(), reference)
	if err != nil {
		t.Fatalf("inquire: %v", err)
	}
	return state
}

func life(t *testing.T, b Bench) {
	o := order()
	code := b.create(t, o)
	payload, err := qr.Parse(code.Payload)
	if err != nil || payload.Amount != baht100 {
		t.Errorf("payload %q says %s, %v", code.Payload, payload.Amount, err)
	}
	if code.ExpiresAt.IsZero() {
		t.Error("no end")
	}
	if s := b.inquire(t, o.Reference); s.Status != deposit.QROpen || len(s.Payments) != 0 {
		t.Errorf("an open code is %+v", s)
	}
	source := b.Pay(o.Reference, baht100)
	s := b.inquire(t, o.Reference)
	if s.Status != deposit.QRPaid || len(s.Payments) != 1 {
		t.Fatalf("a paid code is %+v", s)
	}
	if p := s.Payments[0]; p.Source != source || p.Amount != baht100 || p.PaidAt.IsZero() {
		t.Errorf("payment %+v, the bank says %q", p, source)
	}
}

func payments(t *testing.T, b Bench) {
	o := order()
	b.create(t, o)
	b.Pay(o.Reference, baht100)
	b.Pay(o.Reference, 12_34)
	s := b.inquire(t, o.Reference)
	if len(s.Payments) != 2 || s.Payments[0].Amount != baht100 || s.Payments[1].Amount != 12_34 || s.Payments[0].Source == s.Payments[1].Source {
		t.Errorf("two payments are listed as %+v", s.Payments)
	}
}

func cancelled(t *testing.T, b Bench) {
	o := order()
	b.create(t, o)
	for range 2 { // cancelling again is done, too
		if err := b.Gateway.Cancel(t.Context(), o.Reference); err != nil {
			t.Errorf("cancel: %v", err)
		}
	}
	if s := b.inquire(t, o.Reference); s.Status != deposit.QRCancelled || len(s.Payments) != 0 {
		t.Errorf("a cancelled code is %+v", s)
	}
	b.Pay(o.Reference, baht100)
	if s := b.inquire(t, o.Reference); len(s.Payments) != 1 {
		t.Errorf("money of a cancelled code is not listed: %+v", s)
	}
	if err := b.Gateway.Cancel(t.Context(), o.Reference); err != nil {
		t.Errorf("cancel of a paid code: %v", err)
	}
}

// createFaults: after each, what the gateway has is what the inquiry says, and nothing but refuse is a refusal.
func createFaults(t *testing.T, b Bench) {
	for mode, want := range map[string]deposit.QRStatus{
		"refuse": deposit.QRNotFound, "down": deposit.QRNotFound, "timeout": deposit.QRNotFound,
		"lost_reply": deposit.QROpen, "garbage": deposit.QROpen, "late_apply": deposit.QROpen, "slow": deposit.QROpen,
	} {
		o := order()
		delay := b.Timeout / 4
		if mode == "late_apply" {
			delay = b.Timeout * 3 / 2
		}
		b.Fault("create", mode, delay)
		code, err := b.Gateway.Create(t.Context(), o)
		var refusal *deposit.RefusedError
		switch {
		case mode == "slow":
			if err != nil || code.Payload == "" {
				t.Errorf("slow: %v", err)
			}
		case mode == "refuse":
			if !errors.As(err, &refusal) || refusal.Reason == "" {
				t.Errorf("refuse: %v", err)
			}
		case err == nil || errors.As(err, &refusal):
			t.Errorf("%s: %v", mode, err)
		}
		if mode == "late_apply" {
			if s := b.inquire(t, o.Reference); s.Status != deposit.QRNotFound {
				t.Errorf("late_apply: at first %s", s.Status)
			}
			time.Sleep(b.Timeout)
		}
		if s := b.inquire(t, o.Reference); s.Status != want {
			t.Errorf("%s: the code is %s, want %s", mode, s.Status, want)
		}
	}
}

func checkFaults(t *testing.T, b Bench) {
	o := order()
	b.create(t, o)
	b.Pay(o.Reference, baht100)
	for _, mode := range []string{"refuse", "down", "timeout", "garbage", "lost_reply"} {
		b.Fault("check", mode, 0)
		if s, err := b.Gateway.Inquire(t.Context(), o.Reference); err == nil {
			t.Errorf("%s: answered %+v", mode, s)
		}
	}
	b.Fault("check", "not_found", b.Timeout/2)
	if s, err := b.Gateway.Inquire(t.Context(), o.Reference); err != nil || s.Status != deposit.QRNotFound || len(s.Payments) != 0 {
		t.Errorf("not_found: %+v, %v", s, err)
	}
	time.Sleep(b.Timeout / 2)
	if s := b.inquire(t, o.Reference); len(s.Payments) != 1 {
		t.Errorf("after all faults: %+v", s)
	}
}

func twice(t *testing.T, b Bench) {
	o := order()
	b.create(t, o)
	o.Amount = 2 * baht100
	var refusal *deposit.RefusedError
	if _, err := b.Gateway.Create(t.Context(), o); err == nil || errors.As(err, &refusal) {
		t.Errorf("a used reference: %v", err)
	}
	if s := b.inquire(t, o.Reference); s.Status != deposit.QROpen {
		t.Errorf("the first code is %s", s.Status)
	}
}

func tooLate(t *testing.T, b Bench) {
	o := order()
	o.SendBy = time.Unix(1, 0)
	if _, err := b.Gateway.Create(t.Context(), o); err == nil {
		t.Error("sent after its time")
	}
	if s := b.inquire(t, o.Reference); s.Status != deposit.QRNotFound {
		t.Errorf("the code is %s", s.Status)
	}
}

func login(t *testing.T, b Bench) {
	b.create(t, order())
	b.Forget()
	o := order()
	b.create(t, o)
	b.Forget()
	if s := b.inquire(t, o.Reference); s.Status != deposit.QROpen {
		t.Errorf("the code is %s", s.Status)
	}
}

func unknown(t *testing.T, b Bench) {
	if s := b.inquire(t, id.Lower(15)); s.Status != deposit.QRNotFound || len(s.Payments) != 0 {
		t.Errorf("nobody's code is %+v", s)
	}
	if err := b.Gateway.Cancel(t.Context(), id.Lower(15)); err != nil {
		t.Errorf("cancel of nobody's code: %v", err)
	}
}

func callbacks(t *testing.T, b Bench) {
	o := order()
	h, body := b.Callback(o.Reference)
	if reference, err := b.Gateway.ParseCallback(h, body); err != nil || reference != o.Reference {
		t.Errorf("a true callback: %q, %v", reference, err)
	}
	for name, l := range b.Forged(o.Reference) {
		if reference, err := b.Gateway.ParseCallback(l.Header, l.Body); !errors.Is(err, deposit.ErrForged) || reference != "" {
			t.Errorf("%s: %q, %v", name, reference, err)
		}
	}
}

func deadline(t *testing.T, b Bench) {
	b.create(t, order()) // logged in
	b.Fault("create", "timeout", 0)
	ctx, cancel := context.WithTimeout(t.Context(), b.Timeout/5)
	defer cancel()
	began := time.Now()
	if _, err := b.Gateway.Create(ctx, order()); err == nil {
		t.Error("an answer from nowhere")
	}
	if took := time.Since(began); took > b.Timeout*4/5 {
		t.Errorf("took %s with %s to go", took, b.Timeout/5)
	}
}

func concurrent(t *testing.T, b Bench) {
	done := make(chan error)
	const callers = 32
	for i := range callers {
		go func() {
			o := order()
			o.Amount = money.Amount(1000 + i)
			code, err := b.Gateway.Create(t.Context(), o)
			if err == nil {
				var p qr.Payload
				if p, err = qr.Parse(code.Payload); err == nil && p.Amount != o.Amount {
					err = errors.New("somebody else's code")
				}
			}
			done <- err
		}()
	}
	for range callers {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}
