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
	// atOnce is how many members a chore decides about at the same time, batch how many in a turn.
	atOnce = 8
	batch  = 1000
	// collectEvery is how often the games of one member are emptied for a condition that can't end.
	collectEvery = 10 * time.Second
)

// Finish brings conditions to their end whose end is decided, and returns how many. What goes back is brought from the
// games; what can't be had now is tried again, and the gates stay shut.
func (s *Service) Finish(ctx context.Context) (int, error) {
	rows, err := s.reads().Ending(ctx, batch)
	if err != nil {
		return 0, fmt.Errorf("bonus: ending: %w", err)
	}
	return s.each(ctx, rows, func(ctx context.Context, c Condition) (bool, error) {
		if !s.tries.begin(c.ID, s.Store.Now()) {
			return false, nil
		}
		ended, err := s.finish(ctx, c)
		if ended {
			s.tries.end(c.ID)
		}
		return ended, err
	})
}

// The pauses between two tries to end one condition: while its games are asked, the member can't move money, and one that
// can't be read takes long to say so.
const (
	firstPause   = 2 * time.Second
	longestPause = time.Minute
)

// tries are when this process may try again to end a condition.
type tries struct {
	mu   sync.Mutex
	next map[string]try
}

type try struct {
	at    time.Time
	pause time.Duration
}

// begin tells whether it is time, and when it is, doubles the pause until the next.
func (t *tries) begin(condition string, now time.Time) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	before, again := t.next[condition]
	if again && now.Before(before.at) {
		return false
	}
	pause := min(longestPause, max(firstPause, 2*before.pause))
	if t.next == nil {
		t.next = map[string]try{}
	}
	t.next[condition] = try{now.Add(pause), pause}
	return true
}

// end forgets one that has ended.
func (t *tries) end(condition string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.next, condition)
}

// each does one thing to conditions of several members at the same time, and counts those for which it did. What fails is
// logged, and left to the next turn: one member's game holds up nobody else.
func (s *Service) each(ctx context.Context, rows []bonusdb.BonusCondition, do func(context.Context, Condition) (bool, error)) (int, error) {
	var did atomic.Int64
	var wait sync.WaitGroup
	places := make(chan struct{}, atOnce)
	for _, row := range rows {
		c, err := conditionOf(row)
		if err != nil {
			s.Log.Error("bonus: a condition can't be read", "condition", row.ID, "error", err)
			continue
		}
		places <- struct{}{}
		wait.Go(func() {
			defer func() { <-places }()
			done, err := do(ctx, c)
			switch {
			case done:
				did.Add(1)
			case err != nil && !fault.Is(err, fault.TRY_AGAIN) && ctx.Err() == nil:
				s.Log.Warn("bonus: a condition could not end", "condition", c.ID, "error", err)
			}
		})
	}
	wait.Wait()
	return int(did.Load()), ctx.Err()
}

// finish ends one condition that is ending: at once where the wallet holds what goes back, else after the games were
// emptied.
func (s *Service) finish(ctx context.Context, c Condition) (bool, error) {
	_, err := s.Totals.StableTotal(ctx, c.Member) // what it shows is ended by SeenTx
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

// finishAfter decides again, with what the games have given.
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

func (s *Service) hasEnded(ctx context.Context, condition string) (bool, error) {
	c, yes, err := found(s.reads().ConditionByID(ctx, condition))
	return yes && c.State != Active && c.State != Ending, err
}
