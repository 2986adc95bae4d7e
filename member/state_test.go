package member_test

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/member"
	"krapao/money"
)

// spend moves a baht out of the wallet by an order that obeys the hold.
func (b *bench) spend(t *testing.T, id, key string) error {
	t.Helper()
	_, err := b.ledger.Move(t.Context(), ledger.Order{
		Key: ledger.InternalKey("test", key), Kind: "withdraw", Debit: ledger.Wallet(id), Credit: ledger.Payout,
		Amount: money.Baht, Member: id, Gates: ledger.GateHeld,
	})
	return err
}

// deposit credits the wallet; deposits obey no gate.
func (b *bench) deposit(t *testing.T, id, key string) error {
	t.Helper()
	_, err := b.ledger.Move(t.Context(), ledger.Order{
		Key: ledger.InternalKey("deposit", key), Kind: "deposit", Debit: ledger.Bank("KBANK"), Credit: ledger.Wallet(id),
		Amount: 10 * money.Baht, Member: id,
	})
	return err
}

func TestHoldStopsSpendingAndNotDeposits(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		id := b.register(t, 1)
		want(t, "deposit", b.deposit(t, id, "1"), "")
		want(t, "spend before", b.spend(t, id, "1"), "")
		h, err := b.Hold(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if h.Until.Sub(start) != 15*time.Second {
			t.Errorf("held until %s", h.Until)
		}
		want(t, "spend under the hold", b.spend(t, id, "2"), fault.TRY_AGAIN)
		want(t, "deposit under the hold", b.deposit(t, id, "2"), "")
		_, err = b.Hold(t.Context(), id)
		want(t, "a second hold", err, fault.TRY_AGAIN)
		if err := b.store.Write(t.Context(), func(tx *store.Tx) error {
			state, err := member.LockTx(t.Context(), tx, id)
			if err != nil {
				return err
			}
			want(t, "a decision under the hold", state.Free(tx.Now), fault.TRY_AGAIN)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if err := b.Release(t.Context(), h); err != nil {
			t.Fatal(err)
		}
		want(t, "spend after", b.spend(t, id, "3"), "")
	})
}

// If the holder of a hold dies, the member waits for 15 seconds at most, and the dead holder decides nothing any more.
func TestLapsedHold(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		id := b.register(t, 1)
		want(t, "deposit", b.deposit(t, id, "1"), "")
		old, err := b.Hold(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		b.clock.Advance(14 * time.Second)
		if n, err := b.ReleaseLapsed(t.Context()); n != 0 || err != nil {
			t.Errorf("released %d before its end, %v", n, err)
		}
		b.clock.Advance(time.Second)
		if n, err := b.ReleaseLapsed(t.Context()); n != 1 || err != nil {
			t.Errorf("released %d, %v", n, err)
		}
		want(t, "spend after", b.spend(t, id, "1"), "")
		fresh, err := b.Hold(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if err := b.Release(t.Context(), old); err != nil {
			t.Fatal(err)
		}
		want(t, "the old holder does not free the new hold", b.spend(t, id, "2"), fault.TRY_AGAIN)
		still := func(h member.Hold) (still bool) {
			if err := b.store.Write(t.Context(), func(tx *store.Tx) (err error) {
				still, err = member.HoldStillTx(t.Context(), tx, h)
				return err
			}); err != nil {
				t.Error(err)
			}
			return still
		}
		if still(old) || !still(fresh) {
			t.Error("the hold is still the fresh one's, and no other's")
		}
		b.clock.Advance(15 * time.Second)
		if still(fresh) {
			t.Error("a lapsed hold is still one")
		}
		err = b.store.Write(t.Context(), func(tx *store.Tx) error {
			still, err := b.ReleaseTx(t.Context(), tx, fresh)
			if still {
				t.Error("a decision by what was read under a lapsed hold")
			}
			return err
		})
		want(t, "release", err, "")
		want(t, "spend at last", b.spend(t, id, "3"), "")
	})
}

func TestOneOfManyGetsTheHold(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		id := b.register(t, 1)
		var got atomic.Int32
		var wg sync.WaitGroup
		for range 20 {
			wg.Go(func() {
				_, err := b.Hold(t.Context(), id)
				if err == nil {
					got.Add(1)
					return
				}
				want(t, "the others", err, fault.TRY_AGAIN)
			})
		}
		wg.Wait()
		if got.Load() != 1 {
			t.Errorf("%d got the hold", got.Load())
		}
	})
}

// Decisions about one member follow one another: each sees the version that the one before it left.
func TestLockPutsDecisionsInARow(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		id := b.register(t, 1)
		var mu sync.Mutex
		seen := map[int64]bool{}
		var wg sync.WaitGroup
		for range 20 {
			wg.Go(func() {
				var version int64
				if err := b.store.Write(t.Context(), func(tx *store.Tx) error {
					state, err := member.LockTx(t.Context(), tx, id)
					version = state.Version
					return err
				}); err != nil {
					t.Error(err)
				}
				mu.Lock()
				defer mu.Unlock()
				if seen[version] {
					t.Errorf("version %d twice", version)
				}
				seen[version] = true
			})
		}
		wg.Wait()
		err := b.store.Write(t.Context(), func(tx *store.Tx) error {
			_, err := member.LockTx(t.Context(), tx, "000000000000")
			return err
		})
		want(t, "nobody's state", err, fault.NO_USER)
	})
}

func TestGatesAreRaisedOnTheWallet(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		id := b.register(t, 1)
		set := func(raise, lower ledger.Gate) error {
			return b.store.Write(t.Context(), func(tx *store.Tx) error {
				state, err := member.LockTx(t.Context(), tx, id)
				if err != nil {
					return err
				}
				return b.SetGatesTx(t.Context(), tx, state, raise, lower)
			})
		}
		want(t, "raise", set(ledger.GateWithdraw|ledger.GateCredits, 0), "")
		want(t, "lower one", set(0, ledger.GateCredits), "")
		balance, err := b.ledger.Balance(t.Context(), ledger.Wallet(id))
		if err != nil || balance.Gates != ledger.GateWithdraw {
			t.Errorf("gates %b, %v", balance.Gates, err)
		}
		if err := set(ledger.GateHeld, 0); err == nil || errors.Is(err, store.ErrUnknown) {
			t.Errorf("GateHeld without a hold: %v", err)
		}
	})
}
