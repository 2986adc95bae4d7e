package otp_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"krapao/connect/sms/thaibulk"
	"krapao/connect/sms/thaibulk/wire"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/ratelimit"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/otp"
	"krapao/sandbox"
	"krapao/sandbox/sandboxtest"
)

var start = time.Date(2026, 11, 20, 5, 0, 0, 0, time.UTC)

const (
	home      = "198.51.100.7"
	elsewhere = "203.0.113.9"
	typed     = "0812345678"
	number    = "+66812345678"
)

// bench is the service with the real adapter and a sandbox over HTTP.
type bench struct {
	*otp.Service
	store   *store.Store
	sandbox *sandboxtest.Sandbox
	clock   *clock.Fake
}

// asked returns how many calls the gateway got.
func (b *bench) asked() (n int) {
	for _, m := range b.sandbox.Calls() {
		n += m.Calls
	}
	return n
}

func each(t *testing.T, test func(t *testing.T, b *bench)) {
	t.Helper()
	eachWith(t, func(*sandboxtest.Sandbox, *otp.Deps) {}, test)
}

func eachWith(t *testing.T, change func(*sandboxtest.Sandbox, *otp.Deps), test func(t *testing.T, b *bench)) {
	t.Helper()
	storetest.EachAt(t, start, func(t *testing.T, s *store.Store, c *clock.Fake) {
		b := &bench{store: s, sandbox: sandboxtest.Start(t, sandboxtest.Options{Clock: c}), clock: c}
		d := otp.Deps{
			Store:   b.store,
			Sender:  gateway(b.sandbox),
			Limiter: ratelimit.New(ratelimit.NewSQL(b.store), c), Limits: ratelimit.Defaults(),
		}
		change(b.sandbox, &d)
		b.Service = otp.New(d)
		test(t, b)
	})
}

func gateway(s *sandboxtest.Sandbox) *thaibulk.Client {
	known := sandbox.DemoCredentials().SMS
	return thaibulk.New(thaibulk.Config{BaseURL: s.URL + "/sms", Key: known.Key, Secret: known.Secret, Outbound: s.Outbound(0)})
}

// send has a code sent and returns our token and the code on the phone.
func (b *bench) send(t *testing.T, phone string) (token, code string) {
	t.Helper()
	sending, err := b.Send(t.Context(), otp.Register, phone, otp.Asker{Address: home})
	if err != nil {
		t.Fatal(err)
	}
	if sending.Code != fault.OK || sending.Token == "" || sending.Ref == "" {
		t.Fatalf("%+v", sending)
	}
	messages := b.sandbox.SMS(phone)
	if len(messages) == 0 || messages[0].Ref != sending.Ref {
		t.Fatalf("the phone shows %+v, the member was told %s", messages, sending.Ref)
	}
	return sending.Token, messages[0].Code
}

// another returns a different code.
func another(code string) string {
	if code == "111111" {
		return "222222"
	}
	return "111111"
}

func want(t *testing.T, what string, err error, code fault.Code) {
	t.Helper()
	if code == "" && err == nil || err != nil && fault.Of(err).Code == code {
		return
	}
	t.Errorf("%s: %v, want %q", what, err, code)
}

func (b *bench) proof(t *testing.T, phone string, purpose otp.Purpose, token string) otp.Proof {
	t.Helper()
	proof, err := b.Proof(t.Context(), phone, purpose, token)
	if err != nil {
		t.Fatal(err)
	}
	return proof
}

// use uses a proof up as a registration does.
func (b *bench) use(t *testing.T, phone string, purpose otp.Purpose, token string) error {
	t.Helper()
	return b.store.Write(t.Context(), func(tx *store.Tx) error { return b.UseTx(t.Context(), tx, phone, purpose, token) })
}

