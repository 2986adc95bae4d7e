package store_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"krapao/internal/lite"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/internal/testkit/bubble"
)

// refreshes is a look whose answers are remembered on SQLite. After the query, reading is called.
func refreshes(s *store.Store, reading func()) *store.Look[int64] {
	one := func(ctx context.Context, key string) (at int64, err error) {
		err = s.DB().QueryRowContext(ctx, "SELECT at FROM game_refresh WHERE member = $1", key).Scan(&at)
		reading()
		return at, err
	}
	return store.NewLook(s, one, store.Many[int64]{
		Query: "SELECT member, at FROM game_refresh WHERE member = ANY ($1::text[])",
		Args:  func(keys []string) []any { return []any{keys} },
		Add: func(row store.Row, found map[string]int64) error {
			var key string
			var at int64
			err := row.Scan(&key, &at)
			found[key] = at
			return err
		},
	}).MadeOf(store.From[int64]{Rows: func(key string, _ int64) []store.Origin {
		return []store.Origin{{Table: "game_refresh", Key: key}}
	}})
}

const refresh = `INSERT INTO game_refresh (member, at) VALUES ($1, $2) ON CONFLICT (member) DO UPDATE SET at = excluded.at`

func refreshed(t *testing.T, s *store.Store, member string, at int64) {
	t.Helper()
	if err := s.Write(context.Background(), func(tx *store.Tx) error {
		_, err := tx.ExecContext(context.Background(), refresh, member, at)
		return err
	}); err != nil {
		t.Error(err)
	}
}

// looked expects an answer, and for how many statements.
func looked(t *testing.T, s *store.Store, look *store.Look[int64], what string, want, statements int64) {
	t.Helper()
	before := s.Statements()
	if at, err := look.At(t.Context(), "a"); err != nil || at != want {
		t.Errorf("%s: %d, %v, want %d", what, at, err, want)
	}
	if n := s.Statements() - before; n != statements {
		t.Errorf("%s: %d statements, want %d", what, n, statements)
	}
}

func onSQLite(t *testing.T, test func(t *testing.T, s *store.Store)) {
	t.Helper()
	storetest.On(t, store.SQLite, func(t *testing.T, engine store.Engine) { test(t, storetest.Open(t, engine)) })
}

