package settle

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"krapao/internal/clock"
	"krapao/internal/settle/internal/settledb"
	"krapao/internal/store"
)

// Task is work that is done again and again by one node at a time: asking gateways about open codes, sweeping what is
// past its end. It finds its work in the store each time, so a turn that is lost or doubled does no harm.
type Task struct {
	// Name is the same on all nodes.
	Name string
	// Interval is the time from the end of one turn to the next.
	Interval time.Duration
	// Timeout ends a turn's context. The default is the interval, but at least 10 s and at most 1 min.
	Timeout time.Duration
	Run     func(ctx context.Context) error
}

// A turn's lease is short and renewed while the turn lasts, so that a node that dies in it delays the next one by lease at
// most, however long the task's turns may be. One that could not renew in time shares the task with the next node until it
// notices: doubled turns do no harm.
const (
	lease = 15 * time.Second
	renew = lease / 3
)

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
	for mine := false; ctx.Err() == nil; {
		var wait time.Duration
		var err error
		if wait, mine, err = t.turn(ctx, s, log, mine); err != nil && ctx.Err() == nil {
			log.Warn("settle: cannot take a task's turn", "task", t.Name, "error", err)
			wait = jitter(t.Interval)
		}
		select {
		case <-ctx.Done():
		case <-time.After(max(wait, 10*time.Millisecond)):
		}
	}
}

// turn takes a turn if the task is due and free, and returns how long to wait for the next. mine reports whether this node had
// the last turn: then it has waited for the time that it wrote itself, and need not ask whether the task is due.
func (t Task) turn(ctx context.Context, s *store.Store, log *slog.Logger, mine bool) (wait time.Duration, had bool, err error) {
	if s.Engine() == store.SQLite { // one node: nobody to agree with, and no reason to write twice a turn
		t.run(ctx, log)
		return jitter(t.Interval), true, nil
	}
	turn, left, err := t.ask(ctx, s, mine)
	if left > 0 {
		return jitter(min(left, t.Interval)), false, nil
	}
	if err != nil || turn == 0 {
		return jitter(t.Interval), false, err
	}
	stop := t.hold(ctx, s, log, turn)
	t.run(ctx, log)
	stop()
	wait = jitter(t.Interval)
	return wait, true, t.finish(context.WithoutCancel(ctx), s, turn, wait)
}

// ask takes the turn, or tells how long it is not due. A database that does not answer holds no connection for ever.
func (t Task) ask(ctx context.Context, s *store.Store, mine bool) (turn int64, left time.Duration, err error) {
	ctx, cancel := context.WithTimeout(ctx, bookkeeping)
	defer cancel()
	if !mine {
		due, err := turns(s).PeriodicDue(ctx, t.Name)
		if err != nil && !store.NotFound(err) {
			return 0, 0, err
		}
		if left := due.Time().Sub(s.Now()); left > 0 && left <= t.latest() {
			return 0, left, nil
		}
	}
	turn, err = t.take(ctx, s)
	return turn, 0, err
}

// hold renews the lease of a turn until stop.
func (t Task) hold(ctx context.Context, s *store.Store, log *slog.Logger, turn int64) (stop func()) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx)) // a turn under way is held to its end
	var renewing sync.WaitGroup
	renewing.Go(func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-time.After(renew):
			}
			if err := t.renew(ctx, s, turn); err != nil && ctx.Err() == nil {
				log.Warn("settle: cannot renew a task's turn", "task", t.Name, "error", err)
			}
		}
	})
	return func() { cancel(); renewing.Wait() }
}

func (t Task) renew(ctx context.Context, s *store.Store, turn int64) error {
	ctx, cancel := context.WithTimeout(ctx, renew)
	defer cancel()
	n, err := turns(s).RenewPeriodic(ctx, clock.MicrosOf(s.Now().Add(lease)), t.Name, turn)
	if err == nil && n == 0 {
		return errOvertaken
	}
	return err
}

// turns are the queries of periodic tasks, outside a transaction: only PostgreSQL runs them, where a statement is atomic by
// itself. A transaction around each was most of the work of an idle node.
func turns(s *store.Store) *settledb.Queries { return settledb.New(s.DB()) }

var errOvertaken = errors.New("settle: another node has the task")

// latest is how far ahead the next turn of a task, or the end of a lease, can be by clocks that agree. One that is further
// ahead was written by a clock that has been set back since, or by one that is wrong; no task waits for it.
func (t Task) latest() time.Duration { return max(jitterMost(t.Interval), lease) + clock.Skew }

// take leases the task; 0: another node was quicker.
func (t Task) take(ctx context.Context, s *store.Store) (turn int64, err error) {
	now := s.Now()
	turn, err = turns(s).TakePeriodic(ctx, settledb.TakePeriodicParams{
		Name: t.Name, LeasedUntil: clock.MicrosOf(now.Add(lease)), Now: clock.MicrosOf(now), Beyond: clock.MicrosOf(now.Add(t.latest())),
	})
	if store.NotFound(err) {
		return 0, nil
	}
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

// finish ends a turn; the next is due after wait.
func (t Task) finish(ctx context.Context, s *store.Store, turn int64, wait time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, bookkeeping)
	defer cancel()
	return turns(s).FinishPeriodic(ctx, clock.MicrosOf(s.Now().Add(wait)), t.Name, turn)
}