func TestARightCodeProvesTheNumberForHalfAnHour(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		token, code := b.send(t, typed)
		if b.proof(t, number, otp.Register, token) != otp.Unproved {
			t.Error("proven before the code was typed")
		}
		want(t, "right", b.Verify(t.Context(), token, code), "")
		want(t, "a second time", b.Verify(t.Context(), token, code), fault.OTP_VERIFIED)
		if b.proof(t, number, otp.Register, token) != otp.Proved {
			t.Error("not proven by who holds the token")
		}
		b.clock.Advance(30 * time.Minute)
		if b.proof(t, number, otp.Register, token) != otp.Unproved {
			t.Error("proven for longer than half an hour")
		}
	})
}

// A proof is for one phone, one purpose and its holder, and is good once.
func TestWhatAProofIsGoodFor(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		token, code := b.send(t, typed)
		want(t, "used before the code was typed", b.use(t, number, otp.Register, token), fault.UNVERIFIED_OTP)
		want(t, "right", b.Verify(t.Context(), token, code), "")
		for what, row := range map[string]struct {
			phone   string
			purpose otp.Purpose
			token   string
		}{
			"nobody's token":  {number, otp.Register, id.Secret()},
			"no token":        {number, otp.Register, ""},
			"another phone":   {"+66899999999", otp.Register, token},
			"another purpose": {number, "another", token},
		} {
			if got := b.proof(t, row.phone, row.purpose, row.token); got != otp.Unproved {
				t.Errorf("%s: %v", what, got)
			}
			want(t, what, b.use(t, row.phone, row.purpose, row.token), fault.UNVERIFIED_OTP)
		}
		want(t, "the first use", b.use(t, number, otp.Register, token), "")
		if got := b.proof(t, number, otp.Register, token); got != otp.Spent {
			t.Errorf("used: %v", got)
		}
		want(t, "the second use", b.use(t, number, otp.Register, token), fault.UNVERIFIED_OTP)
		b.clock.Advance(time.Minute)
		if sending, err := b.Send(t.Context(), otp.Register, typed, otp.Asker{Address: home, Held: token}); err != nil ||
			sending.Code != fault.OK {
			t.Errorf("a spent proof spares no message: %+v, %v", sending, err)
		}
	})
}

// Of many who use one proof at once, one succeeds.
func TestAProofIsUsedOnce(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		token, code := b.send(t, typed)
		want(t, "right", b.Verify(t.Context(), token, code), "")
		var used atomic.Int32
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				if err := b.use(t, number, otp.Register, token); err == nil {
					used.Add(1)
				} else {
					want(t, "the others", err, fault.UNVERIFIED_OTP)
				}
			})
		}
		wg.Wait()
		if used.Load() != 1 {
			t.Errorf("used %d times", used.Load())
		}
	})
}

func TestAProvenNumberGetsNoSecondMessage(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		token, code := b.send(t, typed)
		want(t, "right", b.Verify(t.Context(), token, code), "")
		b.clock.Advance(2 * time.Minute)
		sending, err := b.Send(t.Context(), otp.Register, typed, otp.Asker{Address: elsewhere, Held: token})
		if err != nil || sending.Code != fault.OTP_VERIFIED || sending.Token != "" {
			t.Errorf("the proof's holder: %+v, %v", sending, err)
		}
		if n := len(b.sandbox.SMS(typed)); n != 1 {
			t.Errorf("%d messages", n)
		}
		// A stranger who shares the address learns nothing, and proves the phone itself.
		sending, err = b.Send(t.Context(), otp.Register, typed, otp.Asker{Address: home})
		if err != nil || sending.Code != fault.OK {
			t.Errorf("a stranger at the same address: %+v, %v", sending, err)
		}
	})
}

