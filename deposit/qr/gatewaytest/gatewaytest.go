// Package gatewaytest is the conformance suite of QR gateways, whatever their protocol. It runs against an adapter
// and the other end of its protocol, over HTTP, with everything that can fail on the way.
package gatewaytest

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"krapao/deposit"
	"krapao/deposit/qr"
	"krapao/internal/id"
	qrtext "krapao/internal/qr"
	"krapao/money"
)

// Bench is one adapter and the means to control the outside.
type Bench struct {
	Gateway qr.Gateway
	// Timeout is the adapter's limit for one call.
	Timeout time.Duration
	// Pay pays a code, as any banking app does, and returns the bank's number of the payment.
	Pay func(reference string, amount money.Amount) string
	// Reverse takes a payment back by its number at the bank.
	Reverse func(number string)
	// Hold pays a code without a decision of the gateway until Decide is called. Both are nil if the protocol has no
	// such state.
	Hold   func(reference string, amount money.Amount) string
	Decide func(number string, accept bool)
	// NumbersItself: the gateway's number of a payment is not the bank's. NoCancel: the protocol can't cancel a code.
	NumbersItself, NoCancel bool
	// NamesPayer: the gateway reports who paid.
	NamesPayer bool
	// Fault sets one fault: op "create" or "check", a mode of SANDBOX.md.
	Fault func(op, mode string, delay time.Duration)
	// Forget makes the gateway forget all logins, as a restart does.
	Forget func()
	// Callback returns a genuine callback about a reference.
	Callback func(reference string) (qr.Header, []byte)
	// Forged are callbacks that must be rejected for their form or proof alone.
	Forged func(reference string) map[string]Letter
}

// Letter is a callback.
type Letter struct {
	Header qr.Header
	Body   []byte
}

const baht100 = 100 * money.Baht

// Run runs the suite. Each test runs in a bubble of testing/synctest, so that its waits are virtual, exact and free.
// open makes a new bench for each test inside its bubble. Nothing in it may wait for a socket or a process.
func Run(t *testing.T, open func(t *testing.T) Bench) {
	t.Helper()
	for name, test := range map[string]func(t *testing.T, b Bench){
		"ACodeFromItsMakingToItsEnd":     life,
		"EveryPaymentIsListed":           payments,
		"ACancelledCodeCanStillBePaid":   cancelled,
		"APaymentThatIsTakenBack":        reversed,
		"APaymentThatIsNotDecidedYet":    held,
		"ThePayerIsNamedOrNot":           payer,
		"ACodeWhoseAnswerWasLost":        lost,
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
			synctest.Test(t, func(t *testing.T) { test(t, open(t)) })
		})
	}
}

// pass lets virtual time pass and waits until everything due is done.
func pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// ends checks that a call ended exactly then, in virtual time.
func ends(t *testing.T, what string, began time.Time, want time.Duration) {
	t.Helper()
	if took := time.Since(began); took != want {
		t.Errorf("%s: took %s, want %s", what, took, want)
	}
}

func order() qr.Order {
	return qr.Order{
		Reference: id.Lower(15), Amount: baht100,
		Payer: deposit.Payer{BankCode: "SCB", AccountNo: "1234567890", Name: "SOMCHAI JAIDEE"},
	}
}

func (b Bench) create(t *testing.T, o qr.Order) qr.Code {
	t.Helper()
	code, err := b.Gateway.Create(t.Context(), o)
	if err != nil {
		t.Fatalf("create: %v", err)
	}
	return code
}

// inquire asks by our own reference only, as after a lost answer.
func (b Bench) inquire(t *testing.T, reference string) qr.State {
	t.Helper()
	return b.inquireBy(t, qr.Ref{Reference: reference})
}

func (b Bench) inquireBy(t *testing.T, q qr.Ref) qr.State {
	t.Helper()
	state, err := b.Gateway.Inquire(t.Context(), q)
	if err != nil {
		t.Fatalf("inquire: %v", err)
	}
	return state
}

// refs are the two ways in which the service asks about a code.
func refs(o qr.Order, code qr.Code) []qr.Ref {
	asked := time.Now().Add(-time.Minute)
	return []qr.Ref{
		{Reference: o.Reference, Outside: code.Outside, AskedAt: asked},
		{Reference: o.Reference, AskedAt: asked},
	}
}

func life(t *testing.T, b Bench) {
	o := order()
	code := b.create(t, o)
	payload, err := qrtext.Parse(code.Payload)
	if err != nil || payload.Amount != baht100 {
		t.Errorf("payload %q says %s, %v", code.Payload, payload.Amount, err)
	}
	if code.ExpiresAt.IsZero() {
		t.Error("no end")
	}
	for _, q := range refs(o, code) {
		if s := b.inquireBy(t, q); s.Status != qr.Open || len(s.Payments) != 0 || s.Undecided || s.Outside != code.Outside {
			t.Errorf("an open code is %+v", s)
		}
	}
	number := b.Pay(o.Reference, baht100)
	for _, q := range refs(o, code) {
		s := b.inquireBy(t, q)
		if s.Status != qr.Paid || len(s.Payments) != 1 || s.Undecided || len(s.Reversed) != 0 {
			t.Fatalf("a paid code is %+v", s)
		}
		p := s.Payments[0]
		if p.Source == "" || p.Source == number == b.NumbersItself || p.Amount != baht100 {
			t.Errorf("payment %+v, the bank says %q", p, number)
		}
		if off := time.Since(p.PaidAt); off < 0 || off > time.Second { // protocols tell whole seconds
			t.Errorf("paid at %s", p.PaidAt)
		}
	}
}

