package ledgertest_test

import (
	"slices"
	"strings"
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
	storetest.Each(t, func(t *testing.T, s *store.Store) { isWhole(t, s, false) })
}

// TestAPackedPastIsWhole: so it is where indexes are built after the rows, and each index is there again.
func TestAPackedPastIsWhole(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		before := indexes(t, s)
		isWhole(t, s, true)
		if after := indexes(t, s); !slices.Equal(before, after) {
			t.Errorf("indexes\n%s\nwere\n%s", strings.Join(after, "\n"), strings.Join(before, "\n"))
		}
	})
}

// indexes are those of a PostgreSQL with their constraints, as texts.
func indexes(t *testing.T, s *store.Store) (all []string) {
	t.Helper()
	if s.Engine() != store.Postgres {
		return nil
	}
	rows, err := s.DB().QueryContext(t.Context(), `SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
		UNION ALL SELECT conrelid::regclass || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
		WHERE contype IN ('p', 'u') ORDER BY 1`)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			t.Fatal(err)
		}
		all = append(all, text)
	}
	if err := rows.Err(); err != nil || len(all) == 0 {
		t.Fatal(len(all), err)
	}
	return all
}

func isWhole(t *testing.T, s *store.Store, packed bool) {
	t.Helper()
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
	if err := (ledgertest.Past{Transfers: 260, Members: 20, Packed: packed}).Write(t.Context(), s); err != nil {
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
}
