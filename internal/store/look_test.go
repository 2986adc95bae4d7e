package store_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

// counters is a look at the table of counters.
func counters(s *store.Store) *store.Look[int64] {
	one := func(ctx context.Context, key string) (n int64, err error) {
		err = s.DB().QueryRowContext(ctx, "SELECT n FROM counter WHERE id = $1", key).Scan(&n)
		return n, err
	}
	return store.NewLook(s, one, store.Many[int64]{
		Query: "SELECT id, n FROM counter WHERE id = ANY ($1::text[])",
		Args:  func(keys []string) []any { return []any{keys} },
		Add: func(row store.Row, found map[string]int64) error {
			var id string
			var n int64
			err := row.Scan(&id, &n)
			found[id] = n
			return err
		},
	})
}

// accounts is a look of another kind: the length of an account's name.
func accounts(s *store.Store) *store.Look[string] {
	return store.NewLook(s, nil, store.Many[string]{
		Query: "SELECT id, 'the ' || id FROM counter WHERE id = ANY ($1::text[])",
		Args:  func(keys []string) []any { return []any{keys} },
		Add: func(row store.Row, found map[string]string) error {
			var id, text string
			err := row.Scan(&id, &text)
			found[id] = text
			return err
		},
	})
}

func count(t *testing.T, s *store.Store, id string) {
	t.Helper()
	if err := s.Write(context.Background(), func(tx *store.Tx) error {
		_, err := tx.ExecContext(context.Background(), "UPDATE counter SET n = n + 1 WHERE id = $1", id)
		return err
	}); err != nil {
		t.Error(err)
	}
}

