package store_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

// house has transactions of many wait for one row, until the test opens the door.
type house struct {
	*testing.T
	s       *store.Store
	commits atomic.Int64
	door    chan struct{}
	wg      sync.WaitGroup
	mu      sync.Mutex
	errs    map[string]error
}

// gather begins with as many transactions as run at the same time. Further ones wait for them.
func gather(t *testing.T, s *store.Store) *house {
	t.Helper()
	table(t, s)
	c := &house{T: t, s: s, door: make(chan struct{}), errs: map[string]error{}}
	there := make(chan struct{})
	const atOnce = 2
	for n := range atOnce {
		c.come(t.Context(), fmt.Sprint("first", n), func(*store.Tx) error {
			there <- struct{}{}
			<-c.door
			return nil
		})
	}
	for range atOnce {
		<-there
	}
	s.OnCommit(func(time.Duration, error) { c.commits.Add(1) })
	return c
}

// come begins a transaction under a name.
func (c *house) come(ctx context.Context, name string, body func(tx *store.Tx) error) {
	c.wg.Go(func() {
		err := c.s.WriteTogether(ctx, store.Together{Row: "the house", Of: name}, body)
		c.mu.Lock()
		defer c.mu.Unlock()
		c.errs[name] = err
	})
}

// wait waits until so many are in line.
func (c *house) wait(inLine int) {
	for c.s.InLine() < inLine {
		runtime.Gosched()
	}
}

// end lets all go on, and waits for their end.
func (c *house) end() {
	close(c.door)
	c.wg.Wait()
}

// counts adds a counter, and asserts its row: it is as if nobody else were there.
func counts(name string) func(tx *store.Tx) error {
	return func(tx *store.Tx) error {
		ctx := context.Background()
		if _, err := tx.ExecContext(ctx, "-- name: Add :exec\nINSERT INTO counter (id, n) VALUES ($1, 1)", name); err != nil {
			return err
		}
		var n int
		if err := tx.QueryRowContext(ctx, "SELECT n FROM counter WHERE id = $1", name).Scan(&n); err != nil || n != 1 {
			return fmt.Errorf("%d: %w", n, err)
		}
		_, err := tx.ExecContext(ctx, "-- name: Change :exec\nUPDATE counter SET n = n + 1 WHERE id = $1", name)
		return err
	}
}