func TestVerifyRules(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		token, code := b.send(t, typed)
		want(t, "no token", b.Verify(t.Context(), "", code), fault.OTP_TOKEN_INVALID)
		want(t, "not a token", b.Verify(t.Context(), strings.Repeat("!", 52), code), fault.OTP_TOKEN_INVALID)
		want(t, "a token that never was", b.Verify(t.Context(), id.Secret(), code), fault.OTP_NOT_EXIST)
		err := b.Verify(t.Context(), token, another(code))
		want(t, "wrong", err, fault.OTP_CODE_INVALID)
		if left := fault.Of(err).Params["left"]; left != int64(4) {
			t.Errorf("%v tries left", left)
		}
		want(t, "no code", b.Verify(t.Context(), token, ""), fault.OTP_CODE_INVALID)
		want(t, "letters", b.Verify(t.Context(), token, "abcdef"), fault.OTP_CODE_INVALID)
		want(t, "Thai digits", b.Verify(t.Context(), token, "๑๒๓๔๕๖"), fault.OTP_CODE_INVALID)
		want(t, "the fifth wrong one", b.Verify(t.Context(), token, another(code)), fault.OTP_CODE_INVALID)
		want(t, "the right one, too late", b.Verify(t.Context(), token, code), fault.OTP_BLOCK)

		b.clock.Advance(time.Minute)
		token, code = b.send(t, typed)
		b.clock.Advance(5*time.Minute - time.Second)
		want(t, "a wrong one after less than five minutes", b.Verify(t.Context(), token, another(code)), fault.OTP_CODE_INVALID)
		asked := b.asked()
		b.clock.Advance(time.Second)
		want(t, "after five minutes", b.Verify(t.Context(), token, code), fault.OTP_EXPIRED)
		if n := b.asked() - asked; n != 0 { // the gateway's own five minutes are not what ours hang on
			t.Errorf("the gateway was asked %d times", n)
		}
	})
}

// A code counts as it is meant: with the digits of a Thai keyboard, and with what was copied along with it.
func TestACodeHoweverItIsTyped(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		for _, typing := range []func(string) string{
			func(code string) string { return strings.Map(func(r rune) rune { return r - '0' + '๐' }, code) },
			func(code string) string { return strings.Map(func(r rune) rune { return r - '0' + '໐' }, code) },
			func(code string) string { return " " + code[:3] + "\u00a0" + code[3:] + "\u200b" },
		} {
			token, code := b.send(t, typed)
			want(t, typing(code), b.Verify(t.Context(), token, typing(code)), "")
			b.clock.Advance(time.Minute)
		}
	})
}

// However many guesses arrive at once, five codes are checked. KRAPAO_LIMITS=off does not change that.
func TestTwoHundredGuessesAtOnce(t *testing.T) {
	t.Parallel()
	eachWith(t, func(_ *sandboxtest.Sandbox, d *otp.Deps) { d.Limiter = ratelimit.Off() }, func(t *testing.T, b *bench) {
		token, code := b.send(t, typed)
		var evaluated, blocked atomic.Int32
		var wg sync.WaitGroup
		for i := range 200 {
			wg.Go(func() {
				guess := fmt.Sprintf("%06d", 100000+i)
				if guess == code {
					guess = "099999"
				}
				switch err := b.Verify(t.Context(), token, guess); {
				case fault.Is(err, fault.OTP_CODE_INVALID):
					evaluated.Add(1)
				case fault.Is(err, fault.OTP_BLOCK):
					blocked.Add(1)
				default:
					t.Errorf("guess: %v", err)
				}
			})
		}
		wg.Wait()
		if evaluated.Load() != 5 || blocked.Load() != 195 {
			t.Errorf("%d evaluated, %d blocked", evaluated.Load(), blocked.Load())
		}
	})
}

func TestOneOfManyWithTheRightCode(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		token, code := b.send(t, typed)
		var right atomic.Int32
		var wg sync.WaitGroup
		for range 5 {
			wg.Go(func() {
				if err := b.Verify(t.Context(), token, code); err == nil {
					right.Add(1)
				} else {
					want(t, "the others", err, fault.OTP_VERIFIED)
				}
			})
		}
		wg.Wait()
		if right.Load() != 1 {
			t.Errorf("%d were told that the code is right", right.Load())
		}
	})
}

