package settle

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"krapao/internal/store"
	settleq "krapao/internal/store/q/settle"
)

// Task is work that is done again and again by one node at a time: asking gateways about open codes, sweeping what is
// past its end. It finds its work in the store each time, so a turn that is lost or doubled does no harm.
type Task struct {
	// Name is the same on all nodes.
	Name string
	// Interval is the time from the end of one turn to the next.
	Interval time.Duration
	// Timeout ends a turn's context; the node's lease on the task is a little longer, and a node that dies in its turn
	// delays the next one by it. The default is the interval, but at least 10 s and at most 1 min.
	Timeout time.Duration
	Run     func(ctx context.Context) error
}

// leaseMargin is what a turn may take to notice its timeout.
const leaseMargin = 5 * time.Second

// Every does the tasks until the context ends, and returns when the turns under way have. A turn that fails, panics or
// runs out of time is logged; the next one comes at its interval, and other tasks don't wait.
func Every(ctx context.Context, s *store.Store, log *slog.Logger, tasks ...Task) {
	var all sync.WaitGroup
	for _, t := range tasks {
		setDuration(&t.Interval, time.Minute)
		setDuration(&t.Timeout, min(max(t.Interval, 10*time.Second), time.Minute))
		all.Go(func() { t.keep(ctx, s, log) })
	}
	all.Wait()
}

func (t Task) keep(ctx context.Context, s *store.Store, log *slog.Logger) {
	for ctx.Err() == nil {
		wait, err := t.turn(ctx, s, log)
		if err != nil && ctx.Err() == nil {
			log.Warn("settle: cannot take a task's turn", "task", t.Name, "error", err)
			wait = t.Interval
		}
		select {
		case <-ctx.Done():
		case <-time.After(jitter(max(wait, 10*time.Millisecond))):
		}
	}
}

// turn takes a turn if the task is due and free, and returns how long to wait for the next.
func (t Task) turn(ctx context.Context, s *store.Store, log *slog.Logger) (wait time.Duration, err error) {
	if s.Engine() == store.SQLite { // one node: nobody to agree with, and no reason to write twice a turn
		t.run(ctx, log)
		return t.Interval, nil
	}
	due, err := settleq.New(s.DB()).PeriodicDue(ctx, t.Name)
	if err != nil && !store.NotFound(err) {
		return 0, err
	}
	if left := time.UnixMicro(due).Sub(s.Now()); left > 0 {
		return min(left, t.Interval), nil
	}
	turn, err := t.take(ctx, s)
	if err != nil || turn == 0 {
		return t.Interval, err
	}
	t.run(ctx, log)
	return t.Interval, t.finish(context.WithoutCancel(ctx), s, turn)
}

// take leases the task; 0: another node was quicker.
func (t Task) take(ctx context.Context, s *store.Store) (turn int64, err error) {
	err = s.Write(ctx, func(tx *store.Tx) error {
		turn, err = settleq.New(tx).TakePeriodic(ctx, t.Name, tx.Now.Add(t.Timeout+leaseMargin).UnixMicro(), tx.Now.UnixMicro())
		if store.NotFound(err) {
			turn, err = 0, nil
		}
		return err
	})
	return turn, err
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

func (t Task) finish(ctx context.Context, s *store.Store, turn int64) error {
	ctx, cancel := context.WithTimeout(ctx, bookkeeping)
	defer cancel()
	return s.Write(ctx, func(tx *store.Tx) error {
		return settleq.New(tx).FinishPeriodic(ctx, tx.Now.Add(t.Interval).UnixMicro(), t.Name, turn)
	})
}
