package payout_test

import (
	"context"
	"testing"
	"time"

	"krapao/brake"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/withdraw"
	"krapao/withdraw/payout"
	"krapao/withdraw/withdrawtest"
)

// overtaken is a bank during whose next answer something else happens: after the question, before the answer arrives.
type overtaken struct {
	payout.Bank
	meanwhile func()
	// says, where it is set, replaces that answer: a bank that contradicts itself.
	says payout.Kind
}

func (p *overtaken) Check(ctx context.Context, o payout.Order) (payout.Outcome, error) {
	meanwhile := p.meanwhile
	p.meanwhile = nil
	answer, err := p.Bank.Check(ctx, o)
	if meanwhile == nil {
		return answer, err
	}
	meanwhile()
	if p.says != "" {
		answer = payout.Outcome{Kind: p.says}
	}
	return answer, err
}

// twice is a withdrawal of 300 baht that was sent, with two callers that learn of its end.
type twice struct {
	*withdrawtest.World
	bank   *overtaken
	member string
	r      withdraw.Receipt
	held   ledger.Transfer
}

func newTwice(t *testing.T, s *store.Store, now *clock.Fake) *twice {
	t.Helper()
	w := &twice{bank: &overtaken{}}
	w.World = withdrawtest.New(t, s, withdrawtest.Options{
		Clock: now, NoCallbacks: true, Still: true,
		Bank: func(p payout.Bank) payout.Bank { w.bank.Bank = p; return w.bank },
	})
	w.Outside.PayoutAuto(false)
	w.member = w.Member(500 * baht)
	w.r = w.Request(w.member, 300*baht)
	w.Settle(w.r.Reference)
	id, _ := w.Ledger.ParseReference(w.r.Reference)
	var err error
	if w.held, err = w.Ledger.Find(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	now.Advance(time.Minute)
	return w
}

// ends lets the second caller learn of the end while the first one asks, and demands that the first gets no error. found is what
// automatic payouts are stopped for; none: they go on.
func (w *twice) ends(state withdraw.State, purse int64, found ...brake.Against) {
	w.T.Helper()
	if _, err := w.Settler.Settle(w.T.Context(), w.held); err != nil {
		w.T.Errorf("the second caller: %v", err)
	}
	if x := w.Find(w.r.Reference); x.State != state {
		w.T.Errorf("it is %s, want %s", x.State, state)
	}
	if got := w.Wallet(w.member); int64(got) != purse*int64(baht) {
		w.T.Errorf("the wallet has %s, want %d", got, purse)
	}
	w.Stopped(found...)
}

// The settle worker and a callback learn of the same end: it is booked once, and the second one gets no error.
func TestTwoHearOfTheSameEnd(t *testing.T) {
	t.Parallel()
	for what, c := range map[string]struct {
		state withdraw.State
		purse int64
	}{"settle": {withdraw.Paid, 200}, "fail": {withdraw.Returned, 500}} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			withdrawtest.EachWithClock(t, func(t *testing.T, s *store.Store, now *clock.Fake) {
				w := newTwice(t, s, now)
				w.Outside.DecidePayout(w.r.Reference, what)
				w.bank.meanwhile = func() { w.Settle(w.r.Reference) }
				w.ends(c.state, c.purse)
				w.Agree()
			})
		})
	}
}

// A payout bounces between the two answers: the second answer is booked, too, once.
func TestTheSecondHearsOfABounce(t *testing.T) {
	t.Parallel()
	withdrawtest.EachWithClock(t, func(t *testing.T, s *store.Store, now *clock.Fake) {
		w := newTwice(t, s, now)
		w.Outside.DecidePayout(w.r.Reference, "settle")
		w.bank.says = payout.Bounced
		w.bank.meanwhile = func() {
			w.Settle(w.r.Reference)
			w.Outside.DecidePayout(w.r.Reference, "bounce")
		}
		w.ends(withdraw.Bounced, 500)
		w.Agree()
	})
}

// Operators returned it while the bank said that it paid: the payment is booked at once, and automatic payouts stop.
func TestPaidWhileItWasGivenBack(t *testing.T) {
	t.Parallel()
	withdrawtest.EachWithClock(t, func(t *testing.T, s *store.Store, now *clock.Fake) {
		w := newTwice(t, s, now)
		w.Outside.DecidePayout(w.r.Reference, "settle")
		w.bank.meanwhile = func() {
			if err := w.Return(w.r.Reference); err != nil {
				t.Error(err)
			}
		}
		w.ends(withdraw.Paid, 200, brake.Against{Kind: brake.PaidAfterReturn, Reference: w.r.Reference})
		w.Agree()
	})
}

// A bank says that it paid, and then that it rejected: nothing more is booked, and persons have to look.
func TestTheBankSaysBoth(t *testing.T) {
	t.Parallel()
	withdrawtest.EachWithClock(t, func(t *testing.T, s *store.Store, now *clock.Fake) {
		w := newTwice(t, s, now)
		w.Outside.DecidePayout(w.r.Reference, "settle")
		w.bank.says = payout.Rejected
		w.bank.meanwhile = func() { w.Settle(w.r.Reference) }
		w.ends(withdraw.Paid, 200, brake.Against{Kind: brake.PaidAndRefused, Reference: w.r.Reference})
		w.Agree()
	})
}
