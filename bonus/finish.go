package bonus

import (
	"context"
	"fmt"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"krapao/bonus/internal/bonusdb"
	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger"
)

const (
	// concurrency is how many conditions a job works on at the same time, batch how many in one run.
	concurrency = 8
	batch       = 1000
	// collectEvery is how often the games of one member are emptied at most, while its condition can't end.
	collectEvery = 10 * time.Second
)

// Finish ends conditions whose outcome is decided, and returns how many it ended. It brings home from the games what goes
// back. If that fails it is tried again later, and the gates stay shut until then.
func (s *Service) Finish(ctx context.Context) (int, error) {
	rows, err := s.reads().Ending(ctx, batch)
	if err != nil {
		return 0, fmt.Errorf("bonus: read ending conditions: %w", err)
	}
	return s.each(ctx, rows, func(ctx context.Context, c Condition) (bool, error) {
		if !s.retries.begin(c.ID, s.Store.Now()) {
			return false, nil
		}
		ended, err := s.finish(ctx, c)
		if ended {
			s.retries.end(c.ID)
		}
		return ended, err
	})
}

// The pauses between two tries to end one condition. While the games are asked the member can't move money, and a game that
// can't be read takes long to fail.
const (
	firstPause   = 2 * time.Second
	longestPause = time.Minute
)

// retries holds the time of the next try for each condition that this process has tried to end.
type retries struct {
	mu   sync.Mutex
	next map[string]retry
}

type retry struct {
	at    time.Time
	pause time.Duration
}

// begin reports whether a condition may be tried now. If so, it doubles the pause until the next try.
func (r *retries) begin(condition string, now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	last, tried := r.next[condition]
	if tried && now.Before(last.at) {
		return false
	}
	pause := min(longestPause, max(firstPause, 2*last.pause))
	if r.next == nil {
		r.next = map[string]retry{}
	}
	r.next[condition] = retry{now.Add(pause), pause}
	return true
}

// end forgets a condition that has ended.
func (r *retries) end(condition string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.next, condition)
}

// each calls do for several conditions at the same time, and counts those for which it returned true. It logs errors and
// leaves those conditions to the next run: one member's game does not delay the others.
func (s *Service) each(
	ctx context.Context, rows []bonusdb.BonusCondition, do func(context.Context, Condition) (bool, error),
) (int, error) {
	var done atomic.Int64
	var wait sync.WaitGroup
	slots := make(chan struct{}, concurrency)
	for _, row := range rows {
		c, err := conditionOf(row)
		if err != nil {
			s.Log.Error("bonus: a condition can't be read", "condition", row.ID, "error", err)
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
				s.Log.Warn("bonus: a condition could not end", "condition", c.ID, "error", err)
			}
		})
	}
	wait.Wait()
	return int(done.Load()), ctx.Err()
}

// finish ends one condition that is ending: at once if the wallet holds what goes back, otherwise after the games were
// emptied.
func (s *Service) finish(ctx context.Context, c Condition) (bool, error) {
	_, err := s.Totals.StableTotal(ctx, c.Member) // ObserveTx ends the condition if it can
	if err == nil {
		if ended, err := s.hasEnded(ctx, c.ID); ended || err != nil {
			return ended, err
		}
	} else if !fault.Is(err, fault.TRY_AGAIN) {
		return false, err
	}
	turn := s.Store.Now().Truncate(collectEvery).Unix()
	emptied, err := s.Games.Collect(ctx, c.Member, ledger.InternalKey("finish_collect", c.ID, strconv.FormatInt(turn, 10)))
	if err != nil {
		return false, err
	}
	return s.finishAfter(ctx, c, emptied)
}

// finishAfter decides again, with the money that came from the games.
func (s *Service) finishAfter(ctx context.Context, c Condition, emptied bool) (bool, error) {
	err := s.Totals.Decide(ctx, c.Member, nil, func(ctx context.Context, tx *store.Tx, t Total) error {
		now, yes, err := live(ctx, bonusdb.New(tx), c.Member)
		if err != nil || !yes || now.ID != c.ID || now.State != Ending {
			return err
		}
		_, err = s.finishTx(ctx, tx, now, t, emptied)
		return err
	})
	if err != nil {
		return false, err
	}
	return s.hasEnded(ctx, c.ID)
}

// hasEnded reports whether a condition is neither active nor ending.
func (s *Service) hasEnded(ctx context.Context, condition string) (bool, error) {
	c, yes, err := found(s.reads().ConditionByID(ctx, condition))
	return yes && c.State != Active && c.State != Ending, err
}