func TestHowOftenACodeIsSent(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		for _, bad := range []string{"", "081234567", "08123456789", "0212345678", "0012345678", "+6621234567", "abcdefghij"} {
			_, err := b.Send(t.Context(), otp.Register, bad, otp.Asker{Address: home})
			want(t, bad, err, fault.PHONE_NUMBER_REQUIRE_10_DIGIT)
		}
		if n := b.asked(); n != 0 {
			t.Errorf("the gateway was asked %d times about numbers that can't be mobiles", n)
		}
		first := b.clock.Now()
		for i := range 5 {
			b.send(t, typed)
			if i == 0 {
				_, err := b.Send(t.Context(), otp.Register, "+66 (0)81–234\u00a05678", otp.Asker{Address: home})
				want(t, "at once again, written otherwise", err, fault.REQUEST_LIMIT_1MIN)
				if s := fault.Of(err).Params["seconds"]; s != 60 {
					t.Errorf("wait %v seconds", s)
				}
			}
			b.clock.Advance(time.Minute)
		}
		_, err := b.Send(t.Context(), otp.Register, typed, otp.Asker{Address: home})
		want(t, "the sixth in an hour", err, fault.REQUEST_LIMIT)
		if s := fault.Of(err).Params["seconds"]; s != 55*60 {
			t.Errorf("wait %v seconds for the first of five to be an hour ago", s)
		}
		sent := 5
		for !fault.Is(err, fault.OTP_BLOCK) && sent <= 20 { // trying every quarter of an hour
			b.clock.Advance(15 * time.Minute)
			if _, err = b.Send(t.Context(), otp.Register, typed, otp.Asker{Address: home}); err == nil {
				sent++
			}
		}
		want(t, "when the day's messages are used up", err, fault.OTP_BLOCK)
		left := int((24*time.Hour - b.clock.Now().Sub(first)).Seconds())
		if s := fault.Of(err).Params["seconds"]; sent != 20 || s != left {
			t.Errorf("%d messages before the day was used up, wait %v seconds; want 20, %d", sent, s, left)
		}
	})
}

// Impatient taps at once send one message.
func TestManySendsAtOnceAreOneMessage(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		var sent atomic.Int32
		var wg sync.WaitGroup
		for range 20 {
			wg.Go(func() {
				if _, err := b.Send(t.Context(), otp.Register, typed, otp.Asker{Address: home}); err == nil {
					sent.Add(1)
				} else {
					want(t, "the others", err, fault.REQUEST_LIMIT_1MIN)
				}
			})
		}
		wg.Wait()
		if n := len(b.sandbox.SMS(typed)); sent.Load() != 1 || n != 1 {
			t.Errorf("%d sent, %d messages", sent.Load(), n)
		}
	})
}

func TestAddressesAreLimited(t *testing.T) {
	t.Parallel()
	eachWith(t, func(_ *sandboxtest.Sandbox, d *otp.Deps) { d.Limits.OTPAddress.Count = 3 }, func(t *testing.T, b *bench) {
		for i := range 3 {
			b.send(t, fmt.Sprintf("081000000%d", i))
		}
		_, err := b.Send(t.Context(), otp.Register, "0810000009", otp.Asker{Address: home})
		want(t, "the fourth phone", err, fault.REQUEST_LIMIT)
		if _, err := b.Send(t.Context(), otp.Register, "0810000009", otp.Asker{Address: elsewhere}); err != nil {
			t.Errorf("another address: %v", err)
		}
		for i := range 4 {
			_, err := b.Send(t.Context(), otp.Register, fmt.Sprintf("082000000%d", i), otp.Asker{
				Address: fmt.Sprintf("2001:db8:1:2::%d", i),
			})
			want(t, "an IPv6 customer", err, map[bool]fault.Code{true: "", false: fault.REQUEST_LIMIT}[i < 3])
		}
	})
}

// A gateway that fails or does not answer is reported as it is, and never leaves a member stuck.
func TestGatewayFaults(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		for n, row := range []struct {
			mode string
			// sent: the phone got the message.
			sent int
		}{
			{"refuse", 0},
			{"down", 0},
			{"timeout", 0},
			{"garbage", 1},
			{"lost_reply", 1},
		} {
			phone := fmt.Sprintf("081000000%d", n)
			b.sandbox.AddFault(sandboxtest.Fault{Target: "sms", Mode: row.mode})
			_, err := b.Send(t.Context(), otp.Register, phone, otp.Asker{Address: home})
			want(t, "the first, "+row.mode, err, fault.OTP_SEND_FAIL)
			if n := len(b.sandbox.SMS(phone)); n != row.sent {
				t.Errorf("%s: %d messages", row.mode, n)
			}
			token, code := b.send(t, phone) // at once, without waiting a minute
			want(t, "the second, after "+row.mode, b.Verify(t.Context(), token, code), "")
		}
	})
}

