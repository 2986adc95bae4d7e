package store_test

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

// forever is a query whose rows never end.
const forever = "WITH RECURSIVE c (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c"

// Whatever SQLite reports under load becomes "busy", and is answered with "try again", not as an error of ours. The errors are
// the driver's own.
func TestSQLiteUnderLoadIsBusy(t *testing.T) {
	t.Parallel()
	for name, provoke := range map[string]func(ctx context.Context, t *testing.T, one, other *sql.Conn) error{
		"another writes": func(ctx context.Context, t *testing.T, one, other *sql.Conn) error {
			must(ctx, t, other, "BEGIN IMMEDIATE")
			_, err := one.ExecContext(ctx, "BEGIN IMMEDIATE")
			return err
		},
		"another wrote since": func(ctx context.Context, t *testing.T, one, other *sql.Conn) error {
			must(ctx, t, one, "BEGIN")
			must(ctx, t, one, "SELECT * FROM thing")
			must(ctx, t, other, "INSERT INTO thing VALUES (1)")
			_, err := one.ExecContext(ctx, "INSERT INTO thing VALUES (2)")
			return err
		},
		"interrupted between rows": func(ctx context.Context, t *testing.T, one, _ *sql.Conn) error {
			rows, err := one.QueryContext(ctx, forever)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = rows.Close() }()
			rows.Next()
			for rows.Next() { // a time that is up before its statement has begun interrupts nothing
				short, cancel := context.WithTimeout(ctx, 50*time.Millisecond)
				_, _ = one.ExecContext(short, forever) // its end interrupts all that the connection does
				cancel()
			}
			return rows.Err()
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db, err := sql.Open("sqlite", "file:"+filepath.Join(t.TempDir(), "x.db")+"?_pragma=journal_mode(WAL)")
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = db.Close() })
			one, other := conn(t, db), conn(t, db)
			must(t.Context(), t, one, "CREATE TABLE thing (n INTEGER)")
			if err := provoke(t.Context(), t, one, other); err == nil || !errors.Is(store.MapError(err), store.ErrBusy) {
				t.Errorf("%v", store.MapError(err))
			}
		})
	}
}

func conn(t *testing.T, db *sql.DB) *sql.Conn {
	t.Helper()
	c, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

func must(ctx context.Context, t *testing.T, c *sql.Conn, statement string) {
	t.Helper()
	if _, err := c.ExecContext(ctx, statement); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// A transaction that conflicts at each try is given up after eight seconds, at the end of the current try, so that its caller
// gets an answer. On SQLite, with its one writer, there are no conflicts.
func TestATransactionThatIsAlwaysRefusedIsGivenUp(t *testing.T) {
	t.Parallel()
	storetest.On(t, store.Postgres, func(t *testing.T, engine store.Engine) {
		s := storetest.Open(t, engine)
		table(t, s)
		err := s.Write(t.Context(), func(tx *store.Tx) error {
			if _, err := tx.ExecContext(t.Context(), "LOCK TABLE counter"); err != nil {
				return err
			}
			began := time.Now()
			err := s.Write(t.Context(), func(tx *store.Tx) error {
				pass(time.Second) // its work: tries that take no time end by their number
				_, err := tx.ExecContext(t.Context(), "LOCK TABLE counter NOWAIT")
				return err
			})
			if took := time.Since(began); !errors.Is(err, store.ErrConflict) || took < 8*time.Second || took > 9*time.Second {
				t.Errorf("%v after %s", err, took)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	})
}

// pass lets time pass, in a bubble.
func pass(d time.Duration) { time.Sleep(d) }

// A transaction that was rolled back under its body, because the caller left, reports that, even if the body does not check.
func TestATransactionWhoseCallerLeftSaysSo(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		table(t, s)
		ctx, leave := context.WithCancel(t.Context())
		err := s.Write(ctx, func(tx *store.Tx) error {
			leave()
			for { // the rollback comes by itself, a moment later
				if _, err := tx.ExecContext(context.Background(), "INSERT INTO counter (id, n) VALUES ($1, $2) ON CONFLICT DO NOTHING",
					"a", 1); err != nil {
					return err
				}
			}
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%v", err)
		}
	})
}
