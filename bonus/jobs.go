package bonus

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"krapao/bonus/internal/bonusdb"
	"krapao/fault"
)

// Jobs end the conditions that no call ends: those that wait for money in games, whose time is over, or whose matched deposit
// was taken back.
type Jobs struct {
	service *Service
	// retries limits how often Finish tries each condition.
	retries retries
	mu      sync.Mutex
	// undoneUpTo is the time up to which this process has looked for matched deposits that were taken back.
	undoneUpTo time.Time
}

// NewJobs makes the jobs of a service: Finish, Expire and UndoReversed, each to be run periodically.
func NewJobs(s *Service) *Jobs { return &Jobs{service: s} }

const (
	// concurrency is how many conditions a job works on at the same time, batch how many in one run.
	concurrency = 8
	batch       = 1000
)

// Finish ends conditions whose outcome is decided, and returns how many it ended. It brings home from the games what goes
// back. If that fails it is tried again later, and the gates stay shut until then.
func (j *Jobs) Finish(ctx context.Context) (int, error) {
	rows, err := j.service.reads().Ending(ctx, batch)
	if err != nil {
		return 0, fmt.Errorf("bonus: read ending conditions: %w", err)
	}
	return j.each(ctx, rows, func(ctx context.Context, c Condition) (bool, error) {
		if !j.retries.begin(c.ID, j.service.Store.Now()) {
			return false, nil
		}
		ended, err := j.service.finish(ctx, c)
		if ended {
			j.retries.end(c.ID)
		}
		return ended, err
	})
}

// each calls do for several conditions at the same time, and counts those for which it returned true. It logs errors and
// leaves those conditions to the next run: one member's game does not delay the others.
func (j *Jobs) each(
	ctx context.Context, rows []bonusdb.BonusCondition, do func(context.Context, Condition) (bool, error),
) (int, error) {
	var done atomic.Int64
	var wait sync.WaitGroup
	slots := make(chan struct{}, concurrency)
	for _, row := range rows {
		c, err := conditionOf(row)
		if err != nil {
			j.service.Log.Error("bonus: a condition can't be read", "condition", row.ID, "error", err)
			continue
		}
		slots <- struct{}{}
		wait.Go(func() {
			defer func() { <-slots }()
			ok, err := do(ctx, c)
			switch {
			case ok:
				done.Add(1)
			case err != nil && !fault.Is(err, fault.TRY_AGAIN) && ctx.Err() == nil:
				j.service.Log.Warn("bonus: a condition could not end", "condition", c.ID, "error", err)
			}
		})
	}
	wait.Wait()
	return int(done.Load()), ctx.Err()
}
