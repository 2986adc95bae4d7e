package store_test

import (
	"context"
	"errors"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

func table(t *testing.T, s *store.Store) {
	t.Helper()
	if err := s.Write(context.Background(), func(tx *store.Tx) error {
		_, err := tx.ExecContext(context.Background(), "CREATE TABLE counter (id TEXT PRIMARY KEY, n BIGINT NOT NULL)")
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

func TestWriteSeesOneInstant(t *testing.T) {
	t.Parallel()
	begin := time.Date(2026, 11, 20, 1, 2, 3, 456789000, time.UTC)
	storetest.EachAt(t, begin, func(t *testing.T, s *store.Store, c *clock.Fake) {
		err := s.Write(context.Background(), func(tx *store.Tx) error {
			if !tx.Now.Equal(c.Now()) {
				t.Errorf("the transaction is at %s, the clock at %s", tx.Now, c.Now())
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

func TestWriteRollsBackOnError(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		table(t, s)
		ctx, refused := context.Background(), errors.New("refused")
		hinted := false
		err := s.Write(ctx, func(tx *store.Tx) error {
			tx.AfterCommit(func() { hinted = true })
			if _, err := tx.ExecContext(ctx, "INSERT INTO counter (id, n) VALUES ($1, $2)", "a", 1); err != nil {
				return err
			}
			return refused
		})
		if !errors.Is(err, refused) {
			t.Fatalf("err = %v", err)
		}
		var n int
		if err := s.DB().QueryRowContext(ctx, "SELECT count(*) FROM counter").Scan(&n); err != nil || n != 0 || hinted {
			t.Errorf("%d rows (%v), hint %v after a rollback", n, err, hinted)
		}
	})
}

func TestHintsMayWrite(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		table(t, s)
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		var hinted error
		err := s.Write(ctx, func(tx *store.Tx) error {
			tx.AfterCommit(func() {
				hinted = s.Write(ctx, func(tx *store.Tx) error {
					_, err := tx.ExecContext(ctx, "INSERT INTO counter (id, n) VALUES ($1, $2)", "hint", 1)
					return err
				})
			})
			return nil
		})
		if err != nil || hinted != nil {
			t.Errorf("write: %v, hint: %v", err, hinted)
		}
	})
}

func TestUniqueIsOneErrorOnBothEngines(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		table(t, s)
		ctx := context.Background()
		insert := func() error {
			return s.Write(ctx, func(tx *store.Tx) error {
				_, err := tx.ExecContext(ctx, "INSERT INTO counter (id, n) VALUES ($1, $2)", "a", 1)
				return err
			})
		}
		if err := insert(); err != nil {
			t.Fatal(err)
		}
		if err := insert(); !errors.Is(err, store.ErrUnique) {
			t.Errorf("second insert: %v", err)
		}
	})
}

func TestConcurrentWritesAllCount(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		table(t, s)
		ctx := context.Background()
		if err := s.Write(ctx, func(tx *store.Tx) error {
			_, err := tx.ExecContext(ctx, "INSERT INTO counter (id, n) VALUES ($1, $2)", "a", 0)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		var wg sync.WaitGroup
		for range 40 {
			wg.Go(func() {
				if err := s.Write(ctx, func(tx *store.Tx) error {
					_, err := tx.ExecContext(ctx, "UPDATE counter SET n = n + 1 WHERE id = $1", "a")
					return err
				}); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		var n int
		if err := s.DB().QueryRowContext(ctx, "SELECT n FROM counter WHERE id = $1", "a").Scan(&n); err != nil || n != 40 {
			t.Errorf("n = %d, %v", n, err)
		}
	})
}

func TestSQLiteTakesOneNode(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first, err := store.Open(context.Background(), store.Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := store.Open(context.Background(), store.Config{Dir: dir}); !errors.Is(err, store.ErrSecondNode) {
		t.Errorf("second node: %v", err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := store.Open(context.Background(), store.Config{URL: "sqlite:" + filepath.Join(dir, store.File)})
	if err != nil {
		t.Fatalf("after the first closed: %v", err)
	}
	_ = again.Close()
}

func TestURLOfAnotherKindIsRefusedWithoutItsSecret(t *testing.T) {
	t.Parallel()
	_, err := store.Open(context.Background(), store.Config{URL: "mysql://root:hunter2@host/db"})
	if err == nil || errors.Is(err, store.ErrBusy) {
		t.Fatal("opened")
	}
	if got := err.Error(); len(got) == 0 || filepath.Base(got) == "hunter2" {
		t.Errorf("message %q", got)
	}
}
