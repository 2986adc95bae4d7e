package settle

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"krapao/internal/store"
)

// Task is a periodic job, done by one node at a time: asking gateways about open codes, deleting expired rows. It finds its
// work in the store each time, so a run that is lost or doubled does no harm.
type Task struct {
	// Name is the same on all nodes.
	Name string
	// Interval is the time from the end of one run to the next. While nothing is written on any node, it is
	// restsFor (store.Store.Rest).
	Interval time.Duration
	// Timeout ends a run's context. The default is the interval, but at least 10 s and at most 1 min.
	Timeout time.Duration
	Run     func(ctx context.Context) error
}

// restsFor is how often a node looks for work of a kind while nothing is written on any node. Then only time can make some due.
const restsFor = 10 * time.Second

// Every runs the tasks until the context ends, and returns when the current runs have ended. A run that fails, panics or times
// out is logged; the next one comes at its interval, and other tasks don't wait. On PostgreSQL the nodes share the tasks (share),
// and what is due when is in the memory of the node that holds a task: a turn that finds nothing writes nothing.
func Every(ctx context.Context, s *store.Store, log *slog.Logger, tasks ...Task) {
	var running, keeping sync.WaitGroup
	all := everything
	if s.Engine() == store.Postgres { // an SQLite file has one node
		all = newShare(s, log, tasks)
	}
	keep, leave := context.WithCancel(context.WithoutCancel(ctx)) // a run keeps its task to its end
	keeping.Go(func() { all.keep(keep) })
	for _, t := range tasks {
		setDuration(&t.Interval, time.Minute)
		setDuration(&t.Timeout, min(max(t.Interval, 10*time.Second), time.Minute))
		running.Go(func() { t.keep(ctx, all, s, log) })
	}
	running.Wait()
	leave()
	keeping.Wait()
}

// keep runs the task whenever it is due and this node's.
func (t Task) keep(ctx context.Context, of holding, s *store.Store, log *slog.Logger) {
	for ctx.Err() == nil {
		if !of.begin(t.Name) {
			of.wait(ctx, t.Name)
			continue
		}
		t.run(ctx, log)
		of.end(t.Name)
		s.Rest(ctx, jitter(t.Interval), jitter(max(t.Interval, restsFor)), nil)
	}
}

func (t Task) run(ctx context.Context, log *slog.Logger) {
	if err := t.try(ctx); err != nil && ctx.Err() == nil {
		log.Warn("settle: a task's turn failed", "task", t.Name, "error", err)
	}
}

func (t Task) try(ctx context.Context) (err error) {
	ctx, cancel := context.WithTimeout(ctx, t.Timeout)
	defer cancel()
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return t.Run(ctx)
}