func payments(t *testing.T, b Bench) {
	o := order()
	code := b.create(t, o)
	b.Pay(o.Reference, baht100)
	pass(time.Second) // of two in one moment neither is the first
	b.Pay(o.Reference, 12_34)
	for _, q := range refs(o, code) {
		s := b.inquireBy(t, q)
		if len(s.Payments) != 2 || s.Payments[0].Amount != baht100 || s.Payments[1].Amount != 12_34 ||
			s.Payments[0].Source == s.Payments[1].Source {
			t.Errorf("two payments are listed as %+v", s.Payments)
		}
	}
}

func cancelled(t *testing.T, b Bench) {
	o := order()
	code := b.create(t, o)
	q := refs(o, code)[0]
	for range 2 { // cancelling again is done, too
		if err := b.Gateway.Cancel(t.Context(), q); err != nil {
			t.Errorf("cancel: %v", err)
		}
	}
	want := qr.Cancelled
	if b.NoCancel {
		want = qr.Open
	}
	if s := b.inquireBy(t, q); s.Status != want || len(s.Payments) != 0 {
		t.Errorf("a cancelled code is %+v", s)
	}
	b.Pay(o.Reference, baht100)
	if s := b.inquireBy(t, q); len(s.Payments) != 1 {
		t.Errorf("money of a cancelled code is not listed: %+v", s)
	}
	if err := b.Gateway.Cancel(t.Context(), q); err != nil {
		t.Errorf("cancel of a paid code: %v", err)
	}
}

// reversed: a reversed payment has the number that it had as a payment, and is no payment any more.
func reversed(t *testing.T, b Bench) {
	o := order()
	code := b.create(t, o)
	first := b.Pay(o.Reference, baht100)
	pass(time.Second)
	second := b.Pay(o.Reference, 50_00)
	before := b.inquire(t, o.Reference)
	if len(before.Payments) != 2 {
		t.Fatalf("two payments are listed as %+v", before.Payments)
	}
	b.Reverse(first)
	for _, q := range refs(o, code) {
		s := b.inquireBy(t, q)
		if len(s.Payments) != 1 || s.Payments[0].Source != before.Payments[1].Source ||
			len(s.Reversed) != 1 || s.Reversed[0].Source != before.Payments[0].Source || s.Reversed[0].At.IsZero() {
			t.Errorf("after one was taken back: %+v", s)
		}
	}
	b.Reverse(second)
	if s := b.inquire(t, o.Reference); len(s.Payments) != 0 || len(s.Reversed) != 2 || s.Status == qr.Open {
		t.Errorf("after both were taken back: %+v", s)
	}
}

// held: a payment is not money before the gateway's decision, nor after a rejection.
func held(t *testing.T, b Bench) {
	if b.Hold == nil {
		t.Skip("the protocol has no such state")
	}
	for _, accept := range []bool{true, false} {
		o := order()
		code := b.create(t, o)
		number := b.Hold(o.Reference, baht100)
		for _, q := range refs(o, code) {
			if s := b.inquireBy(t, q); !s.Undecided || len(s.Payments) != 0 || len(s.Reversed) != 0 || s.Status == qr.Open {
				t.Errorf("held: %+v", s)
			}
		}
		b.Decide(number, accept)
		s := b.inquire(t, o.Reference)
		if s.Undecided || (len(s.Payments) == 1) != accept || len(s.Reversed) != 0 {
			t.Errorf("accepted %v: %+v", accept, s)
		}
		if accept {
			continue
		}
		b.Reverse(number) // rejected, and sent back
		if s := b.inquire(t, o.Reference); s.Undecided || len(s.Payments) != 0 {
			t.Errorf("sent back: %+v", s)
		}
	}
}

// payer: the payer is reported as the bank knows it, or not at all, but never as in the code's order.
func payer(t *testing.T, b Bench) {
	o := order()
	o.Payer = deposit.Payer{BankCode: "KTB", AccountNo: "9990001112", Name: "SOMEBODY ELSE"}
	b.create(t, o)
	b.Pay(o.Reference, baht100) // by 1234567890 at SCB
	s := b.inquire(t, o.Reference)
	if len(s.Payments) != 1 {
		t.Fatalf("%+v", s)
	}
	got := s.Payments[0].Payer
	if got.Named() != b.NamesPayer || b.NamesPayer && (got.AccountNo != "1234567890" || got.BankCode != "SCB" || got.Name == "") {
		t.Errorf("the payer is %+v", got)
	}
}