// A check without an answer uses up no try and proves nothing.
func TestGatewayFaultsOfVerifying(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		for _, mode := range []string{"down", "timeout", "garbage", "lost_reply", "not_found"} {
			token, code := b.send(t, typed)
			for range 5 {
				b.sandbox.AddFault(sandboxtest.Fault{Target: "sms", Op: "verify", Mode: mode, DelayMS: 1})
				want(t, "unanswered, "+mode, b.Verify(t.Context(), token, code), fault.OTP_VERIFY_FAIL)
				b.clock.Advance(time.Millisecond)
				b.sandbox.ClearFaults()
			}
			if b.proof(t, number, otp.Register, token) != otp.Unproved {
				t.Errorf("%s: proven without an answer", mode)
			}
			want(t, "no try was used up, "+mode, b.Verify(t.Context(), token, code), "")
			b.clock.Advance(time.Hour)
		}
	})
}

// If the gateway verified a code and its answer was lost, the same code is right when it is typed again, though the gateway
// now says "used". Any other code is not.
func TestCodeThatWasRightButWhoseAnswerWasLost(t *testing.T) {
	t.Parallel()
	eachWith(t, func(s *sandboxtest.Sandbox, d *otp.Deps) {
		d.Sender = thaibulk.New(thaibulk.Config{BaseURL: s.Beside("forgetful.test", forgetful()), Outbound: s.Outbound(0)})
	}, func(t *testing.T, b *bench) {
		sending, err := b.Send(t.Context(), otp.Register, typed, otp.Asker{Address: home})
		if err != nil {
			t.Fatal(err)
		}
		want(t, "lost", b.Verify(t.Context(), sending.Token, "123456"), fault.OTP_VERIFY_FAIL)
		want(t, "another code", b.Verify(t.Context(), sending.Token, "654321"), fault.OTP_VERIFIED)
		if b.proof(t, number, otp.Register, sending.Token) != otp.Unproved {
			t.Error("proven by a code that nobody checked")
		}
		want(t, "the same code again", b.Verify(t.Context(), sending.Token, "123456"), "")
		if b.proof(t, number, otp.Register, sending.Token) != otp.Proved {
			t.Error("not proven")
		}
	})
}

