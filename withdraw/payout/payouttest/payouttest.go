// Package payouttest is the conformance suite of a payout bank's adapter, whatever its protocol. It runs against the adapter and
// the other end of its protocol, over HTTP, with every fault that can happen between them.
package payouttest

import (
	"context"
	"errors"
	"testing"
	"time"

	"krapao/internal/id"
	"krapao/internal/testkit/bubble"
	"krapao/money"
	"krapao/withdraw"
	"krapao/withdraw/payout"
)

// Bench is one adapter with the means to control the bank behind it.
type Bench struct {
	Payout payout.Bank
	// Timeout is the adapter's own, for one call.
	Timeout time.Duration
	// Decide ends a payout: "settle", "fail" or "bounce". Payouts don't end by themselves.
	Decide func(reference, result string)
	// Fault arms one fault: op "move", "check" or "verify", a mode of SANDBOX.md.
	Fault func(op, mode string, delay time.Duration)
	// Count returns how many payouts the bank has under a reference.
	Count func(reference string) int
	// Callback returns a genuine callback about a reference, signed at a time. Forged returns forgeries of it, by name.
	Callback func(reference string, at time.Time) (payout.Header, []byte)
	Forged   func(reference string, at time.Time) map[string]Letter
	Now      func() time.Time
}

// Letter is a callback as it is sent.
type Letter struct {
	Header payout.Header
	Body   []byte
}

// Run runs the suite, each test in a bubble of testing/synctest: its waits are virtual, exact and free. open makes a new bench
// for each test, inside its bubble: nothing in it may wait for a socket or a process.
func Run(t *testing.T, open func(t *testing.T) Bench) {
	t.Helper()
	bubble.Each(t, open, map[string]func(t *testing.T, b Bench){
		"APayoutToEachOfItsEnds":         life,
		"OnlyADocumentedNoIsARejection":  sendFaults,
		"ACheckThatFailsSaysNothing":     checkFaults,
		"TheSameOrderAgainPaysOnce":      replay,
		"AnotherOrderUnderAReference":    conflict,
		"NothingIsSentTooLate":           tooLate,
		"AnAnswerMustAgree":              agrees,
		"NameInquiries":                  names,
		"CallbacksNeedTheirProof":        callbacks,
		"TheCallersDeadlineIsKept":       deadline,
		"BadAccountsAreRejectedAsSuch":   badAccount,
		"WhatNobodyOrderedIsNotFound":    unknown,
		"ConcurrentOrdersAreEachPaidOne": concurrent,
	})
}

func order() payout.Order {
	return payout.Order{
		Reference: id.Lower(15), Amount: 300 * money.Baht,
		Account: withdraw.Account{BankCode: "SCB", Number: "1234567890", Name: "SOMCHAI JAIDEE"},
	}
}

func (b Bench) send(t *testing.T, o payout.Order) payout.Outcome {
	t.Helper()
	outcome, err := b.Payout.Send(t.Context(), o)
	if err != nil {
		t.Fatalf("send: %v", err)
	}
	return outcome
}

func (b Bench) check(t *testing.T, o payout.Order) payout.Outcome {
	t.Helper()
	outcome, err := b.Payout.Check(t.Context(), o)
	if err != nil {
		t.Fatalf("check: %v", err)
	}
	return outcome
}

func life(t *testing.T, b Bench) {
	for result, want := range map[string]payout.Kind{
		"settle": payout.Paid, "fail": payout.Rejected, "bounce": payout.Bounced,
	} {
		o := order()
		if got := b.send(t, o); got.Kind != payout.Pending || got.Outside == "" {
			t.Errorf("sent: %+v", got)
		}
		if got := b.check(t, o); got.Kind != payout.Pending {
			t.Errorf("on its way: %+v", got)
		}
		b.Decide(o.Reference, result)
		if got := b.check(t, o); got.Kind != want {
			t.Errorf("%s: %+v", result, got)
		}
	}
	o := order()
	b.send(t, o)
	b.Decide(o.Reference, "settle")
	b.Decide(o.Reference, "bounce")
	if got := b.check(t, o); got.Kind != payout.Bounced {
		t.Errorf("settled and bounced: %+v", got)
	}
}

