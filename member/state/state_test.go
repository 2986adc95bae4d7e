package state_test

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/member/membertest"
	"krapao/member/state"
	"krapao/money"
)

// spend moves a baht out of the wallet by an order that obeys the hold.
func spend(t *testing.T, w *membertest.World, id, key string) error {
	t.Helper()
	_, err := w.Ledger.Move(t.Context(), ledger.Order{
		Key: ledger.InternalKey("test", key), Kind: "withdraw", Debit: ledger.Wallet(id), Credit: ledger.Payout,
		Amount: money.Baht, Member: id, Gates: ledger.GateHeld,
	})
	return err
}

// deposit credits the wallet; deposits obey no gate.
func deposit(t *testing.T, w *membertest.World, id, key string) error {
	t.Helper()
	_, err := w.Ledger.Move(t.Context(), ledger.Order{
		Key: ledger.InternalKey("deposit", key), Kind: "deposit", Debit: ledger.Bank("KBANK"), Credit: ledger.Wallet(id),
		Amount: 10 * money.Baht, Member: id,
	})
	return err
}

func TestHoldStopsSpendingAndNotDeposits(t *testing.T) {
	t.Parallel()
	membertest.Each(t, func(t *testing.T, w *membertest.World) {
		id := w.Register(t, 1)
		membertest.Want(t, "deposit", deposit(t, w, id, "1"), "")
		membertest.Want(t, "spend before", spend(t, w, id, "1"), "")
		h, err := w.States.Hold(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if h.Until.Sub(membertest.Start) != 15*time.Second {
			t.Errorf("held until %s", h.Until)
		}
		membertest.Want(t, "spend under the hold", spend(t, w, id, "2"), fault.TRY_AGAIN)
		membertest.Want(t, "deposit under the hold", deposit(t, w, id, "2"), "")
		_, err = w.States.Hold(t.Context(), id)
		membertest.Want(t, "a second hold", err, fault.TRY_AGAIN)
		if err := w.Store.Write(t.Context(), func(tx *store.Tx) error {
			locked, err := state.LockTx(t.Context(), tx, id)
			if err != nil {
				return err
			}
			membertest.Want(t, "a decision under the hold", locked.Free(tx.Now), fault.TRY_AGAIN)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if err := w.States.Release(t.Context(), h); err != nil {
			t.Fatal(err)
		}
		membertest.Want(t, "spend after", spend(t, w, id, "3"), "")
	})
}

// If the holder of a hold dies, the member waits for 15 seconds at most, and the dead holder decides nothing any more.
func TestLapsedHold(t *testing.T) {
	t.Parallel()
	membertest.Each(t, func(t *testing.T, w *membertest.World) {
		id := w.Register(t, 1)
		membertest.Want(t, "deposit", deposit(t, w, id, "1"), "")
		old, err := w.States.Hold(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		w.Clock.Advance(14 * time.Second)
		if n, err := w.States.ReleaseLapsed(t.Context()); n != 0 || err != nil {
			t.Errorf("released %d before its end, %v", n, err)
		}
		w.Clock.Advance(time.Second)
		if n, err := w.States.ReleaseLapsed(t.Context()); n != 1 || err != nil {
			t.Errorf("released %d, %v", n, err)
		}
		membertest.Want(t, "spend after", spend(t, w, id, "1"), "")
		fresh, err := w.States.Hold(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.States.Release(t.Context(), old); err != nil {
			t.Fatal(err)
		}
		membertest.Want(t, "the old holder does not free the new hold", spend(t, w, id, "2"), fault.TRY_AGAIN)
		still := func(h state.Hold) (still bool) {
			if err := w.Store.Write(t.Context(), func(tx *store.Tx) (err error) {
				still, err = state.HoldStillTx(t.Context(), tx, h)
				return err
			}); err != nil {
				t.Error(err)
			}
			return still
		}
		if still(old) || !still(fresh) {
			t.Error("the hold is still the fresh one's, and no other's")
		}
		w.Clock.Advance(15 * time.Second)
		if still(fresh) {
			t.Error("a lapsed hold is still one")
		}
		err = w.Store.Write(t.Context(), func(tx *store.Tx) error {
			still, err := w.States.ReleaseTx(t.Context(), tx, fresh)
			if still {
				t.Error("a decision by what was read under a lapsed hold")
			}
			return err
		})
		membertest.Want(t, "release", err, "")
		membertest.Want(t, "spend at last", spend(t, w, id, "3"), "")
	})
}

func TestOneOfManyGetsTheHold(t *testing.T) {
	t.Parallel()
	membertest.Each(t, func(t *testing.T, w *membertest.World) {
		id := w.Register(t, 1)
		var got atomic.Int32
		var wg sync.WaitGroup
		for range 20 {
			wg.Go(func() {
				_, err := w.States.Hold(t.Context(), id)
				if err == nil {
					got.Add(1)
					return
				}
				membertest.Want(t, "the others", err, fault.TRY_AGAIN)
			})
		}
		wg.Wait()
		if got.Load() != 1 {
			t.Errorf("%d got the hold", got.Load())
		}
	})
}

// Decisions about one member follow one another: each sees what the one before it left.
func TestLockPutsDecisionsInARow(t *testing.T) {
	t.Parallel()
	membertest.Each(t, func(t *testing.T, w *membertest.World) {
		id := w.Register(t, 1)
		began := w.Store.Now().Add(time.Hour)
		longer := func(tx *store.Tx) error {
			locked, err := state.LockTx(t.Context(), tx, id)
			if err != nil {
				return err
			}
			until := locked.BreakUntil
			if until.IsZero() {
				until = began
			}
			_, err = state.SetUntilTx(t.Context(), tx, locked, until.Add(time.Minute), time.Time{})
			return err
		}
		var wg sync.WaitGroup
		for range 20 {
			wg.Go(func() {
				if err := w.Store.Write(t.Context(), longer); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if now, err := w.States.Read(t.Context(), id); err != nil || !now.BreakUntil.Equal(began.Add(20*time.Minute)) {
			t.Errorf("after 20 decisions: %+v, %v", now, err)
		}
		err := w.Store.Write(t.Context(), func(tx *store.Tx) error {
			_, err := state.LockTx(t.Context(), tx, "000000000000")
			return err
		})
		membertest.Want(t, "nobody's state", err, fault.NO_USER)
	})
}

func TestGatesAreRaisedOnTheWallet(t *testing.T) {
	t.Parallel()
	membertest.Each(t, func(t *testing.T, w *membertest.World) {
		id := w.Register(t, 1)
		set := func(raise, lower ledger.Gate) error {
			return w.Store.Write(t.Context(), func(tx *store.Tx) error {
				locked, err := state.LockTx(t.Context(), tx, id)
				if err != nil {
					return err
				}
				return w.States.SetGatesTx(t.Context(), tx, locked, raise, lower)
			})
		}
		membertest.Want(t, "raise", set(ledger.GateWithdraw|ledger.GateCredits, 0), "")
		membertest.Want(t, "lower one", set(0, ledger.GateCredits), "")
		balance, err := w.Ledger.Balance(t.Context(), ledger.Wallet(id))
		if err != nil || balance.Gates != ledger.GateWithdraw {
			t.Errorf("gates %b, %v", balance.Gates, err)
		}
		if err := set(ledger.GateHeld, 0); err == nil || errors.Is(err, store.ErrUnknown) {
			t.Errorf("GateHeld without a hold: %v", err)
		}
	})
}
