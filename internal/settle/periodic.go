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

// Task is a periodic job, done by one node at a time: asking gateways about open codes, deleting expired rows. It finds its
// work in the store each time, so a run that is lost or doubled does no harm.
type Task struct {
	// Name is the same on all nodes.
	Name string
	// Interval is the time from the end of one run to the next.
	Interval time.Duration
	// Timeout ends a run's context. The default is the interval, but at least 10 s and at most 1 min.
	Timeout time.Duration
	Run     func(ctx context.Context) error
}

// A run's lease is short and renewed while the run lasts. So a node that dies delays the next run by one lease at most, however
// long the job takes. A node that could not renew in time shares the job with the next node until it notices: doubled runs do no
// harm.
const (
	lease = 15 * time.Second
	renew = lease / 3
)

// Every runs the tasks until the context ends, and returns when the current runs have ended. A run that fails, panics or times
// out is logged; the next one comes at its interval, and other tasks don't wait.
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

// turn runs the task if it is due and no other node runs it, and returns how long to wait for the next run. mine reports whether
// this node ran it last: then it has waited until the due time that it wrote itself, and need not read it.
func (t Task) turn(ctx context.Context, s *store.Store, log *slog.Logger, mine bool) (wait time.Duration, had bool, err error) {
	if s.Engine() == store.SQLite { // one node: no lease is needed, which saves two writes a run
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

// ask leases the task, or returns how long it is not due yet. The timeout keeps a database that does not answer from holding a
// connection for ever.
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

// hold renews the lease of a run until stop is called.
func (t Task) hold(ctx context.Context, s *store.Store, log *slog.Logger, turn int64) (stop func()) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx)) // a run keeps its lease to its end
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

// turns returns the queries of periodic tasks, outside a transaction. Only PostgreSQL runs them, where each statement is
// atomic. A transaction around each was most of the work of an idle node.
func turns(s *store.Store) *settledb.Queries { return settledb.New(s.DB()) }

var errOvertaken = errors.New("settle: another node has the task")

// latest is how far ahead the next run, or the end of a lease, can be while clocks agree. A due time that is further ahead was
// written by a wrong clock, or by one that was set back since; no task waits for it.
func (t Task) latest() time.Duration { return max(jitterMost(t.Interval), lease) + clock.Skew }

// take leases the task; 0: another node has it.
func (t Task) take(ctx context.Context, s *store.Store) (turn int64, err error) {
	now := s.Now()
	turn, err = turns(s).TakePeriodic(ctx, settledb.TakePeriodicParams{
		Name: t.Name, LeasedUntil: clock.MicrosOf(now.Add(lease)),
		Now: clock.MicrosOf(now), Beyond: clock.MicrosOf(now.Add(t.latest())),
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

// finish ends a run; the next is due after wait.
func (t Task) finish(ctx context.Context, s *store.Store, turn int64, wait time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, bookkeeping)
	defer cancel()
	return turns(s).FinishPeriodic(ctx, clock.MicrosOf(s.Now().Add(wait)), t.Name, turn)
}