// counted is the sum of all counters.
func counted(t *testing.T, s *store.Store) (n int) {
	t.Helper()
	if err := s.DB().QueryRowContext(t.Context(), "SELECT COALESCE(sum(n), 0) FROM counter").Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestTransactionsThatWaitForOneRowAreOne(t *testing.T) {
	t.Parallel()
	storetest.Ready(t, store.Postgres)
	s := storetest.Open(t, store.Postgres)
	c := gather(t, s)
	hints := atomic.Int64{}
	for n := range 20 {
		name := fmt.Sprint(n)
		c.come(t.Context(), name, func(tx *store.Tx) error {
			tx.AfterCommit(func() {
				if counted(t, s) < 40 {
					t.Error("told before the commit")
				}
				hints.Add(1)
			})
			return counts(name)(tx)
		})
	}
	c.wait(20)
	c.end()
	for name, err := range c.errs {
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if n := c.commits.Load(); n != 3 { // the first two, and all others
		t.Errorf("%d commits", n)
	}
	if n := counted(t, s); n != 40 || hints.Load() != 20 {
		t.Errorf("%d counted, %d hints", n, hints.Load())
	}
}

func TestNoTwoOfOneMemberAreOne(t *testing.T) {
	t.Parallel()
	storetest.Ready(t, store.Postgres)
	s := storetest.Open(t, store.Postgres)
	c := gather(t, s)
	for n := range 4 {
		c.come(t.Context(), "one", counts(fmt.Sprint(n)))
	}
	c.wait(4)
	c.end()
	if n := c.commits.Load(); n != 6 || counted(t, s) != 8 {
		t.Errorf("%d commits, %d counted", n, counted(t, s))
	}
}

func TestOneThatIsRefusedFailsNoOther(t *testing.T) {
	t.Parallel()
	storetest.Ready(t, store.Postgres)
	no := errors.New("no")
	for name, bad := range map[string]struct {
		body  func(tx *store.Tx) error
		wants func(err error) bool
	}{
		"a rule": {
			func(tx *store.Tx) error { return errors.Join(counts("mine")(tx), no) },
			func(err error) bool { return errors.Is(err, no) },
		},
		"an index": {func(tx *store.Tx) error {
			_, err := tx.ExecContext(context.Background(), "-- name: Add :exec\nINSERT INTO counter (id, n) VALUES ('3', 1), ('3', 1)")
			return err
		}, func(err error) bool { return errors.Is(err, store.ErrUnique) }},
		"a statement": {func(tx *store.Tx) error {
			return tx.QueryRowContext(context.Background(), "SELECT 1 / (n - n) FROM counter WHERE id = '0'").Scan(new(int))
		}, func(err error) bool { return err != nil }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := storetest.Open(t, store.Postgres)
			c := gather(t, s)
			if err := s.Write(t.Context(), counts("0")); err != nil {
				t.Fatal(err)
			}
			for n := 1; n <= 5; n++ {
				c.come(t.Context(), fmt.Sprint(n), counts(fmt.Sprint(n)))
			}
			c.come(t.Context(), "bad", bad.body)
			c.wait(6)
			c.end()
			for who, err := range c.errs {
				if who == "bad" && !bad.wants(err) || who != "bad" && err != nil {
					t.Errorf("%s: %v", who, err)
				}
			}
			if n := counted(t, s); n != 12 {
				t.Errorf("%d counted", n)
			}
		})
	}
}

// A caller that has left is not begun, wherever it stands.
func TestWhoHasLeftIsNotInTheCompany(t *testing.T) {
	t.Parallel()
	storetest.Ready(t, store.Postgres)
	s := storetest.Open(t, store.Postgres)
	c := gather(t, s)
	ctx, leave := context.WithCancel(t.Context())
	c.come(ctx, "gone", counts("gone"))
	for n := range 3 {
		c.come(t.Context(), fmt.Sprint(n), counts(fmt.Sprint(n)))
	}
	c.wait(4)
	leave()
	c.end()
	if !errors.Is(c.errs["gone"], context.Canceled) {
		t.Errorf("%v", c.errs["gone"])
	}
	if n := counted(t, s); n != 6 {
		t.Errorf("%d counted", n)
	}
}

// Somebody holds a row of one member for long. The others don't wait for that: they run alone.
func TestALockThatLastsHoldsUpOnlyItsMember(t *testing.T) {
	t.Parallel()
	storetest.Ready(t, store.Postgres)
	s := storetest.Open(t, store.Postgres)
	c := gather(t, s)
	if err := s.Write(t.Context(), counts("held")); err != nil {
		t.Fatal(err)
	}
	locks := func(tx *store.Tx) error {
		_, err := tx.ExecContext(context.Background(), "UPDATE counter SET n = n + 1 WHERE id = 'held'")
		return err
	}
	held, release := make(chan struct{}), make(chan struct{})
	var holder sync.WaitGroup
	holder.Go(func() {
		err := s.Write(context.Background(), func(tx *store.Tx) error {
			defer func() { <-release }()
			defer close(held)
			return locks(tx)
		})
		if err != nil {
			t.Error(err)
		}
	})
	<-held
	others := sync.WaitGroup{}
	others.Add(3)
	for n := range 3 {
		name := fmt.Sprint(n)
		c.come(t.Context(), name, func(tx *store.Tx) error {
			tx.AfterCommit(others.Done)
			return counts(name)(tx)
		})
	}
	c.come(t.Context(), "held", locks)
	c.wait(4)
	close(c.door)
	others.Wait() // though the row is held
	close(release)
	c.wg.Wait()
	holder.Wait()
	if n := counted(t, s); n != 10 || c.errs["held"] != nil {
		t.Errorf("%d counted, %v", n, c.errs["held"])
	}
}
