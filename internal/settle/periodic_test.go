package settle_test

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"krapao/internal/clock"
	"krapao/internal/settle"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/internal/testkit/bubble"
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
	storetest.On(t, store.Postgres, func(t *testing.T, engine store.Engine) { // several nodes share no SQLite file
		s := storetest.Open(t, engine)
		var now, most, turns atomic.Int64
		task := settle.Task{Name: "poll", Interval: time.Second, Run: func(context.Context) error {
			n := now.Add(1)
			for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
			}
			bubble.Pass(3 * time.Second)
			now.Add(-1)
			turns.Add(1)
			return nil
		}}
		for range 3 {
			every(t, s, task)
		}
		until(t, "ten turns", func() bool { return turns.Load() >= 10 })
		if most.Load() != 1 {
			t.Errorf("%d nodes at once", most.Load())
		}
	})
}

func TestABadTurnStopsNeitherItsTaskNorOthers(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		var failed, panicked, hung, good atomic.Int64
		every(t, s,
			settle.Task{Name: "fails", Run: func(context.Context) error { failed.Add(1); return errors.New("no") }},
			settle.Task{Name: "panics", Run: func(context.Context) error { panicked.Add(1); panic("boom") }},
			settle.Task{Name: "hangs", Run: func(ctx context.Context) error {
				hung.Add(1)
				<-ctx.Done()
				return ctx.Err()
			}},
			settle.Task{Name: "works", Run: func(context.Context) error { good.Add(1); return nil }},
		)
		until(t, "two turns of each", func() bool {
			return failed.Load() > 1 && panicked.Load() > 1 && hung.Load() > 1 && good.Load() > 1
		})
	})
}

// A node that dies has its tasks for as long as its beat may stand still, however long runs take.
func TestADeadNodesTaskIsTakenAfterItsLease(t *testing.T) {
	t.Parallel()
	storetest.On(t, store.Postgres, func(t *testing.T, engine store.Engine) {
		s := storetest.Open(t, engine)
		written(t, s, `INSERT INTO periodic_node (id, beat) VALUES ('dead', 7)`)
		written(t, s, `INSERT INTO periodic_holder (name, node) VALUES ('poll', 'dead')`)
		var turns atomic.Int64
		every(t, s, settle.Task{Name: "poll", Interval: 100 * time.Millisecond, Timeout: time.Hour, Run: func(context.Context) error {
			turns.Add(1)
			return nil
		}})
		bubble.Pass(15*time.Second - time.Millisecond)
		if turns.Load() != 0 {
			t.Error("taken while it is leased")
		}
		bubble.Pass(5 * time.Second) // its next look
		if turns.Load() == 0 {
			t.Error("not taken over")
		}
	})
}

// A node that lives keeps its tasks, whatever the clocks say.
func TestALivingNodesTaskIsNotTaken(t *testing.T) {
	t.Parallel()
	storetest.On(t, store.Postgres, func(t *testing.T, engine store.Engine) {
		clk := clock.NewFake(noon)
		s := storetest.OpenAt(t, engine, clk)
		var here, there atomic.Int64
		task := settle.Task{Name: "poll", Interval: time.Second}
		task.Run = func(context.Context) error { here.Add(1); return nil }
		every(t, s, task)
		until(t, "a turn", func() bool { return here.Load() > 0 })
		task.Run = func(context.Context) error { there.Add(1); return nil }
		every(t, s, task)
		for range 20 {
			clk.Advance(time.Hour)
			bubble.Pass(10 * time.Second)
		}
		if there.Load() != 0 {
			t.Errorf("taken from a node that lives, %d turns", there.Load())
		}
	})
}

// A node that another took for dead, wrongly, comes back as a new one and takes what is free.
func TestANodeThatWasTakenForDeadComesBack(t *testing.T) {
	t.Parallel()
	storetest.On(t, store.Postgres, func(t *testing.T, engine store.Engine) {
		s := storetest.Open(t, engine)
		var turns atomic.Int64
		every(t, s, settle.Task{Name: "poll", Interval: time.Second, Run: func(context.Context) error { turns.Add(1); return nil }})
		until(t, "a turn", func() bool { return turns.Load() > 0 })
		written(t, s, `DELETE FROM periodic_node`)
		bubble.Pass(15 * time.Second)
		before := turns.Load()
		bubble.Pass(time.Minute)
		if turns.Load() == before {
			t.Error("it runs nothing any more")
		}
	})
}

