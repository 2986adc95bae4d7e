package slip_test

import (
	"testing"
	"time"

	"krapao/deposit"
	"krapao/deposit/deposittest"
	"krapao/deposit/slip"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
)

// wrongs are what a wrong clock makes of the age of a slip that was just uploaded: the node is started again with a clock that is
// 25 hours ahead, or the slip was uploaded by such a clock, which was corrected since.
var wrongs = map[string]func(w *deposittest.World, now *clock.Fake, reference string){
	"a start with a clock ahead": func(w *deposittest.World, now *clock.Fake, _ string) {
		storetest.Leap(w.T, w.Store, now, 25*time.Hour)
	},
	"a clock that was ahead": func(w *deposittest.World, _ *clock.Fake, reference string) {
		w.T.Helper()
		err := w.Store.Write(w.T.Context(), func(tx *store.Tx) error {
			_, err := tx.ExecContext(w.T.Context(), "UPDATE slip SET uploaded_at = uploaded_at + $1 WHERE id = $2",
				(25 * time.Hour).Microseconds(), reference)
			return err
		})
		if err != nil {
			w.T.Fatal(err)
		}
	},
}

// eachWrong is a test of what a wrong clock does to a slip, with the node n of the world.
func eachWrong(
	t *testing.T, change func(d *deposittest.Deps),
	test func(t *testing.T, w *deposittest.World, n *deposittest.Node, now *clock.Fake, wrong func(reference string)),
) {
	t.Helper()
	for name, wrong := range wrongs {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			deposittest.EachWithClock(t, func(t *testing.T, s *store.Store, now *clock.Fake) {
				w := deposittest.NewWorld(t, s, deposittest.Options{Clock: now})
				test(t, w, slipNode(w, change), now, func(reference string) { wrong(w, now, reference) })
			})
		})
	}
}

// After a wrong clock, the first seconds in which a bank may not know a transfer yet are counted anew.
func TestABankThatIsNotReadyAfterAClockWasWrong(t *testing.T) {
	t.Parallel()
	unknown := func(a *slip.Answer) error { *a = slip.Answer{Finding: slip.NotFound}; return nil }
	eachWrong(t, func(d *deposittest.Deps) {
		for i, v := range d.Slips.Verifiers {
			d.Slips.Verifiers[i] = lies{v, unknown}
		}
	}, func(t *testing.T, w *deposittest.World, n *deposittest.Node, now *clock.Fake, wrong func(reference string)) {
		m := w.Member()
		reference := uploaded(w, n, m, paidFrom(w, sandboxtest.Transfer{}))
		wrong(reference)
		slipTurn(w, n)
		stands(w, slipOf(w, n, m, reference), deposit.InProgress, "")
		now.Advance(8 * time.Second)
		slipTurn(w, n)
		stands(w, slipOf(w, n, m, reference), deposit.Failed, fault.INVALID_SLIP)
	})
}

// After a wrong clock, a slip that nobody verifies waits for a day before it is an operator's case, and no longer.
func TestAnUnverifiedSlipAfterAClockWasWrong(t *testing.T) {
	t.Parallel()
	everyStep := func(d *deposittest.Deps) { d.Slips.Retry = 20 * time.Millisecond }
	eachWrong(t, everyStep, func(
		t *testing.T, w *deposittest.World, n *deposittest.Node, now *clock.Fake, wrong func(reference string),
	) {
		m := w.Member()
		w.Outside.AddFault(sandboxtest.Fault{Target: "slip", Mode: "down", Count: 1000})
		reference := uploaded(w, n, m, paidFrom(w, sandboxtest.Transfer{}))
		wrong(reference)
		for _, tc := range []struct {
			after time.Duration
			note  fault.Code
		}{{0, ""}, {24*time.Hour - time.Second, ""}, {time.Second, fault.SLIP_UNVERIFIED}} {
			now.Advance(tc.after)
			slipTurn(w, n)
			stands(w, slipOf(w, n, m, reference), deposit.InProgress, tc.note)
		}
	})
}

// After a start with a clock that is ahead, the gateway is asked about a slip's code as often as about that of a new slip, and a
// code without a payment is believed to be unpaid only once the gateway had its time.
func TestAGatewaysWordAfterAClockWasWrong(t *testing.T) {
	t.Parallel()
	eachCodeWorld(t, func(t *testing.T, w *codeWorld) {
		m := w.Member()
		w.says.set(func(s *silence) { s.untold = true })
		paid := w.paid(m, "PAYONEX", 250*money.Baht)
		w.CreateAt("KBANK", m, 90*money.Baht)
		like := uploaded(w.World, w.slips, m, paidFrom(w.World, sandboxtest.Transfer{
			ToBank: "KTB", ToAccount: "5556667778", Amount: "90",
		}))
		turns := func(pause time.Duration) { // of both slips
			w.turn(pause)
			w.turn(0)
		}
		for range 6 { // now the pauses would be longer than that of a new slip
			turns(time.Minute)
		}
		storetest.Leap(t, w.Store, w.now, 25*time.Hour)
		turns(0)
		for range 3 {
			before := w.says.inquiry
			turns(19 * time.Second)
			if w.says.inquiry != before+2 {
				t.Error("the gateway is asked as seldom as about an old slip")
			}
		}
		for _, reference := range []string{paid, like} {
			stands(w.World, slipOf(w.World, w.slips, m, reference), deposit.InProgress, fault.SLIP_QR_PENDING)
		}
		turns(15 * time.Minute)
		stands(w.World, slipOf(w.World, w.slips, m, paid), deposit.InProgress, fault.SLIP_QR_PENDING)
		stands(w.World, slipOf(w.World, w.slips, m, like), deposit.Failed, fault.DEST_ACC_INVALID)
	})
}