// TestNothingHoldsWhileItIsWritten: from the statement that touches a row to the end of its transaction.
func TestNothingHoldsWhileItIsWritten(t *testing.T) {
	t.Parallel()
	onSQLite(t, func(t *testing.T, s *store.Store) {
		refreshed(t, s, "a", 1)
		look := refreshes(s, func() {})
		looked(t, s, look, "first", 1, 1)
		looked(t, s, look, "again", 1, 0)
		refreshed(t, s, "b", 1)
		looked(t, s, look, "another row was written", 1, 0)
		undone := errors.New("undone")
		for _, outcome := range []error{nil, undone} {
			before := int64(1)
			if outcome != nil {
				before = 2
			}
			err := s.Write(t.Context(), func(tx *store.Tx) error {
				if _, err := tx.ExecContext(t.Context(), refresh, "a", 2); err != nil {
					return err
				}
				looked(t, s, look, "while it is written", before, 1)
				looked(t, s, look, "still", before, 1)
				return outcome
			})
			if !errors.Is(err, outcome) {
				t.Fatal(err)
			}
			looked(t, s, look, "afterwards", 2, 1)
			looked(t, s, look, "again", 2, 0)
		}
		if err := s.Write(t.Context(), func(tx *store.Tx) error {
			_, err := tx.ExecContext(t.Context(), "DELETE FROM game_refresh")
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if _, err := look.At(t.Context(), "a"); !store.NotFound(err) {
			t.Errorf("removed: %v", err)
		}
	})
}

// TestWhatIsWrittenDuringAReadIsNotRemembered: the read may have seen the row before it or after.
func TestWhatIsWrittenDuringAReadIsNotRemembered(t *testing.T) {
	t.Parallel()
	for name, order := range map[string]func(begin, commit, read, finish func()){
		"written after the row was read":    func(begin, commit, read, finish func()) { read(); begin(); commit(); finish() },
		"committed after the row was read":  func(begin, commit, read, finish func()) { begin(); read(); commit(); finish() },
		"committed after the read was over": func(begin, commit, read, finish func()) { begin(); read(); finish(); commit() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			onSQLite(t, func(t *testing.T, s *store.Store) {
				refreshed(t, s, "a", 1)
				wrote, commit, reading, proceed := make(chan struct{}), make(chan struct{}), make(chan struct{}), make(chan struct{})
				first := true
				look := refreshes(s, func() {
					if first {
						first = false
						close(reading)
						<-proceed
					}
				})
				var writer, reader sync.WaitGroup
				order(func() {
					writer.Go(func() {
						if err := s.Write(context.Background(), func(tx *store.Tx) error {
							_, err := tx.ExecContext(context.Background(), refresh, "a", 2)
							close(wrote)
							<-commit
							return err
						}); err != nil {
							t.Error(err)
						}
					})
					<-wrote
				}, func() {
					close(commit)
					writer.Wait()
				}, func() {
					reader.Go(func() {
						if at, err := look.At(t.Context(), "a"); at != 1 || err != nil {
							t.Errorf("read %d, %v", at, err)
						}
					})
					<-reading
				}, func() {
					close(proceed)
					reader.Wait()
				})
				looked(t, s, look, "after it", 2, 1)
				looked(t, s, look, "again", 2, 0)
			})
		})
	}
}

// TestALookIsNeverOlderThanTheCall: while sixteen write and look, and others look at the same rows.
func TestALookIsNeverOlderThanTheCall(t *testing.T) {
	t.Parallel()
	onSQLite(t, func(t *testing.T, s *store.Store) {
		look := refreshes(s, func() {})
		var writers, readers sync.WaitGroup
		over := make(chan struct{})
		for n := range 16 {
			id := fmt.Sprint(n)
			refreshed(t, s, id, 0)
			readers.Go(func() {
				for last := int64(0); ; {
					select {
					case <-over:
						return
					default:
					}
					at, err := look.At(t.Context(), id)
					if err != nil || at < last {
						t.Errorf("%s: %d after %d, %v", id, at, last, err)
						return
					}
					last = at
				}
			})
			writers.Go(func() {
				for at := int64(1); at <= 50; at++ {
					refreshed(t, s, id, at)
					if got, err := look.At(t.Context(), id); err != nil || got != at {
						t.Errorf("%s: %d, %v, want %d", id, got, err, at)
						return
					}
				}
			})
		}
		writers.Wait()
		close(over)
		readers.Wait()
	})
}

// TestWhatSomebodyWritesByHandIsSeen: the file's lock keeps only processes of ours away.
func TestWhatSomebodyWritesByHandIsSeen(t *testing.T) {
	t.Parallel()
	onSQLite(t, func(t *testing.T, s *store.Store) {
		refreshed(t, s, "a", 1)
		look := refreshes(s, func() {})
		looked(t, s, look, "first", 1, 1)
		hand, err := lite.Open("file:" + s.URL()[len("sqlite:"):])
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = hand.Close() }()
		if _, err := hand.ExecContext(t.Context(), refresh, "a", 2); err != nil {
			t.Fatal(err)
		}
		bubble.Pass(store.Believed)
		looked(t, s, look, "two seconds later", 2, 1)
		looked(t, s, look, "again", 2, 0)
	})
}

// TestATransactionThatTouchesMuch forgets everything: it is not known what it touched.
func TestATransactionThatTouchesMuch(t *testing.T) {
	t.Parallel()
	onSQLite(t, func(t *testing.T, s *store.Store) {
		refreshed(t, s, "a", 1)
		look := refreshes(s, func() {})
		looked(t, s, look, "first", 1, 1)
		err := s.Write(t.Context(), func(tx *store.Tx) error {
			_, err := tx.ExecContext(t.Context(), `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1)
				INSERT INTO game_refresh (member, at) SELECT 'm' || i, 1 FROM n`, store.MostTouched+1)
			looked(t, s, look, "while it is written", 1, 1)
			looked(t, s, look, "still", 1, 1)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		looked(t, s, look, "afterwards", 1, 1)
		looked(t, s, look, "again", 1, 0)
	})
}

// TestRowsAreKnownByTheirColumns: the columns are given by their places.
func TestRowsAreKnownByTheirColumns(t *testing.T) {
	t.Parallel()
	onSQLite(t, func(t *testing.T, s *store.Store) {
		var got []string
		for table, column := range store.WatchedKeys {
			var name string
			if err := s.DB().QueryRowContext(t.Context(),
				"SELECT name FROM pragma_table_info($1) WHERE cid = $2", table, column).Scan(&name); err != nil {
				t.Errorf("%s: %v", table, err)
			}
			got = append(got, table+"."+name)
		}
		slices.Sort(got)
		want := []string{
			"account.name", "bonus_condition.member", "coin_grant.member", "content_version.id", "game_account.member",
			"game_refresh.member", "member.id", "member_state.member", "protection_setting.id", "session.token_hash",
			"statement_anchor.session",
		}
		if !slices.Equal(got, want) {
			t.Errorf("%v", got)
		}
	})
}
