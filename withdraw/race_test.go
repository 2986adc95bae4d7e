package withdraw_test

import (
	"context"
	"testing"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/withdraw"
)

// overtaken is a bank during whose next answer something else happens: after the question, before the answer arrives.
type overtaken struct {
	withdraw.Payout
	meanwhile func()
	// says, where it is set, replaces that answer: a bank that contradicts itself.
	says withdraw.PayoutKind
}

func (p *overtaken) Check(ctx context.Context, o withdraw.PayoutOrder) (withdraw.PayoutOutcome, error) {
	meanwhile := p.meanwhile
	p.meanwhile = nil
	answer, err := p.Payout.Check(ctx, o)
	if meanwhile == nil {
		return answer, err
	}
	meanwhile()
	if p.says != "" {
		answer = withdraw.PayoutOutcome{Kind: p.says}
	}
	return answer, err
}

// twice is a withdrawal of 300 baht that was sent, with two callers that learn of its end.
type twice struct {
	*world
	bank   *overtaken
	member string
	r      withdraw.Receipt
	held   ledger.Transfer
}

func newTwice(t *testing.T, s *store.Store, now *clock.Fake) *twice {
	t.Helper()
	w := &twice{bank: &overtaken{}}
	w.world = newWorld(t, s, options{
		clock: now, noCallbacks: true, still: true,
		payout: func(p withdraw.Payout) withdraw.Payout { w.bank.Payout = p; return w.bank },
	})
	w.outside.PayoutAuto(false)
	w.member = w.world.member(500 * baht)
	w.r = w.request(w.member, 300*baht)
	w.settle(w.r.Reference)
	id, _ := w.ledger.ParseReference(w.r.Reference)
	var err error
	if w.held, err = w.ledger.Find(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	now.Advance(time.Minute)
	return w
}

// ends lets the second caller learn of the end while the first one asks, and demands that the first gets no error.
func (w *twice) ends(state withdraw.State, purse int64, stopped bool) {
	w.t.Helper()
	if _, err := w.service.Settle(w.t.Context(), w.held); err != nil {
		w.t.Errorf("the second caller: %v", err)
	}
	if x := w.find(w.r.Reference); x.State != state {
		w.t.Errorf("it is %s, want %s", x.State, state)
	}
	if got := w.wallet(w.member); int64(got) != purse*int64(baht) {
		w.t.Errorf("the wallet has %s, want %d", got, purse)
	}
	if since, why, err := w.service.Brake(w.t.Context()); err != nil || since.IsZero() == stopped || stopped && why == "" {
		w.t.Errorf("automatic payouts are stopped since %v: %q, %v", since, why, err)
	}
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
			eachWithClock(t, func(t *testing.T, s *store.Store, now *clock.Fake) {
				w := newTwice(t, s, now)
				w.outside.DecidePayout(w.r.Reference, what)
				w.bank.meanwhile = func() { w.settle(w.r.Reference) }
				w.ends(c.state, c.purse, false)
				w.agree()
			})
		})
	}
}

// A payout bounces between the two answers: the second answer is booked, too, once.
func TestTheSecondHearsOfABounce(t *testing.T) {
	t.Parallel()
	eachWithClock(t, func(t *testing.T, s *store.Store, now *clock.Fake) {
		w := newTwice(t, s, now)
		w.outside.DecidePayout(w.r.Reference, "settle")
		w.bank.says = withdraw.PayoutBounced
		w.bank.meanwhile = func() {
			w.settle(w.r.Reference)
			w.outside.DecidePayout(w.r.Reference, "bounce")
		}
		w.ends(withdraw.Bounced, 500, false)
		w.agree()
	})
}

// Operators returned it while the bank said that it paid: the payment is booked at once, and automatic payouts stop.
func TestPaidWhileItWasGivenBack(t *testing.T) {
	t.Parallel()
	eachWithClock(t, func(t *testing.T, s *store.Store, now *clock.Fake) {
		w := newTwice(t, s, now)
		w.outside.DecidePayout(w.r.Reference, "settle")
		w.bank.meanwhile = func() {
			if err := w.decide(func(tx *store.Tx) error {
				_, err := w.service.ReturnTx(t.Context(), tx, w.r.Reference, fault.TRANSFER_FAIL)
				return err
			}); err != nil {
				t.Error(err)
			}
		}
		w.ends(withdraw.Paid, 200, true)
		w.agree()
	})
}

// A bank says that it paid, and then that it rejected: nothing more is booked, and persons have to look.
func TestTheBankSaysBoth(t *testing.T) {
	t.Parallel()
	eachWithClock(t, func(t *testing.T, s *store.Store, now *clock.Fake) {
		w := newTwice(t, s, now)
		w.outside.DecidePayout(w.r.Reference, "settle")
		w.bank.says = withdraw.PayoutRejected
		w.bank.meanwhile = func() { w.settle(w.r.Reference) }
		w.ends(withdraw.Paid, 200, true)
		w.agree()
	})
}