// sendFaults: after each fault the bank has the order that its check reports, and only "refuse" is a rejection.
func sendFaults(t *testing.T, b Bench) {
	for mode, want := range map[string]payout.Kind{
		"refuse": payout.NotFound, "down": payout.NotFound, "timeout": payout.NotFound,
		"lost_reply": payout.Pending, "garbage": payout.Pending, "late_apply": payout.Pending,
		"slow": payout.Pending,
	} {
		o := order()
		delay := b.Timeout / 4
		if mode == "late_apply" {
			delay = b.Timeout * 3 / 2
		}
		b.Fault("move", mode, delay)
		got, err := b.Payout.Send(t.Context(), o)
		switch {
		case mode == "slow":
			if err != nil || got.Kind != payout.Pending {
				t.Errorf("slow: %+v, %v", got, err)
			}
		case mode == "refuse":
			if err != nil || got.Kind != payout.Rejected || got.Reason == "" {
				t.Errorf("refuse: %+v, %v", got, err)
			}
		case err == nil:
			t.Errorf("%s: %+v", mode, got)
		}
		if mode == "late_apply" {
			if got := b.check(t, o); got.Kind != payout.NotFound {
				t.Errorf("late_apply: at first %+v", got)
			}
			bubble.Pass(b.Timeout)
		}
		if got := b.check(t, o); got.Kind != want {
			t.Errorf("%s: the bank says %+v, want %s", mode, got, want)
		}
	}
}

func checkFaults(t *testing.T, b Bench) {
	o := order()
	b.send(t, o)
	b.Decide(o.Reference, "settle")
	for _, mode := range []string{"refuse", "down", "timeout", "garbage", "lost_reply"} {
		b.Fault("check", mode, 0)
		if got, err := b.Payout.Check(t.Context(), o); err == nil && got.Kind != payout.Unknown {
			t.Errorf("%s: %+v", mode, got)
		}
	}
	b.Fault("check", "not_found", b.Timeout/2)
	if got := b.check(t, o); got.Kind != payout.NotFound {
		t.Errorf("not_found: %+v", got)
	}
	bubble.Pass(b.Timeout / 2)
	if got := b.check(t, o); got.Kind != payout.Paid {
		t.Errorf("after all faults: %+v", got)
	}
}

func replay(t *testing.T, b Bench) {
	if !b.Payout.Capabilities().Replay {
		t.Skip("this bank does not promise it")
	}
	o := order()
	first := b.send(t, o)
	for range 3 {
		if again := b.send(t, o); again != first {
			t.Errorf("first %+v, again %+v", first, again)
		}
	}
	b.Decide(o.Reference, "settle")
	if again := b.send(t, o); again.Kind != payout.Paid {
		t.Errorf("after it was paid: %+v", again)
	}
	if n := b.Count(o.Reference); n != 1 {
		t.Errorf("the bank has it %d times", n)
	}
}

// A reference used twice is our own mistake. It must not look like a rejection: that would return the first order's money.
func conflict(t *testing.T, b Bench) {
	o := order()
	b.send(t, o)
	o.Amount++
	if got, err := b.Payout.Send(t.Context(), o); err == nil {
		t.Errorf("another amount: %+v", got)
	}
}

func tooLate(t *testing.T, b Bench) {
	o := order()
	o.SendBy = b.Now().Add(-time.Millisecond)
	if _, err := b.Payout.Send(t.Context(), o); err == nil {
		t.Error("sent after its time")
	}
	if n := b.Count(o.Reference); n != 0 {
		t.Errorf("the bank has it %d times", n)
	}
}

func agrees(t *testing.T, b Bench) {
	o := order()
	b.send(t, o)
	b.Decide(o.Reference, "settle")
	for name, change := range map[string]func(o *payout.Order){
		"amount":  func(o *payout.Order) { o.Amount-- },
		"bank":    func(o *payout.Order) { o.Account.BankCode = "KTB" },
		"account": func(o *payout.Order) { o.Account.Number = "1234567891" },
	} {
		asked := o
		change(&asked)
		if got, err := b.Payout.Check(t.Context(), asked); err == nil {
			t.Errorf("the bank's answer has another %s and is taken: %+v", name, got)
		}
	}
}