// lost: a code is found by our reference among others, with its own identifier.
func lost(t *testing.T, b Bench) {
	var want qr.Code
	o := order()
	for i := range 12 {
		other := order()
		if i == 6 {
			want = b.create(t, o)
		} else {
			b.create(t, other)
		}
	}
	s := b.inquireBy(t, qr.Ref{Reference: o.Reference, AskedAt: time.Now().Add(-time.Minute)})
	if s.Status != qr.Open || s.Outside != want.Outside {
		t.Errorf("found as %+v, made as %+v", s, want)
	}
	if s := b.inquireBy(t, qr.Ref{Reference: id.Lower(15), AskedAt: time.Now().Add(-time.Minute)}); s.Status != qr.NotFound {
		t.Errorf("nobody's code is %+v", s)
	}
}

// createFaults: after each fault, the inquiry agrees with the gateway. Only "refuse" is a rejection.
func createFaults(t *testing.T, b Bench) {
	for mode, want := range map[string]qr.Status{
		"refuse": qr.NotFound, "down": qr.NotFound, "timeout": qr.NotFound,
		"lost_reply": qr.Open, "garbage": qr.Open, "late_apply": qr.Open, "slow": qr.Open,
	} {
		o := order()
		delay := b.Timeout / 4
		if mode == "late_apply" {
			delay = b.Timeout * 3 / 2
		}
		b.Fault("create", mode, delay)
		code, err := b.Gateway.Create(t.Context(), o)
		var refusal *qr.RefusedError
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
			if s := b.inquire(t, o.Reference); s.Status != qr.NotFound {
				t.Errorf("late_apply: at first %s", s.Status)
			}
			pass(b.Timeout)
		}
		if s := b.inquire(t, o.Reference); s.Status != want {
			t.Errorf("%s: the code is %s, want %s", mode, s.Status, want)
		}
	}
}

func checkFaults(t *testing.T, b Bench) {
	o := order()
	q := refs(o, b.create(t, o))[0]
	b.Pay(o.Reference, baht100)
	for _, mode := range []string{"refuse", "down", "timeout", "garbage", "lost_reply", "late_apply"} {
		b.Fault("check", mode, 0)
		if s, err := b.Gateway.Inquire(t.Context(), q); err == nil {
			t.Errorf("%s: answered %+v", mode, s)
		}
	}
	b.Fault("check", "slow", b.Timeout/4)
	if s := b.inquireBy(t, q); len(s.Payments) != 1 {
		t.Errorf("slow: %+v", s)
	}
	b.Fault("check", "not_found", b.Timeout/2)
	if s, err := b.Gateway.Inquire(t.Context(), q); err != nil || s.Status != qr.NotFound || len(s.Payments) != 0 {
		t.Errorf("not_found: %+v, %v", s, err)
	}
	pass(b.Timeout / 2)
	if s := b.inquireBy(t, q); len(s.Payments) != 1 {
		t.Errorf("after all faults: %+v", s)
	}
}

func twice(t *testing.T, b Bench) {
	o := order()
	b.create(t, o)
	o.Amount = 2 * baht100
	var refusal *qr.RefusedError
	if _, err := b.Gateway.Create(t.Context(), o); err == nil || errors.As(err, &refusal) {
		t.Errorf("a used reference: %v", err)
	}
	if s := b.inquire(t, o.Reference); s.Status != qr.Open {
		t.Errorf("the first code is %s", s.Status)
	}
}

func tooLate(t *testing.T, b Bench) {
	o := order()
	o.SendBy = time.Unix(1, 0)
	if _, err := b.Gateway.Create(t.Context(), o); err == nil {
		t.Error("sent after its time")
	}
	if s := b.inquire(t, o.Reference); s.Status != qr.NotFound {
		t.Errorf("the code is %s", s.Status)
	}
}

func login(t *testing.T, b Bench) {
	b.create(t, order())
	b.Forget()
	o := order()
	b.create(t, o)
	b.Forget()
	if s := b.inquire(t, o.Reference); s.Status != qr.Open {
		t.Errorf("the code is %s", s.Status)
	}
}

func unknown(t *testing.T, b Bench) {
	if s := b.inquire(t, id.Lower(15)); s.Status != qr.NotFound || len(s.Payments) != 0 {
		t.Errorf("nobody's code is %+v", s)
	}
	if err := b.Gateway.Cancel(t.Context(), qr.Ref{Reference: id.Lower(15)}); err != nil {
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
		if reference, err := b.Gateway.ParseCallback(l.Header, l.Body); !errors.Is(err, qr.ErrForged) || reference != "" {
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
	ends(t, "with a deadline of the caller's", began, b.Timeout/5)
	b.Fault("create", "timeout", 0)
	began = time.Now()
	if _, err := b.Gateway.Create(t.Context(), order()); err == nil {
		t.Error("an answer from nowhere")
	}
	ends(t, "with the adapter's own", began, b.Timeout)
}

func concurrent(t *testing.T, b Bench) {
	done := make(chan error)
	const callers = 32
	for i := range callers {
		go func() {
			o := order()
			o.Amount = baht100 + money.Amount(i)
			code, err := b.Gateway.Create(t.Context(), o)
			if err == nil {
				var p qrtext.Payload
				if p, err = qrtext.Parse(code.Payload); err == nil && p.Amount != o.Amount {
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
