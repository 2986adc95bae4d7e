package ledgertest_test

import (
	"testing"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/ledger/ledgertest"
	"krapao/ledger/proof"
	"krapao/ledger/tally"
)

// TestThePastIsWhole: the rows are those that the ledger would have written, beside money that was there before, and the ledger
// goes on from them.
func TestThePastIsWhole(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		move := func(key string) {
			l, err := ledger.Open(t.Context(), s)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = l.Close() }()
			if err := s.Write(t.Context(), func(tx *store.Tx) error {
				return l.OpenTx(t.Context(), tx, ledger.Wallet("MA"))
			}); err != nil {
				t.Fatal(err)
			}
			if _, err := l.Move(t.Context(), ledger.Order{
				Key: ledger.InternalKey(key), Kind: "adjustment", Debit: ledger.Adjustment, Credit: ledger.Wallet("MA"), Amount: 5000,
				Member: "MA",
			}); err != nil {
				t.Fatal(err)
			}
		}
		move("before")
		if err := (ledgertest.Past{Transfers: 260, Members: 20}).Write(t.Context(), s); err != nil {
			t.Fatal(err)
		}
		move("after")
		if n, err := tally.New(s).Add(t.Context()); err != nil || n == 0 {
			t.Errorf("%d seals were added, %v", n, err)
		}
		report, err := proof.Verify(t.Context(), s)
		if err != nil || !report.OK() {
			t.Errorf("%v, %v", report.Problems, err)
		}
		sums, err := tally.Verify(t.Context(), s)
		if err != nil || len(sums) > 0 {
			t.Errorf("the tallies: %v, %v", sums, err)
		}
		if report.Entries != 2*(260+20+2) {
			t.Errorf("%d entries", report.Entries)
		}
	})
}