func names(t *testing.T, b Bench) {
	ask := func() (withdraw.NameInquiry, error) { return b.Payout.InquireName(t.Context(), order().Account) }
	if got, err := ask(); err != nil || !got.Match || !got.Exists {
		t.Errorf("the holder: %+v, %v", got, err)
	}
	b.Fault("verify", "refuse", 0)
	if got, err := ask(); err != nil || got.Match || !got.Exists {
		t.Errorf("somebody else: %+v, %v", got, err)
	}
	b.Fault("verify", "not_found", b.Timeout/4)
	if got, err := ask(); err != nil || got.Match || got.Exists {
		t.Errorf("no such account: %+v, %v", got, err)
	}
	bubble.Pass(b.Timeout / 4)
	for _, mode := range []string{"down", "timeout", "garbage", "lost_reply"} {
		b.Fault("verify", mode, 0)
		if got, err := ask(); err == nil {
			t.Errorf("%s: %+v", mode, got)
		}
	}
}

func callbacks(t *testing.T, b Bench) {
	o := order()
	h, body := b.Callback(o.Reference, b.Now())
	reference, proof, err := b.Payout.ParseCallback(h, body)
	if err != nil || reference != o.Reference || proof == "" {
		t.Errorf("a true callback: %q, %q, %v", reference, proof, err)
	}
	if _, again, _ := b.Payout.ParseCallback(h, body); again != proof {
		t.Error("a replay has another proof")
	}
	h, other := b.Callback(o.Reference, b.Now().Add(time.Second))
	if _, next, _ := b.Payout.ParseCallback(h, other); next == proof {
		t.Error("two callbacks have one proof")
	}
	for name, l := range b.Forged(o.Reference, b.Now()) {
		if reference, _, err := b.Payout.ParseCallback(l.Header, l.Body); !errors.Is(err, payout.ErrForged) || reference != "" {
			t.Errorf("%s: %q, %v", name, reference, err)
		}
	}
	// Every byte of the body is signed.
	h, body = b.Callback(o.Reference, b.Now())
	for i := range body {
		changed := append([]byte(nil), body...)
		changed[i] ^= 1
		if _, _, err := b.Payout.ParseCallback(h, changed); !errors.Is(err, payout.ErrForged) {
			t.Fatalf("byte %d changed: %v", i, err)
		}
	}
}

func deadline(t *testing.T, b Bench) {
	b.Fault("move", "timeout", 0)
	ctx, cancel := context.WithTimeout(t.Context(), b.Timeout/5)
	defer cancel()
	began := time.Now()
	if got, err := b.Payout.Send(ctx, order()); err == nil {
		t.Errorf("an answer from nowhere: %+v", got)
	}
	bubble.Ends(t, "with a deadline of the caller's", began, b.Timeout/5)
	b.Fault("move", "timeout", 0)
	began = time.Now()
	if got, err := b.Payout.Send(t.Context(), order()); err == nil {
		t.Errorf("an answer from nowhere: %+v", got)
	}
	bubble.Ends(t, "with the adapter's own", began, b.Timeout)
}

func badAccount(t *testing.T, b Bench) {
	o := order()
	o.Account.Number = "12"
	if got, err := b.Payout.Send(t.Context(), o); err != nil || got.Kind != payout.Rejected || !got.BadAccount {
		t.Errorf("%+v, %v", got, err)
	}
}

func unknown(t *testing.T, b Bench) {
	if got := b.check(t, order()); got.Kind != payout.NotFound {
		t.Errorf("%+v", got)
	}
}

func concurrent(t *testing.T, b Bench) {
	const callers = 24
	done := make(chan error)
	for range callers {
		go func() {
			o := order()
			got, err := b.Payout.Send(t.Context(), o)
			if err == nil && (got.Kind != payout.Pending || b.Count(o.Reference) != 1) {
				err = errors.New("not paid once")
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
