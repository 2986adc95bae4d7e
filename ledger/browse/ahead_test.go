package browse_test

import (
	"testing"

	"krapao/internal/store"
	"krapao/ledger"
	"krapao/ledger/browse"
)

// TestAPageIsReadAhead: on PostgreSQL, in one statement more, its settings and their end. A short list is read as it comes, and
// SQLite reads nothing ahead.
func TestAPageIsReadAhead(t *testing.T) {
	each(t, func(b *books) {
		const long = 10
		for range long {
			b.move("deposit", nok, bank, ledger.Wallet(nok), 100)
		}
		statements := func(most int) int64 {
			list, found, err := b.Entries(b.t.Context(), ledger.Wallet(nok), browse.Span{})
			if err != nil || !found {
				b.t.Fatal(found, err)
			}
			before := b.s.Statements()
			if page, err := list.Before(b.t.Context(), 0, most); err != nil || len(page) != most {
				b.t.Fatal(page, err)
			}
			return b.s.Statements() - before
		}
		statements(long) // prepares them
		more := statements(long) - statements(long/2)
		if want := map[store.Engine]int64{store.Postgres: 3}[b.s.Engine()]; more != want {
			b.t.Errorf("a page of %d takes %d statements more than one of %d, want %d", long, more, long/2, want)
		}
	})
}
