package ledger_test

import (
	"context"
	"testing"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/ledger/figures"
	"krapao/money"
)

func (b *bundle) figures() figures.Figures { return figures.New(b.s, b.Ledger) }

func (b *bundle) moved(kind ledger.Kind, from, to ledger.Account, amount money.Amount) ledger.Transfer {
	b.t.Helper()
	r, err := b.Move(context.Background(), ledger.Order{
		Key: newKey(), Kind: kind, Debit: from, Credit: to, Amount: amount, Member: nok,
	})
	if err != nil {
		b.t.Fatal(err)
	}
	return r.Transfer
}

func (b *bundle) reserved(kind ledger.Kind, from, to ledger.Account, amount money.Amount) ledger.ID {
	b.t.Helper()
	r, err := b.Reserve(context.Background(), ledger.Order{
		Key: newKey(), Kind: kind, Debit: from, Credit: to, Amount: amount, Member: nok,
	})
	if err != nil {
		b.t.Fatal(err)
	}
	return r.Transfer.ID
}

func (b *bundle) settled(settle func(context.Context, ledger.Settlement) (ledger.Result, error), s ledger.Settlement) {
	b.t.Helper()
	if _, err := settle(context.Background(), s); err != nil {
		b.t.Fatal(err)
	}
}

// flow returns the flow from outside games since a version of the wallet.
func (b *bundle) flow(after int64) (flow money.Amount, upTo int64) {
	b.t.Helper()
	if err := b.s.Write(context.Background(), func(tx *store.Tx) (err error) {
		flow, upTo, err = b.figures().OutsideTx(context.Background(), tx, nok, after)
		return err
	}); err != nil {
		b.t.Fatal(err)
	}
	return flow, upTo
}

// Money from outside games counts; movements of games and their results do not; reserved money has left.
func TestOutsideFlow(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		b := setup(t, s)
		wallet, game, result := ledger.Wallet(nok), ledger.Game("joker", "nok"), ledger.GameResult("joker")
		const baht = money.Baht
		b.deposit(nok, 1000*baht)
		from := b.balance(wallet).Version
		want := money.Amount(0)
		step := func(what string, change money.Amount, do func()) {
			t.Helper()
			do()
			want += change
			if got, _ := b.flow(from); got != want {
				t.Errorf("%s: %s came from outside, want %s", what, got, want)
			}
		}
		step("nothing", 0, func() {})
		step("a deposit", 50*baht, func() { b.deposit(nok, 50*baht) })
		step("into a game", 0, func() { b.moved("game_in", wallet, game, 600*baht) })
		step("a loss there", 0, func() { b.moved("game_result", game, result, 100*baht) })
		step("out of it", 0, func() { b.moved("game_out", game, wallet, 200*baht) })
		step("a correction", 0, func() { b.moved("game_out", result, wallet, 10*baht) })
		var pending ledger.ID
		step("into a game, pending", 0, func() { pending = b.reserved("game_in", wallet, game, 5*baht) })
		step("given back", 0, func() { b.settled(b.Void, ledger.Settlement{ID: pending}) })
		step("a withdrawal under way", -30*baht, func() { pending = b.reserved("withdraw", wallet, ledger.Payout, 30*baht) })
		step("it came back", 30*baht, func() { b.settled(b.Void, ledger.Settlement{ID: pending}) })
		step("another", -20*baht, func() { pending = b.reserved("withdraw", wallet, ledger.Payout, 20*baht) })
		step("it was paid", 0, func() { b.settled(b.Post, ledger.Settlement{ID: pending}) })
		step("one that was paid in part", -20*baht, func() { pending = b.reserved("withdraw", wallet, ledger.Payout, 20*baht) })
		step("the rest came back", 5*baht, func() { b.settled(b.Post, ledger.Settlement{ID: pending, Amount: 15 * baht}) })
		step("a deposit under way", 0, func() { pending = b.reserved("deposit", ledger.Bank("kbank"), wallet, 70*baht) })
		step("it arrived with more", 80*baht, func() {
			b.settled(b.Post, ledger.Settlement{ID: pending, Amount: 80 * baht, Surplus: true})
		})
		step("what is owed", -3*baht, func() { b.moved("owed", wallet, ledger.Owed(nok), 3*baht) })
		step("an end of nothing", 0, func() {
			if err := b.s.Write(context.Background(), func(tx *store.Tx) error {
				r, err := b.ReserveTx(context.Background(), tx, ledger.Order{
					Key: newKey(), Kind: ledger.KindFinishBonus, Debit: ledger.Capital, Credit: wallet, Amount: 1, Member: nok,
				})
				if err == nil {
					_, err = b.VoidTx(context.Background(), tx, ledger.Settlement{ID: r.Transfer.ID})
				}
				return err
			}); err != nil {
				t.Fatal(err)
			}
		})
		// The sum up to a version and the sum from it on add up to the whole.
		half := (from + b.balance(wallet).Version) / 2
		whole, upTo := b.flow(from)
		rest, _ := b.flow(half)
		if later, same := b.flow(upTo); later != 0 || same != upTo {
			t.Errorf("after the last: %s up to %d", later, same)
		}
		if rest == whole || upTo > b.balance(wallet).Version {
			t.Errorf("whole %s, rest %s, up to %d", whole, rest, upTo)
		}
		b.clean()
	})
}

func TestLowestSince(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		b := setup(t, s)
		wallet, game := ledger.Wallet(nok), ledger.Game("joker", "nok")
		lowest := func(id ledger.ID) (least money.Amount, found bool) {
			t.Helper()
			if err := b.s.Write(context.Background(), func(tx *store.Tx) (err error) {
				least, found, err = b.figures().LowestSinceTx(context.Background(), tx, wallet, id)
				return err
			}); err != nil {
				t.Fatal(err)
			}
			return least, found
		}
		is := func(what string, id ledger.ID, want money.Amount) {
			t.Helper()
			if got, found := lowest(id); !found || got != want {
				t.Errorf("%s: %s, %t; want %s", what, got, found, want)
			}
		}
		first := b.deposit(nok, 100)
		is("at once", first.ID, 100)
		second := b.deposit(nok, 50)
		is("the later one stands on the earlier", second.ID, 150)
		is("the earlier one does not", first.ID, 100)
		held := b.reserved("game_in", wallet, game, 120)
		is("what is reserved has left", second.ID, 30)
		b.settled(b.Void, ledger.Settlement{ID: held})
		is("it does not come back", second.ID, 30)
		third := b.deposit(nok, 5)
		is("a deposit after it knows nothing of it", third.ID, 155)
		if _, found := lowest(b.deposit(lek, 5).ID); found {
			t.Error("another account's transfer was found")
		}
	})
}
