package withdraw_test

import (
	"testing"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/sandbox/sandboxtest"
)

// An order whose sending got no answer may be under way whatever a wrong clock makes of its age: the node is started again with a
// clock a day ahead, or the order was sent by such a clock, which was corrected since. Until the time of a sending is over, the
// order is neither sent again nor returned; after that it is, and not a day later.
func TestAnOrderOnItsWayAfterAClockWasWrong(t *testing.T) {
	t.Parallel()
	for name, wrong := range map[string]func(w *world, now *clock.Fake){
		"a start with a clock ahead": func(w *world, now *clock.Fake) { storetest.Leap(w.t, w.store, now, 25*time.Hour) },
		"a clock that was ahead": func(w *world, _ *clock.Fake) {
			w.t.Helper()
			if err := w.decide(func(tx *store.Tx) error {
				_, err := tx.ExecContext(w.t.Context(), "UPDATE withdrawal SET send_by = send_by + $1", (25 * time.Hour).Microseconds())
				return err
			}); err != nil {
				w.t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			eachWithClock(t, func(t *testing.T, s *store.Store, now *clock.Fake) {
				w := newWorld(t, s, options{clock: now, noCallbacks: true, still: true})
				w.outside.AddFault(sandboxtest.Fault{Target: "payout", Op: "move", Mode: "timeout", Count: 2})
				r, returned := w.request(w.member(500*baht), 300*baht), w.request(w.member(500*baht), 300*baht)
				for _, reference := range []string{r.Reference, returned.Reference} {
					w.sent(reference)
				}
				wrong(w, now)
				giveBack := func() error {
					return w.decide(func(tx *store.Tx) error {
						_, err := w.service.ReturnTx(t.Context(), tx, returned.Reference, fault.TRANSFER_FAIL)
						return err
					})
				}
				w.settle(r.Reference)
				if n := len(w.outside.Payouts()); n != 0 {
					t.Errorf("it is sent again while the first may be under way: %d", n)
				}
				if err := giveBack(); !fault.Is(err, fault.TRY_AGAIN) {
					t.Errorf("returned while the order may be under way: %v", err)
				}
				now.Advance(time.Minute)
				w.settle(r.Reference)
				if n := len(w.outside.Payouts()); n != 1 {
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
func (w *world) sent(reference string) {
	w.t.Helper()
	id, _ := w.ledger.ParseReference(reference)
	x, err := w.ledger.Find(w.t.Context(), id)
	if err != nil {
		w.t.Fatal(err)
	}
	if _, err := w.service.Settle(w.t.Context(), x); err == nil {
		w.t.Fatal("the bank has answered")
	}
}
