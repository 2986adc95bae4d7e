package wallet_test

import (
	"testing"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/ledger/figures"
)

// The books' own total of a member includes money on its way into a game and out of it, and calls no provider.
func TestTheBooksTotal(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s)
		name := w.Open(member, "joker")
		w.Open(member, "pgslot")
		w.Deposit("LEK0MEMBER00", baht(77))
		w.MustTransfer(ledger.LabelWallet, "joker", baht(300))
		w.MustTransfer(ledger.LabelWallet, "pgslot", baht(200))
		for _, o := range []ledger.Order{
			{Kind: "test_in", Debit: ledger.Wallet(member), Credit: ledger.Game("joker", name), Amount: baht(30)},
			{Kind: "test_out", Debit: ledger.Game("joker", name), Credit: ledger.Wallet(member), Amount: baht(40)},
		} {
			o.Key, o.Member = w.Key(), member
			if _, err := w.Ledger.Reserve(t.Context(), o); err != nil {
				t.Fatal(err)
			}
		}
		var got figures.BooksTotal
		w.Write(func(tx *store.Tx) (err error) {
			got, err = figures.New(s, w.Ledger).MemberTotalsTx(t.Context(), tx, member)
			return err
		})
		want := figures.BooksTotal{Wallet: baht(470), Games: baht(500), Incoming: baht(30)}
		if got != want || got.Sum() != baht(1000) {
			t.Errorf("%+v", got)
		}
	})
}
