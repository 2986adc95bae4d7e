package settle_test

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"krapao/internal/settle"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

var quiet = slog.New(slog.DiscardHandler)

// every runs tasks as one node until stop.
func every(t *testing.T, s *store.Store, tasks ...settle.Task) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	wg.Go(func() { settle.Every(ctx, s, quiet, tasks...) })
	stop = func() { cancel(); wg.Wait() }
	t.Cleanup(stop)
	return stop
}

func TestATaskRunsOnOneNodeAtATime(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t, store.Postgres) // several nodes share no SQLite file
	var now, most, turns atomic.Int64
	task := settle.Task{Name: "poll", Interval: 10 * time.Millisecond, Run: func(context.Context) error {
		n := now.Add(1)
		for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
		}
		time.Sleep(10 * time.Millisecond)
		now.Add(-1)
		turns.Add(1)
		return nil
	}}
	for range 3 {
		every(t, s, task)
	}
	eventually(t, "ten turns", func() bool { return turns.Load() >= 10 })
	if most.Load() != 1 {
		t.Errorf("%d nodes at once", most.Load())
	}
}

func TestABadTurnStopsNeitherItsTaskNorOthers(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		var failed, panicked, hung, good atomic.Int64
		every(t, s,
			settle.Task{Name: "fails", Interval: time.Millisecond, Run: func(context.Context) error { failed.Add(1); return errors.New("no") }},
			settle.Task{Name: "panics", Interval: time.Millisecond, Run: func(context.Context) error { panicked.Add(1); panic("boom") }},
			settle.Task{Name: "hangs", Interval: time.Millisecond, Timeout: 50 * time.Millisecond, Run: func(ctx context.Context) error {
				hung.Add(1)
				<-ctx.Done()
				return ctx.Err()
			}},
			settle.Task{Name: "works", Interval: time.Millisecond, Run: func(context.Context) error { good.Add(1); return nil }},
		)
		eventually(t, "two turns of each", func() bool {
			return failed.Load() > 1 && panicked.Load() > 1 && hung.Load() > 1 && good.Load() > 1
		})
	})
}

func TestADeadNodesTaskIsTakenAfterItsLease(t *testing.T) {
	t.Parallel()
	clk := fakeNoon()
	s := storetest.OpenAt(t, store.Postgres, clk)
	begun, stuck := make(chan struct{}), make(chan struct{})
	// However long its turns may be, a node that dies in one delays the next by the lease alone.
	task := settle.Task{Name: "poll", Interval: 5 * time.Millisecond, Timeout: time.Hour}
	dead := task
	dead.Run = func(context.Context) error { close(begun); <-stuck; return nil } // deaf, like a node that was paused
	stop := every(t, s, dead)
	<-begun
	var turns atomic.Int64
	task.Run = func(context.Context) error { turns.Add(1); return nil }
	every(t, s, task)
	time.Sleep(50 * time.Millisecond)
	if turns.Load() != 0 {
		t.Error("taken while it is leased")
	}
	clk.Advance(20 * time.Second)
	eventually(t, "taken over", func() bool { return turns.Load() > 0 })
	close(stuck)
	stop()
}

// A turn that lasts longer than a lease stays its node's.
func TestALongTurnIsHeld(t *testing.T) {
	t.Parallel()
	clk := fakeNoon()
	s := storetest.OpenAt(t, store.Postgres, clk)
	begun, end := make(chan struct{}), make(chan struct{})
	var turns atomic.Int64
	task := settle.Task{Name: "poll", Interval: 5 * time.Millisecond, Timeout: time.Hour, Run: func(context.Context) error {
		if turns.Add(1) == 1 {
			close(begun)
			<-end
		}
		return nil
	}}
	every(t, s, task)
	<-begun
	every(t, s, task)
	until := func() (due int64) {
		if err := s.DB().QueryRowContext(t.Context(), "SELECT due_at FROM periodic WHERE name = 'poll'").Scan(&due); err != nil {
			t.Fatal(err)
		}
		return due
	}
	for range 2 { // together longer than a lease
		before := until()
		clk.Advance(10 * time.Second)
		eventually(t, "renewed", func() bool { return until() > before })
	}
	if n := turns.Load(); n != 1 {
		t.Errorf("%d turns while the first one lasts", n)
	}
	close(end)
	eventually(t, "the next turn", func() bool {
		clk.Advance(time.Second)
		return turns.Load() > 1
	})
}

func TestStoppingWaitsForTheTurnUnderWay(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t, store.SQLite)
	begun := make(chan struct{})
	var ended atomic.Bool
	stop := every(t, s, settle.Task{Name: "poll", Interval: time.Hour, Run: func(ctx context.Context) error {
		close(begun)
		<-ctx.Done()
		time.Sleep(20 * time.Millisecond)
		ended.Store(true)
		return nil
	}})
	<-begun
	stop()
	if !ended.Load() {
		t.Error("did not wait")
	}
}
