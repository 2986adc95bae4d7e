package payout_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/withdraw"
	"krapao/withdraw/payout"
	"krapao/withdraw/withdrawtest"
)

// restored is a world of which the bank knows orders that the books have not sent: they are of before.
type restored struct {
	*withdrawtest.World
	bank payout.Bank
}

func newRestored(t *testing.T, s *store.Store, now *clock.Fake) *restored {
	t.Helper()
	w := &restored{}
	w.World = withdrawtest.New(t, s, withdrawtest.Options{
		Clock: now, NoCallbacks: true, Still: true, Bank: func(b payout.Bank) payout.Bank { w.bank = b; return b },
	})
	w.Outside.PayoutAuto(false)
	return w
}

var account = withdraw.Account{BankCode: "SCB", Number: "1234567890", Name: "SOMCHAI JAIDEE"}

// sentBefore orders a payout at the bank behind the books' back, as they did before they were lost.
func (w *restored) sentBefore(reference string, amount money.Amount, becomes ...string) {
	w.T.Helper()
	order := payout.Order{Reference: reference, Amount: amount, Account: account}
	if _, err := w.bank.Send(w.T.Context(), order); err != nil {
		w.T.Fatal(err)
	}
	for _, end := range becomes {
		w.Outside.DecidePayout(reference, end)
	}
}

// reviewed has a withdrawal wait for a person.
func (w *restored) reviewed(reference string) {
	w.T.Helper()
	if err := w.Decide(func(tx *store.Tx) error {
		_, err := tx.ExecContext(w.T.Context(), "UPDATE withdrawal SET state = 'review' WHERE reference = $1", reference)
		return err
	}); err != nil {
		w.T.Fatal(err)
	}
}

func (w *restored) imports(reference string, amount money.Amount, back bool, want payout.Imported) {
	w.T.Helper()
	got, err := w.Payouts.Import(w.T.Context(), payout.Listed{Reference: reference, Amount: amount, Back: back})
	if err != nil || got != want {
		w.T.Errorf("of %s became %d, %v, want %d", reference, got, err, want)
	}
}

// is fails the test unless a withdrawal is in a state and a wallet holds so much.
func (w *restored) is(what, reference string, state withdraw.State, member string, wallet money.Amount) {
	w.T.Helper()
	if got, holds := w.Find(reference).State, w.Wallet(member); got != state || holds != wallet {
		w.T.Errorf("%s: %s with %s in the wallet, want %s with %s", what, got, holds, state, wallet)
	}
}

// What the books have as requested or in review, and the bank has as sent, is finished as the bank says, by its own reference,
// once: however often it is imported, and whoever settles or approves it afterwards, the bank pays nothing again.
func TestAListedPayoutIsFinishedByItsOwnReference(t *testing.T) {
	t.Parallel()
	withdrawtest.EachWithClock(t, func(t *testing.T, s *store.Store, now *clock.Fake) {
		w := newRestored(t, s, now)
		for what, one := range map[string]struct {
			bank   []string
			back   bool
			first  payout.Imported
			state  withdraw.State
			wallet money.Amount
		}{
			"paid":         {[]string{"settle"}, false, payout.ListedBooked, withdraw.Paid, 200 * baht},
			"accepted":     {nil, false, payout.ListedBooked, withdraw.Sending, 200 * baht},
			"came back":    {[]string{"settle", "bounce"}, true, payout.ListedBooked, withdraw.Bounced, 500 * baht},
			"refused":      {[]string{"fail"}, false, payout.ListedDiffers, withdraw.Returned, 500 * baht},
			"not at all":   {[]string{"-"}, false, payout.ListedDiffers, withdraw.Requested, 200 * baht},
			"another's":    {[]string{"settle"}, false, payout.ListedDiffers, withdraw.Requested, 200 * baht},
			"did not come": {[]string{"settle"}, true, payout.ListedDiffers, withdraw.Paid, 200 * baht},
		} {
			m := w.Member(500 * baht)
			r := w.Request(m, 300*baht)
			if len(one.bank) == 0 || one.bank[0] != "-" {
				w.sentBefore(r.Reference, 300*baht, one.bank...)
			}
			amount := 300 * baht
			if what == "another's" {
				amount = 299 * baht
			}
			w.imports(r.Reference, amount, one.back, one.first)
			w.is(what, r.Reference, one.state, m, one.wallet)
			again := one.first
			if again == payout.ListedBooked && one.state != withdraw.Sending {
				again = payout.ListedKnown
			}
			w.imports(r.Reference, amount, one.back, again)
			w.is(what+", again", r.Reference, one.state, m, one.wallet)
		}
		review := w.Request(w.Member(500*baht), 300*baht)
		w.reviewed(review.Reference)
		w.sentBefore(review.Reference, 300*baht, "settle")
		w.imports(review.Reference, 300*baht, false, payout.ListedBooked)
		if err := w.Approve(review.Reference); !fault.Is(err, fault.NO_DATA) {
			t.Errorf("a paid one is approved: %v", err)
		}
		w.Settle(review.Reference)
		for _, p := range w.Outside.Payouts() {
			if p.Ref == review.Reference && p.State != "settled" {
				t.Errorf("the bank has it as %s", p.State)
			}
		}
		w.imports("unknown12345678", 300*baht, false, payout.ListedUnknown)
	})
}

