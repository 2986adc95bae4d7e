package payout_test

import (
	"testing"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/sandbox/sandboxtest"
	"krapao/withdraw/withdrawtest"
)

// An order whose sending got no answer may be under way whatever a wrong clock makes of its age: the node is started again with a
// clock a day ahead, or the order was sent by such a clock, which was corrected since. Until the time of a sending is over, the
// order is neither sent again nor returned; after that it is, and not a day later.
func TestAnOrderOnItsWayAfterAClockWasWrong(t *testing.T) {
	t.Parallel()
	for name, wrong := range map[string]func(w *withdrawtest.World, now *clock.Fake){
		"a start with a clock ahead": func(w *withdrawtest.World, now *clock.Fake) { storetest.Leap(w.T, w.Store, now, 25*time.Hour) },
		"a clock that was ahead": func(w *withdrawtest.World, _ *clock.Fake) {
			w.T.Helper()
			if err := w.Decide(func(tx *store.Tx) error {
				_, err := tx.ExecContext(w.T.Context(), "UPDATE withdrawal SET send_by = send_by + $1", (25 * time.Hour).Microseconds())
				return err
			}); err != nil {
				w.T.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			withdrawtest.EachWithClock(t, func(t *testing.T, s *store.Store, now *clock.Fake) {
				w := withdrawtest.New(t, s, withdrawtest.Options{Clock: now, NoCallbacks: true, Still: true})
				w.Outside.AddFault(sandboxtest.Fault{Target: "payout", Op: "move", Mode: "timeout", Count: 2})
				r, returned := w.Request(w.Member(500*baht), 300*baht), w.Request(w.Member(500*baht), 300*baht)
				for _, reference := range []string{r.Reference, returned.Reference} {
					sent(w, reference)
				}
				wrong(w, now)
				giveBack := func() error { return w.Return(returned.Reference) }
				w.Settle(r.Reference)
				if n := len(w.Outside.Payouts()); n != 0 {
					t.Errorf("it is sent again while the first may be under way: %d", n)
				}
				if err := giveBack(); !fault.Is(err, fault.TRY_AGAIN) {
					t.Errorf("returned while the order may be under way: %v", err)
				}
				now.Advance(time.Minute)
				w.Settle(r.Reference)
				if n := len(w.Outside.Payouts()); n != 1 {
					t.Errorf("a minute later the bank has %d payouts", n)
				}
				if err := giveBack(); err != nil {
					t.Errorf("a minute later: %v", err)
				}
			})
		})
	}
}

// sent lets the worker send an order whose answer never comes.
func sent(w *withdrawtest.World, reference string) {
	w.T.Helper()
	id, _ := w.Ledger.ParseReference(reference)
	x, err := w.Ledger.Find(w.T.Context(), id)
	if err != nil {
		w.T.Fatal(err)
	}
	if _, err := w.Settler.Settle(w.T.Context(), x); err == nil {
		w.T.Fatal("the bank has answered")
	}
}