// begin fills the table of counters.
func begin(t *testing.T, s *store.Store, ids ...string) {
	t.Helper()
	table(t, s)
	if err := s.Write(t.Context(), func(tx *store.Tx) error {
		for _, id := range ids {
			if _, err := tx.ExecContext(t.Context(), "INSERT INTO counter (id, n) VALUES ($1, 0)", id); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

func TestALookFindsWhatThereIs(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		begin(t, s, "a")
		look := counters(s)
		for want := range int64(3) {
			if n, err := look.At(t.Context(), "a"); n != want || err != nil {
				t.Errorf("%d, %v; want %d", n, err, want)
			}
			count(t, s, "a")
		}
		if _, err := look.At(t.Context(), "b"); !store.NotFound(err) {
			t.Errorf("what is not there: %v", err)
		}
		if n, err := look.At(store.Task(t.Context()), "a"); n != 3 || err != nil {
			t.Errorf("a task's: %d, %v", n, err)
		}
	})
}

func onPostgres(t *testing.T, test func(t *testing.T)) {
	t.Helper()
	if testing.Short() {
		t.Skip("the short form has SQLite alone (make check)")
	}
	storetest.On(t, store.Postgres, func(t *testing.T, _ store.Engine) { test(t) })
}

// TestLooksOfAllKindsShareARoundTrip: sixty-four members ask twice at the same time. The first look goes alone, and all others
// wait for it and go together.
func TestLooksOfAllKindsShareARoundTrip(t *testing.T) {
	t.Parallel()
	onPostgres(t, func(t *testing.T) {
		var g storetest.Gate
		c := storetest.Config(t, store.Postgres, nil)
		g.Guard(&c)
		s, err := store.Open(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		ids := make([]string, 64)
		for n := range ids {
			ids[n] = fmt.Sprint(n)
		}
		begin(t, s, ids...)
		numbers, texts := counters(s), accounts(s)
		if _, err := numbers.At(t.Context(), "0"); err != nil { // prepares
			t.Fatal(err)
		}
		if _, err := texts.At(t.Context(), "0"); err != nil {
			t.Fatal(err)
		}
		synctest.Wait() // a trip is counted when its rows are closed, which may be after they were given out
		before, open := s.Statements(), g.Shut()
		var wg sync.WaitGroup
		for _, id := range ids {
			wg.Go(func() {
				if n, err := numbers.At(t.Context(), id); n != 0 || err != nil {
					t.Errorf("%s: %d, %v", id, n, err)
				}
			})
			wg.Go(func() {
				if text, err := texts.At(t.Context(), id); text != "the "+id || err != nil {
					t.Errorf("%s: %s, %v", id, text, err)
				}
			})
		}
		synctest.Wait()
		open()
		wg.Wait()
		synctest.Wait()
		if n := s.Statements() - before; n != 2 {
			t.Errorf("%d round trips for 128 looks, want 2", n)
		}
	})
}

// TestALookSeesWhatWasCommittedBefore: however many look at the same time.
func TestALookSeesWhatWasCommittedBefore(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ids := make([]string, 16)
		for n := range ids {
			ids[n] = fmt.Sprint(n)
		}
		begin(t, s, ids...)
		look := counters(s)
		var wg sync.WaitGroup
		for _, id := range ids {
			wg.Go(func() {
				for written := range int64(10) {
					count(t, s, id)
					if n, err := look.At(t.Context(), id); n != written+1 || err != nil {
						t.Errorf("%s: %d, %v after %d", id, n, err, written+1)
					}
				}
			})
		}
		wg.Wait()
	})
}

// TestALookOutlivesItsConnection: the server closes it while nothing is asked.
func TestALookOutlivesItsConnection(t *testing.T) {
	t.Parallel()
	onPostgres(t, func(t *testing.T) {
		s := storetest.Open(t, store.Postgres)
		begin(t, s, "a")
		look := counters(s)
		for range 2 {
			if n, err := look.At(t.Context(), "a"); n != 0 || err != nil {
				t.Errorf("%d, %v", n, err)
			}
			var ended int
			if err := s.DB().QueryRowContext(t.Context(), `SELECT count(pg_terminate_backend(pid, 10000)) FROM pg_stat_activity
				WHERE application_name = 'krapao-looks' AND datname = current_database()`).Scan(&ended); err != nil || ended != 1 {
				t.Fatalf("ended %d, %v", ended, err)
			}
		}
		if n, err := look.At(t.Context(), "a"); n != 0 || err != nil {
			t.Errorf("%d, %v", n, err)
		}
	})
}

// TestALookThatFailsSaysWhy: an error of the statement, and a row that can't be read.
func TestALookThatFailsSaysWhy(t *testing.T) {
	t.Parallel()
	onPostgres(t, func(t *testing.T) {
		s := storetest.Open(t, store.Postgres)
		begin(t, s, "a")
		unreadable := errors.New("unreadable")
		broken := func(query string) *store.Look[int] {
			return store.NewLook(s, nil, store.Many[int]{
				Query: query, Args: func(keys []string) []any { return []any{keys} },
				Add: func(store.Row, map[string]int) error { return unreadable },
			})
		}
		if _, err := broken("SELECT 1 / 0 FROM counter WHERE id = ANY ($1::text[])").At(t.Context(), "a"); err == nil {
			t.Error("no error")
		}
		if _, err := broken("SELECT id FROM counter WHERE id = ANY ($1::text[])").At(t.Context(), "a"); !errors.Is(err, unreadable) {
			t.Errorf("%v", err)
		}
		if n, err := counters(s).At(t.Context(), "a"); n != 0 || err != nil {
			t.Errorf("afterwards: %d, %v", n, err)
		}
	})
}

// TestLooksFindThePrimary: an address of several servers asks for one that can be written (docs/operating.md).
func TestLooksFindThePrimary(t *testing.T) {
	t.Parallel()
	onPostgres(t, func(t *testing.T) {
		c := storetest.Config(t, store.Postgres, nil)
		c.URL += "&target_session_attrs=read-write"
		s, err := store.Open(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		begin(t, s, "a")
		if n, err := counters(s).At(t.Context(), "a"); n != 0 || err != nil {
			t.Errorf("%d, %v", n, err)
		}
	})
}