// Nodes share the tasks, and the tasks of one that stops go to the others within seconds.
func TestNodesShareTheTasks(t *testing.T) {
	t.Parallel()
	storetest.On(t, store.Postgres, func(t *testing.T, engine store.Engine) {
		s := storetest.Open(t, engine)
		const count = 12
		var mu sync.Mutex
		runs := map[string]int{} // by task, who runs it
		node := func(n int) (stop func()) {
			var tasks []settle.Task
			for i := range count {
				name := strconv.Itoa(i)
				tasks = append(tasks, settle.Task{Name: name, Interval: time.Second, Run: func(context.Context) error {
					mu.Lock()
					defer mu.Unlock()
					runs[name] = n
					return nil
				}})
			}
			return every(t, s, tasks...)
		}
		shares := func() (of [3]int) {
			mu.Lock()
			clear(runs)
			mu.Unlock()
			bubble.Pass(20 * time.Second) // nothing is written, so turns are 10 s apart
			mu.Lock()
			defer mu.Unlock()
			for _, n := range runs {
				of[n]++
			}
			return of
		}
		stop := node(0)
		node(1)
		node(2)
		bubble.Pass(3 * time.Minute)
		if of := shares(); of != [3]int{4, 4, 4} {
			t.Errorf("the nodes have %v tasks", of)
		}
		stop()
		bubble.Pass(5 * time.Second)
		if of := shares(); of[0] != 0 || of[1]+of[2] != count {
			t.Errorf("after one stopped, the nodes have %v tasks", of)
		}
	})
}

// dies ends a node without a word to the others.
func dies(t *testing.T, s *store.Store, stop func()) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	stop()
}

// TestTheTasksOfADeadNodeGoOnInTime: within half a minute (docs/operating.md), also where each of those that are left takes some.
func TestTheTasksOfADeadNodeGoOnInTime(t *testing.T) {
	t.Parallel()
	storetest.On(t, store.Postgres, func(t *testing.T, engine store.Engine) {
		config := storetest.Config(t, engine, nil)
		var mu sync.Mutex
		ran := map[string]bool{} // tasks that a node ran which is left
		node := func(left bool) (*store.Store, func()) {
			s, err := store.Open(t.Context(), config)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = s.Close() })
			var tasks []settle.Task
			for i := range 12 {
				name := strconv.Itoa(i)
				tasks = append(tasks, settle.Task{Name: name, Interval: time.Second, Run: func(context.Context) error {
					mu.Lock()
					defer mu.Unlock()
					if left {
						ran[name] = true
					}
					return nil
				}})
			}
			return s, every(t, s, tasks...)
		}
		node(true)
		node(true)
		for round := range 4 {
			s, stop := node(false)
			bubble.Pass(3*time.Minute + time.Duration(round)*1700*time.Millisecond) // at another point of its beat each time
			dies(t, s, stop)
			mu.Lock()
			clear(ran)
			mu.Unlock()
			bubble.Pass(30 * time.Second)
			mu.Lock()
			if len(ran) != 12 {
				t.Errorf("round %d: %d of 12 tasks ran within half a minute", round, len(ran))
			}
			mu.Unlock()
		}
	})
}