// forgetful is a gateway that verifies a code and loses the answer.
func forgetful() http.Handler {
	var verified atomic.Bool
	mux := http.NewServeMux()
	mux.HandleFunc("POST "+wire.PathRequest, func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"status":"success","token":"theirs","refno":"ABCDE"}`)
	})
	mux.HandleFunc("POST "+wire.PathVerify, func(w http.ResponseWriter, _ *http.Request) {
		if !verified.Swap(true) {
			_, _ = io.WriteString(w, "the answer is los") // right, but nobody can read it
			return
		}
		w.WriteHeader(http.StatusBadRequest)
		_, _ = io.WriteString(w, `{"code":400,"errors":[{"message":"`+wire.MessageUsed+`"}]}`)
	})
	return mux
}

// A rejected message does not count. An unknown one does, for the hour.
func TestRefusedMessagesAreNotCounted(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		b.sandbox.AddFault(sandboxtest.Fault{Target: "sms", Mode: "refuse", Count: 10})
		for range 10 {
			_, err := b.Send(t.Context(), otp.Register, typed, otp.Asker{Address: home})
			want(t, "refused", err, fault.OTP_SEND_FAIL)
		}
		b.sandbox.AddFault(sandboxtest.Fault{Target: "sms", Mode: "garbage", Count: 5})
		for range 5 {
			_, err := b.Send(t.Context(), otp.Register, typed, otp.Asker{Address: home})
			want(t, "unknown", err, fault.OTP_SEND_FAIL)
		}
		_, err := b.Send(t.Context(), otp.Register, typed, otp.Asker{Address: home})
		want(t, "after five unknown ones", err, fault.REQUEST_LIMIT)
	})
}

func TestNothingReadableIsStored(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		token, code := b.send(t, typed)
		b.sandbox.AddFault(sandboxtest.Fault{Target: "sms", Op: "verify", Mode: "garbage"})
		want(t, "unanswered", b.Verify(t.Context(), token, code), fault.OTP_VERIFY_FAIL)
		var hash, unanswered string
		if err := b.store.DB().QueryRowContext(t.Context(),
			"SELECT token_hash, unanswered FROM otp").Scan(&hash, &unanswered); err != nil {
			t.Fatal(err)
		}
		if hash == token || unanswered == "" || strings.Contains(unanswered, code) {
			t.Errorf("stored %q and %q", hash, unanswered)
		}
	})
}

func TestPrune(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		b.send(t, typed)
		b.clock.Advance(6 * 24 * time.Hour)
		if n, err := b.Prune(t.Context()); n != 0 || err != nil {
			t.Errorf("%d, %v", n, err)
		}
		b.clock.Advance(25 * time.Hour)
		if n, err := b.Prune(t.Context()); n != 1 || err != nil {
			t.Errorf("%d, %v", n, err)
		}
	})
}

// The house's spending is bounded, whoever asks from wherever: per hour, and per block of neighbouring numbers. The observer
// gets each refusal, and a message that was certainly not sent costs nothing.
func TestBudgetsOfTheHouse(t *testing.T) {
	t.Parallel()
	for budget, c := range map[string]struct {
		set func(*ratelimit.Limits)
		// phone is the n-th phone to ask for. beside is one that the budget does not concern.
		phone  func(n int) string
		beside string
	}{
		"sms-house": {
			set:   func(l *ratelimit.Limits) { l.SMSHouse = l.SMSHouse.Budget(16) },
			phone: func(n int) string { return fmt.Sprintf("08%d2345678", n) },
		},
		"sms-prefix": {
			set:    func(l *ratelimit.Limits) { l.SMSPrefix = l.SMSPrefix.Budget(16) },
			phone:  func(n int) string { return fmt.Sprintf("081234%04d", n*7) },
			beside: "0812350000",
		},
	} {
		t.Run(budget, func(t *testing.T) {
			t.Parallel()
			eachWith(t, func(_ *sandboxtest.Sandbox, d *otp.Deps) { c.set(&d.Limits) }, func(t *testing.T, b *bench) {
				var refused []string
				var sent atomic.Int32
				b.Refused = func(budget string) { refused = append(refused, budget) }
				b.Sent = func(otp.Purpose) { sent.Add(1) }
				ask := func(phone string, n int) error {
					_, err := b.Send(t.Context(), otp.Register, phone, otp.Asker{Address: fmt.Sprintf("203.0.113.%d", n)})
					return err
				}
				b.sandbox.AddFault(sandboxtest.Fault{Target: "sms", Mode: "refuse", Count: 1})
				want(t, "refused by the gateway", ask(c.phone(9), 9), fault.OTP_SEND_FAIL)
				for n := range 4 {
					want(t, "within the budget", ask(c.phone(n), n), "")
				}
				err := ask(c.phone(5), 5)
				want(t, "beyond it", err, fault.OTP_BUSY)
				if s, _ := fault.Of(err).Params["seconds"].(int); s < 1 || s > 15*60 {
					t.Errorf("wait %v seconds", fault.Of(err).Params["seconds"])
				}
				if len(refused) != 1 || refused[0] != budget || sent.Load() != 5 {
					t.Errorf("who watches was told of %v and %d messages", refused, sent.Load())
				}
				if c.beside != "" {
					want(t, "another row", ask(c.beside, 6), "")
				}
				b.clock.Advance(4 * time.Minute) // a budget refills evenly
				want(t, "later", ask(c.phone(5), 5), "")
				want(t, "and no more", ask(c.phone(6), 6), fault.OTP_BUSY)
			})
		})
	}
}
