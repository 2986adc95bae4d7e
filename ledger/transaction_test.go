package ledger_test

import (
	"context"
	"errors"
	"testing"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
)

func TestAnAreasTransactionAndItsMoneyAreOneCommit(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		b, ctx := setup(t, s), context.Background()
		b.deposit(nok, 100)
		changed := errors.New("the area changed its mind")
		o := withdrawal(nok, 60)
		err := s.Write(ctx, func(tx *store.Tx) error {
			if err := b.OpenTx(ctx, tx, ledger.Wallet("NEW")); err != nil {
				return err
			}
			move := ledger.Order{
				Key: newKey(), Kind: "x", Debit: ledger.Bank("never"), Credit: ledger.Wallet("NEW"), Amount: 5, Member: "NEW",
			}
			if _, err := b.MoveTx(ctx, tx, move); err != nil {
				return err
			}
			r, err := b.ReserveTx(ctx, tx, o)
			if err != nil {
				return err
			}
			if _, err := b.PostTx(ctx, tx, ledger.Settlement{ID: r.Transfer.ID, Amount: 50}); err != nil {
				return err
			}
			if in, err := b.BalanceTx(ctx, tx, ledger.Wallet(nok)); err != nil || in.Posted != 50 || in.Reserved != 0 {
				t.Errorf("inside: %+v, %v", in, err)
			}
			return changed
		})
		wantError(t, err, changed)
		b.hasBalance(ledger.Wallet(nok), 100, 0)
		if _, found, _ := b.FindByKey(ctx, o.Key); found {
			t.Error("the key was used by a transaction that never was")
		}
		_, err = b.Move(ctx, ledger.Order{
			Key: newKey(), Kind: "x", Debit: ledger.Bank("kbank"), Credit: ledger.Wallet("NEW"), Amount: 5,
		})
		wantCode(t, err, fault.NO_WALLET)
		if _, err := b.Move(ctx, ledger.Order{
			Key: newKey(), Kind: "x", Debit: ledger.Bank("never"), Credit: ledger.Wallet(nok), Amount: 5,
		}); err != nil {
			t.Errorf("an account that a rolled back transaction made first: %v", err)
		}
		b.clean()
	})
}

func TestARefusalInsideDoesNotAbortTheTransaction(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		b, ctx := setup(t, s), context.Background()
		b.deposit(nok, 100)
		refused := withdrawal(nok, 101)
		b.tx(func(tx *store.Tx) error {
			if err := b.LockTx(ctx, tx, ledger.Wallet(nok), ledger.Payout, ledger.Wallet("NOBODY")); err != nil {
				return err
			}
			_, err := b.ReserveTx(ctx, tx, refused)
			wantCode(t, err, fault.MONEY_NOT_ENOUGH)
			_, err = b.MoveTx(ctx, tx, withdrawal(nok, 100))
			return err
		})
		b.hasBalance(ledger.Wallet(nok), 0, 0)
		b.deposit(nok, 1000)
		_, err := b.Reserve(ctx, refused)
		wantCode(t, err, fault.MONEY_NOT_ENOUGH) // remembered with the area's commit
		b.clean()
	})
}

// TestWhatIsLockedIsNotReadAgain: a balance that tx holds is in memory, with what tx has done to it. An account that does not
// exist is not made by looking at it.
func TestWhatIsLockedIsNotReadAgain(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		b, ctx := setup(t, s), context.Background()
		b.deposit(nok, 100)
		wallet, debt := ledger.Wallet(nok), ledger.Owed(nok)
		b.tx(func(tx *store.Tx) error {
			locked, err := b.LockedTx(ctx, tx, wallet, debt, ledger.Payout)
			if err != nil || locked[wallet].Posted != 100 || locked[debt] != (ledger.Balance{}) {
				t.Errorf("locked: %+v, %v", locked, err)
			}
			if _, err := b.ReserveTx(ctx, tx, withdrawal(nok, 60)); err != nil {
				return err
			}
			before := s.Statements()
			now, err := b.BalanceTx(ctx, tx, wallet)
			if err != nil || now.Posted != 100 || now.Reserved != 60 {
				t.Errorf("reserved: %+v, %v", now, err)
			}
			if locked, err = b.LockedTx(ctx, tx, wallet); err != nil || locked[wallet] != now {
				t.Errorf("locked again: %+v, %v", locked, err)
			}
			if asked := s.Statements() - before; asked != 0 {
				t.Errorf("%d statements for what is in memory", asked)
			}
			return nil
		})
		all, err := b.Balances(ctx, wallet)
		if err != nil || all[wallet].Reserved != 60 {
			t.Errorf("committed: %+v, %v", all, err)
		}
		var made int
		err = s.DB().QueryRowContext(ctx, "SELECT count(*) FROM account WHERE name = $1", string(debt)).Scan(&made)
		if err != nil || made != 0 {
			t.Errorf("%d accounts for a debt that nobody has, %v", made, err)
		}
		b.clean()
	})
}

