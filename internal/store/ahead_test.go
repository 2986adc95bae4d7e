package store_test

import (
	"testing"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

// TestWhatIsReadAheadLeavesNothing: its settings hold for one statement, and no longer. SQLite reads nothing ahead.
func TestWhatIsReadAheadLeavesNothing(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx := store.House(t.Context())
		before := s.Statements()
		// A lock outlives its transaction, and its number says what was set there.
		s.DB().ReadAhead(ctx, `SELECT 1 FROM pg_advisory_lock(
			CASE current_setting('enable_indexscan') || current_setting('enable_seqscan') || current_setting('effective_io_concurrency')
			WHEN 'offoff64' THEN $1 ELSE 1 END)`, 4_711)
		if s.Engine() == store.SQLite {
			if n := s.Statements() - before; n != 0 {
				t.Errorf("%d statements", n)
			}
			return
		}
		var locked int64
		var now string
		if err := s.DB().QueryRowContext(ctx, `SELECT objid::bigint, current_setting('enable_indexscan') FROM pg_locks
			WHERE locktype = 'advisory' AND pid = pg_backend_pid()`).Scan(&locked, &now); err != nil {
			t.Fatal(err)
		}
		if locked != 4_711 || now != "on" {
			t.Errorf("the lock is %d, and afterwards indexes are %s", locked, now)
		}
	})
}
