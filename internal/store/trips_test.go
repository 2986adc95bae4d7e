package store_test

import (
	"testing"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

// TestStatementsAreCounted: a transaction of two statements is four, with its BEGIN and its COMMIT. On PostgreSQL it is three:
// the BEGIN goes with the first statement. A statement that PostgreSQL prepares is one more, once.
func TestStatementsAreCounted(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		write := func() {
			if err := s.Write(t.Context(), func(tx *store.Tx) error {
				for range 2 {
					if _, err := tx.ExecContext(t.Context(), "UPDATE account SET version = version WHERE number = $1", 1); err != nil {
						return err
					}
				}
				return nil
			}); err != nil {
				t.Fatal(err)
			}
		}
		write()
		before := s.Statements()
		write()
		if n, want := s.Statements()-before, map[store.Engine]int64{store.SQLite: 4, store.Postgres: 3}[s.Engine()]; n != want {
			t.Errorf("a transaction of two statements counts %d", n)
		}
		before = s.Statements()
		for range 3 {
			var n int
			if err := s.DB().QueryRowContext(t.Context(), "SELECT count(*) FROM account").Scan(&n); err != nil {
				t.Fatal(err)
			}
		}
		prepared := map[store.Engine]int64{store.Postgres: 1}[s.Engine()]
		if n := s.Statements() - before; n != 3+prepared {
			t.Errorf("three queries count %d", n)
		}
	})
}

// TestOnlyPostgresLocksRows: a statement that only locks a row runs where others could change it at the same time.
func TestOnlyPostgresLocksRows(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		const lock = "-- name: LockMember :exec\nINSERT INTO withdraw_member (member, requests) VALUES ($1, 1)"
		if err := s.Write(t.Context(), func(tx *store.Tx) error {
			_, err := store.Lock{Tx: tx}.ExecContext(t.Context(), lock, "m")
			return err
		}); err != nil {
			t.Fatal(err)
		}
		var rows int
		if err := s.DB().QueryRowContext(t.Context(), "SELECT count(*) FROM withdraw_member").Scan(&rows); err != nil {
			t.Fatal(err)
		}
		if want := map[store.Engine]int{store.SQLite: 0, store.Postgres: 1}[s.Engine()]; rows != want {
			t.Errorf("%d rows were locked, want %d", rows, want)
		}
	})
}