// An order that the bank has and has not paid is not sent again while payouts are stopped since the restoration, even when the
// bank forgets it.
func TestAnAdoptedOrderIsNotSentWhilePayoutsAreStopped(t *testing.T) {
	t.Parallel()
	withdrawtest.EachWithClock(t, func(t *testing.T, s *store.Store, now *clock.Fake) {
		sends := 0
		w := withdrawtest.New(t, s, withdrawtest.Options{
			Clock: now, NoCallbacks: true, Still: true, Bank: func(b payout.Bank) payout.Bank { return &forgets{Bank: b, sends: &sends} },
		})
		r := w.Request(w.Member(500*baht), 300*baht)
		now.Advance(time.Second)
		if err := w.Decide(func(tx *store.Tx) error { return w.Stops.RestoredTx(t.Context(), tx) }); err != nil {
			t.Fatal(err)
		}
		now.Advance(time.Second)
		if _, err := w.Payouts.Import(t.Context(), payout.Listed{Reference: r.Reference, Amount: 300 * baht}); err != nil {
			t.Fatal(err)
		}
		for range 3 {
			now.Advance(10 * time.Minute)
			w.Settle(r.Reference)
		}
		if state := w.Find(r.Reference).State; sends != 0 || state != withdraw.Sending {
			t.Errorf("sent %d times; %s", sends, state)
		}
	})
}

// forgets is a bank that has an order once, and then does not know it.
type forgets struct {
	payout.Bank
	asked bool
	sends *int
}

func (f *forgets) Check(context.Context, payout.Order) (payout.Outcome, error) {
	if f.asked {
		return payout.Outcome{Kind: payout.NotFound}, nil
	}
	f.asked = true
	return payout.Outcome{Kind: payout.Pending}, nil
}

func (f *forgets) Send(context.Context, payout.Order) (payout.Outcome, error) {
	*f.sends++
	return payout.Outcome{}, errors.New("no answer")
}

// A payout that the books lost is booked by two as a paid withdrawal: the wallet pays what it holds, the member owes the rest,
// and the bank's later word counts as for any other.
func TestALostPayoutIsBookedOnce(t *testing.T) {
	t.Parallel()
	withdrawtest.EachWithClock(t, func(t *testing.T, s *store.Store, now *clock.Fake) {
		w := newRestored(t, s, now)
		book := func(l payout.Lost) error {
			l.Account, l.Outside = account, "B1"
			return w.Decide(func(tx *store.Tx) error { return w.Payouts.BookLostTx(t.Context(), tx, l) })
		}
		owes := func(m string) money.Amount { return -w.Balance(ledger.Owed(m)).Posted }
		rich, poor, broke := w.Member(500*baht), w.Member(100*baht), w.Member(0)
		for reference, one := range map[string]struct {
			member       string
			wallet, owed money.Amount
		}{
			"lost00000000001": {rich, 200 * baht, 0}, "lost00000000002": {poor, 0, 200 * baht},
			"lost00000000003": {broke, 0, 300 * baht},
		} {
			w.sentBefore(reference, 300*baht, "settle")
			lost := payout.Lost{Reference: reference, Member: one.member, Amount: 300 * baht}
			if err := book(lost); err != nil {
				t.Fatal(err)
			}
			if err := book(lost); !fault.Is(err, fault.NO_DATA) {
				t.Errorf("%s is booked again: %v", reference, err)
			}
			w.is(reference, reference, withdraw.Paid, one.member, one.wallet)
			if got := owes(one.member); got != one.owed {
				t.Errorf("of %s %s is owed, want %s", reference, got, one.owed)
			}
			w.imports(reference, 300*baht, false, payout.ListedKnown)
		}
		w.Outside.DecidePayout("lost00000000001", "bounce")
		w.imports("lost00000000001", 300*baht, true, payout.ListedBooked)
		w.is("it came back", "lost00000000001", withdraw.Bounced, rich, 500*baht)

		// One that the books have as unpaid is paid out of what it reserved.
		m := w.Member(500 * baht)
		r := w.Request(m, 300*baht)
		if err := book(payout.Lost{Reference: r.Reference, Member: rich, Amount: 300 * baht}); !fault.Is(err, fault.NO_DATA) {
			t.Errorf("another's withdrawal: %v", err)
		}
		if err := book(payout.Lost{Reference: r.Reference, Member: m, Amount: 300 * baht}); err != nil {
			t.Error(err)
		}
		w.is("unpaid", r.Reference, withdraw.Paid, m, 200*baht)
		returned := w.Request(m, 200*baht)
		w.reviewed(returned.Reference)
		if err := w.Return(returned.Reference); err != nil {
			t.Fatal(err)
		}
		if err := book(payout.Lost{Reference: returned.Reference, Member: m, Amount: 200 * baht}); err != nil {
			t.Error(err)
		}
		w.is("returned", returned.Reference, withdraw.Paid, m, 0)
	})
}