// TestNothingBeginsWhileTheBeatIsLost: a node that can't write its beat soon begins nothing, since another may have its tasks.
// When the database is back, nobody takes the other for dead, and each goes on with what it had.
func TestNothingBeginsWhileTheBeatIsLost(t *testing.T) {
	t.Parallel()
	storetest.On(t, store.Postgres, func(t *testing.T, engine store.Engine) {
		s := storetest.Open(t, engine)
		var here, there atomic.Int64
		task := settle.Task{Name: "poll", Interval: 20 * time.Second}
		task.Run = func(context.Context) error { here.Add(1); return nil }
		every(t, s, task)
		until(t, "a turn", func() bool { return here.Load() > 0 })
		task.Run = func(context.Context) error { there.Add(1); return nil }
		every(t, s, task)
		bubble.Pass(time.Minute)
		for range 4 {
			written(t, s, `ALTER TABLE periodic_node RENAME TO periodic_gone`)
			bubble.Pass(15 * time.Second)
			before := here.Load()
			bubble.Pass(time.Minute)
			if n := here.Load() - before; n > 0 {
				t.Errorf("%d turns without a beat", n)
			}
			written(t, s, `ALTER TABLE periodic_gone RENAME TO periodic_node`)
			bubble.Pass(10 * time.Second)
			if here.Load() == before {
				t.Error("no turn after the database was back")
			}
		}
		bubble.Pass(2 * time.Minute)
		if there.Load() > 0 {
			t.Errorf("%d turns of the other node", there.Load())
		}
	})
}

func written(t *testing.T, s *store.Store, statement string) {
	t.Helper()
	if _, err := s.DB().ExecContext(t.Context(), statement); err != nil {
		t.Fatal(err)
	}
}

// A run that lasts longer than a lease stays with its node.
func TestALongTurnIsHeld(t *testing.T) {
	t.Parallel()
	storetest.On(t, store.Postgres, func(t *testing.T, engine store.Engine) {
		s := storetest.Open(t, engine)
		begun, end := make(chan struct{}), make(chan struct{})
		var turns atomic.Int64
		task := settle.Task{Name: "poll", Interval: time.Second, Timeout: time.Hour, Run: func(context.Context) error {
			if turns.Add(1) == 1 {
				close(begun)
				<-end
			}
			return nil
		}}
		every(t, s, task)
		<-begun
		every(t, s, task)
		bubble.Pass(10 * time.Minute) // forty leases
		if n := turns.Load(); n != 1 {
			t.Errorf("%d turns while the first one lasts", n)
		}
		close(end)
		until(t, "the next turn", func() bool { return turns.Load() > 1 })
	})
}

func TestStoppingWaitsForTheTurnUnderWay(t *testing.T) {
	t.Parallel()
	storetest.On(t, store.SQLite, func(t *testing.T, engine store.Engine) {
		s := storetest.Open(t, engine)
		begun := make(chan struct{})
		var ended atomic.Bool
		stop := every(t, s, settle.Task{Name: "poll", Interval: time.Hour, Run: func(ctx context.Context) error {
			close(begun)
			<-ctx.Done()
			bubble.Pass(20 * time.Second)
			ended.Store(true)
			return nil
		}})
		<-begun
		stop()
		if !ended.Load() {
			t.Error("did not wait")
		}
	})
}

// A due time that another clock wrote hours ahead is ignored by a node whose clock is behind, and by one that starts with its
// clock set back: no task waits for the wall clock.
func TestNoTaskWaitsForAnotherClock(t *testing.T) {
	t.Parallel()
	storetest.On(t, store.Postgres, func(t *testing.T, engine store.Engine) { // on SQLite nothing is written down
		config := storetest.Config(t, engine, nil)
		for _, step := range []time.Duration{-25 * time.Hour, -time.Hour, time.Hour, 25 * time.Hour} {
			var turns atomic.Int64
			task := settle.Task{Name: step.String(), Interval: time.Second, Run: func(context.Context) error { turns.Add(1); return nil }}
			node := func(now time.Time) (stop func()) {
				config := config
				config.Clock = clock.NewFake(now)
				s, err := store.Open(t.Context(), config)
				if err != nil {
					t.Fatal(err)
				}
				end := every(t, s, task)
				return func() { end(); _ = s.Close() }
			}
			stop := node(storetest.Begin)
			until(t, "the first node's turn", func() bool { return turns.Load() > 0 })
			stop()
			before, began := turns.Load(), time.Now()
			stop = node(storetest.Begin.Add(step))
			until(t, "the other node's turn", func() bool { return turns.Load() > before })
			if took := time.Since(began); took > 20*time.Second {
				t.Errorf("%s: its turn came after %s", step, took)
			}
			stop()
		}
	})
}
