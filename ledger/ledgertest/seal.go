package ledgertest

import (
	"testing"

	"krapao/internal/store"
)

// Seals is how many seals there are. A ledger makes one a second, each in a commit of its own, so whoever counts commits on a
// slow day takes off those that were made meanwhile.
func Seals(t testing.TB, s *store.Store) (n int64) {
	t.Helper()
	if err := s.DB().QueryRowContext(t.Context(), "SELECT count(*) FROM seal").Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}