// TestLockingMakesAHouseAccount: whoever locks an account of the house first, before anything was booked there, is waited for. A
// member's account is opened by name, and neither a lock nor a gate makes one.
func TestLockingMakesAHouseAccount(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		b, ctx := setup(t, s), context.Background()
		nobody := ledger.Wallet("NOBODY")
		b.tx(func(tx *store.Tx) error {
			if err := b.LockTx(ctx, tx, nobody, ledger.Capital); err != nil {
				return err
			}
			wantCode(t, b.SetGatesTx(ctx, tx, nobody, ledger.GateHeld, 0), fault.NO_WALLET)
			return nil
		})
		for name, want := range map[ledger.Account]int{ledger.Capital: 1, nobody: 0} {
			var made int
			err := s.DB().QueryRowContext(ctx, "SELECT count(*) FROM account WHERE name = $1", string(name)).Scan(&made)
			if err != nil || made != want {
				t.Errorf("%d accounts of the name %s, %v", made, name, err)
			}
		}
	})
}

func TestAChangeIsHintedAfterTheCommit(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		b, ctx := setup(t, s), context.Background()
		hints := make(chan []string, 10)
		b.OnChange(func(members []string) { hints <- members })
		b.deposit(nok, 100)
		if got := <-hints; len(got) != 1 || got[0] != nok {
			t.Errorf("batch: %v", got)
		}
		b.tx(func(tx *store.Tx) error {
			_, err := b.MoveTx(ctx, tx, withdrawal(nok, 1))
			if len(hints) > 0 {
				t.Error("hinted before the commit")
			}
			return err
		})
		if got := <-hints; len(got) != 1 || got[0] != nok {
			t.Errorf("transaction: %v", got)
		}
		_, _ = b.Reserve(ctx, withdrawal(nok, 1000))
		if len(hints) > 0 {
			t.Errorf("a refusal hinted %v", <-hints)
		}
	})
}

func TestACallerThatGivesUpHearsUnknown(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		b, ctx := setup(t, s), context.Background()
		b.deposit(nok, 100)
		o := withdrawal(nok, 60)
		b.tx(func(tx *store.Tx) error { return b.OpenTx(ctx, tx, o.Credit) })
		// A transaction holds the account, so that the batch waits.
		gone, leave := context.WithCancel(ctx)
		var gaveUp error
		b.tx(func(tx *store.Tx) error {
			if err := b.LockTx(ctx, tx, ledger.Wallet(nok)); err != nil {
				return err
			}
			taken, done := b.NextBatch(), make(chan error)
			go func() {
				_, err := b.Reserve(gone, o)
				done <- err
			}()
			taken()
			leave()
			gaveUp = <-done
			return nil
		})
		wantError(t, gaveUp, store.ErrUnknown)
		wantError(t, gaveUp, context.Canceled)
		r, err := b.Reserve(ctx, o) // asking again with the same key tells
		if err != nil || !r.Replayed {
			t.Errorf("%+v, %v", r, err)
		}
		b.hasBalance(ledger.Wallet(nok), 100, 60)
		b.clean()
	})
}

func TestAfterCloseNothingIsDone(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		l, err := ledger.Open(context.Background(), s)
		if err != nil {
			t.Fatal(err)
		}
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		_, err = l.Void(context.Background(), ledger.Settlement{ID: 1})
		wantError(t, err, ledger.ErrClosed)
	})
}
