package store_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

// crowd is transactions that wait for a first one, and what became of them.
type crowd struct {
	t       *testing.T
	s       *store.Store
	commits atomic.Int64
	wg      sync.WaitGroup
}

// newCrowd opens a store in the test's bubble: there, "in line" is a state that one can wait for.
func newCrowd(t *testing.T) *crowd {
	t.Helper()
	c := &crowd{t: t, s: storetest.Open(t, store.SQLite)}
	table(t, c.s)
	c.s.OnCommit(func(time.Duration, error) { c.commits.Add(1) })
	return c
}

// add writes a row in a transaction, then runs more.
func (c *crowd) add(ctx context.Context, id string, more func(tx *store.Tx) error) error {
	return c.s.Write(ctx, func(tx *store.Tx) error {
		if _, err := tx.ExecContext(ctx, "INSERT INTO counter (id, n) VALUES ($1, 1)", id); err != nil {
			return err
		}
		return more(tx)
	})
}

// behind runs others, each begun when those before it are in line, while a first transaction has the turn.
func (c *crowd) behind(first func(tx *store.Tx) error, others ...func()) {
	c.t.Helper()
	if err := c.add(context.Background(), "first", func(tx *store.Tx) error {
		for _, f := range others {
			c.wg.Go(f)
			synctest.Wait()
		}
		others = nil // the transaction may run again
		return first(tx)
	}); err != nil {
		c.t.Error(err)
	}
	c.wg.Wait()
}

// rows returns which rows there are, in order.
func (c *crowd) rows() (ids []string) {
	c.t.Helper()
	rows, err := c.s.DB().QueryContext(context.Background(), "SELECT id FROM counter ORDER BY id")
	if err != nil {
		c.t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			c.t.Fatal(err)
		}
		ids = append(ids, id)
	}
	if err := rows.Err(); err != nil {
		c.t.Fatal(err)
	}
	return ids
}

func (c *crowd) expect(commits int64, rows ...string) {
	c.t.Helper()
	if got := c.commits.Load(); got != commits {
		c.t.Errorf("%d commits, want %d", got, commits)
	}
	if got := c.rows(); fmt.Sprint(got) != fmt.Sprint(rows) {
		c.t.Errorf("rows %v, want %v", got, rows)
	}
}

var errRefused = errors.New("refused")

func success(*store.Tx) error { return nil }

func TestTransactionsInLineShareACommit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, ctx := newCrowd(t), t.Context()
		var others []func()
		for n := range 5 {
			others = append(others, func() {
				if err := c.add(ctx, fmt.Sprint(n), success); err != nil {
					t.Error(err)
				}
			})
		}
		c.behind(success, others...)
		c.expect(1, "0", "1", "2", "3", "4", "first")
	})
}

func TestARefusedTransactionUndoesOnlyItself(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, ctx := newCrowd(t), t.Context()
		c.behind(success, func() {
			hinted := false
			err := c.add(ctx, "refused", func(tx *store.Tx) error {
				tx.AfterCommit(func() { hinted = true })
				return errRefused
			})
			if !errors.Is(err, errRefused) || hinted {
				t.Errorf("%v, hint %v", err, hinted)
			}
		}, func() {
			if err := c.add(ctx, "first", success); !errors.Is(err, store.ErrUnique) {
				t.Errorf("the same row again: %v", err)
			}
		}, func() {
			if err := c.add(ctx, "last", success); err != nil {
				t.Error(err)
			}
		})
		c.expect(1, "first", "last")
	})
}

func TestAFirstThatIsRefusedTakesNobodyWithIt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, ctx := newCrowd(t), t.Context()
		err := c.add(ctx, "refused", func(*store.Tx) error {
			c.wg.Go(func() {
				if err := c.add(ctx, "next", success); err != nil {
					t.Error(err)
				}
			})
			synctest.Wait()
			return errRefused
		})
		if !errors.Is(err, errRefused) {
			t.Error(err)
		}
		c.wg.Wait()
		c.expect(1, "next")
	})
}

func TestATransactionThatEndsItsGoroutineUndoesOnlyItself(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, ctx := newCrowd(t), t.Context()
		c.behind(success, func() {
			_ = c.add(ctx, "gone", func(*store.Tx) error {
				runtime.Goexit()
				return nil
			})
		}, func() {
			defer func() {
				if recover() == nil {
					t.Error("the panic was lost")
				}
			}()
			_ = c.add(ctx, "panicked", func(*store.Tx) error { panic("oh") })
		}, func() {
			if err := c.add(ctx, "last", success); err != nil {
				t.Error(err)
			}
		})
		c.expect(1, "first", "last")
	})
}

func TestWhoLeavesTheLineWritesNothing(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, ctx := newCrowd(t), t.Context()
		leaving, leave := context.WithCancel(ctx)
		c.behind(func(*store.Tx) error {
			leave()
			synctest.Wait()
			return nil
		}, func() {
			if err := c.add(leaving, "left", success); !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		}, func() {
			if err := c.add(ctx, "last", success); err != nil {
				t.Error(err)
			}
		})
		c.expect(1, "first", "last")
	})
}

// A statement that is interrupted would take the others' rows with it.
func TestATimeThatEndsInATransactionUndoesOnlyIt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, ctx := newCrowd(t), t.Context()
		short, end := context.WithCancel(ctx)
		c.behind(success, func() {
			err := c.s.Write(short, func(tx *store.Tx) error {
				if _, err := tx.ExecContext(short, "INSERT INTO counter (id, n) VALUES ('late', 1)"); err != nil {
					return err
				}
				end()
				_, err := tx.ExecContext(short, "INSERT INTO counter (id, n) VALUES ('later', 1)")
				return err
			})
			if !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		}, func() {
			if err := c.add(ctx, "last", success); err != nil {
				t.Error(err)
			}
		})
		c.expect(1, "first", "last")
	})
}

// SQLite gives up a whole transaction on some errors, such as a full disk. Nobody's rows are there then, and each runs again.
func TestALostGroupRunsAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, ctx, tries := newCrowd(t), t.Context(), 0
		c.behind(success, func() {
			if err := c.add(ctx, "breaks", func(tx *store.Tx) error {
				if tries++; tries > 1 {
					return nil
				}
				_, err := tx.ExecContext(ctx, "ROLLBACK")
				return errors.Join(err, errRefused)
			}); err != nil {
				t.Error(err)
			}
		})
		if tries != 2 {
			t.Errorf("%d tries", tries)
		}
		if got := fmt.Sprint(c.rows()); got != "[breaks first]" {
			t.Error(got)
		}
	})
}

// TestAQueryInATransactionStartsNoGoroutine, as database/sql does for a transaction of its own: nothing is to be interrupted, and
// each costs a query of SQLite a tenth. It counts all goroutines, so it runs alone.
func TestAQueryInATransactionStartsNoGoroutine(t *testing.T) {
	s := storetest.Open(t, store.SQLite)
	const queries = 50
	err := s.Write(t.Context(), func(tx *store.Tx) error {
		before := runtime.NumGoroutine()
		for range queries {
			rows, err := tx.QueryContext(t.Context(), "SELECT 1")
			if err != nil {
				return err
			}
			defer func() { _ = errors.Join(rows.Err(), rows.Close()) }()
		}
		if more := runtime.NumGoroutine() - before; more >= queries {
			t.Errorf("%d queries started %d goroutines", queries, more)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
