package ledger_test

import (
	"errors"
	"testing"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
)

// TestAnExpectedOrderIsDecidedLikeAnyOther: what was read for it beforehand holds for the first order under its key only. A key
// that was used before has its answer.
func TestAnExpectedOrderIsDecidedLikeAnyOther(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		b := setup(t, s)
		ctx, wallet, game := t.Context(), ledger.Wallet(nok), ledger.Game("joker", "nok")
		const baht = money.Baht
		b.deposit(nok, 100*baht)
		of := func(amount money.Amount) ledger.Order {
			return ledger.Order{Key: newKey(), Kind: "game_in", Debit: wallet, Credit: game, Amount: amount, Member: nok}
		}
		fresh, moved, much := of(30*baht), of(10*baht), of(1000*baht)
		before, err := b.Move(ctx, moved)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := b.Reserve(ctx, much); err == nil {
			t.Fatal("more than there is was reserved")
		}
		if err := s.Write(ctx, func(tx *store.Tx) error {
			if err := b.ExpectTx(ctx, tx, fresh, moved, much); err != nil {
				return err
			}
			if now, err := b.BalanceTx(ctx, tx, wallet); err != nil || now.Available() != 90*baht {
				t.Errorf("locked: %+v, %v", now, err)
			}
			first, err := b.ReserveTx(ctx, tx, fresh)
			if err != nil || first.Replayed {
				t.Errorf("first: %+v, %v", first, err)
			}
			if again, err := b.ReserveTx(ctx, tx, fresh); err != nil || !again.Replayed || again.Transfer.ID != first.Transfer.ID {
				t.Errorf("again: %+v, %v", again, err)
			}
			if r, err := b.MoveTx(ctx, tx, moved); err != nil || !r.Replayed || r.Transfer.ID != before.Transfer.ID {
				t.Errorf("moved before: %+v, %v", r, err)
			}
			_, err = b.ReserveTx(ctx, tx, much)
			if f := (*fault.Error)(nil); !errors.As(err, &f) || f.Code != fault.MONEY_NOT_ENOUGH {
				t.Errorf("refused before: %v", err)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if now := b.balance(wallet); now.Posted != 90*baht || now.Reserved != 30*baht {
			t.Errorf("%+v", now)
		}
		b.clean()
	})
}
