package bonus

import (
	"context"
	"time"

	"krapao/bonus/internal/bonusdb"
	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger"
)

// clearedWithin is how long after an end a call for that end still gets it as its answer, whatever has ended it.
const clearedWithin = time.Minute

// Clear ends the member's condition, because T shows its end or because the member gives up. It returns BONUS_CONDITION
// (params target, floor, total) if neither is the case or no condition is active, and TRY_AGAIN if T can't be known now. The
// same key ends one condition at most, and gets its end as the answer for ever.
func (s *Service) Clear(ctx context.Context, member string, giveUp bool, key ledger.Key) (Ended, error) {
	c, yes, err := found(s.reads().ConditionByEnd(ctx, key.String()))
	if err != nil {
		return Ended{}, err
	}
	if yes {
		return s.tryFinish(ctx, c)
	}
	c, yes, err = live(ctx, s.reads(), member)
	if err != nil {
		return Ended{}, err
	}
	if !yes {
		return s.justEnded(ctx, member)
	}
	if c.State == Active {
		if c, err = s.clear(ctx, c, giveUp, key); err != nil {
			return Ended{}, err
		}
	}
	return s.tryFinish(ctx, c)
}

// clear decides by T. What T shows has ended the condition before; then this call gets that end.
func (s *Service) clear(ctx context.Context, c Condition, giveUp bool, key ledger.Key) (ended Condition, err error) {
	lock := []ledger.Account{c.Source.House(), ledger.Capital}
	err = s.Totals.Decide(ctx, c.Member, lock, func(ctx context.Context, tx *store.Tx, t Total) error {
		q := bonusdb.New(tx)
		now, _, err := found(q.ConditionByID(ctx, c.ID))
		if err != nil {
			return err
		}
		if ended = now; now.State != Active { // T has ended it: that is this call's answer
			_, err := q.EndedByCall(ctx, key.String(), now.ID)
			return err
		}
		p, err := s.positionTx(ctx, tx, now, t.Least)
		if err != nil {
			return err
		}
		if _, err := t.Exact(); err != nil { // a game may hide the condition's end
			return err
		}
		if !giveUp {
			return p.errNotReached()
		}
		if err := s.unusedTx(ctx, tx, key); err != nil {
			return err
		}
		if ended, err = s.endTx(ctx, tx, now, GivenUp, p, t, key); err != nil {
			return err
		}
		_, err = q.EndedByCall(ctx, key.String(), now.ID)
		return err
	})
	return ended, err
}

// unusedTx refuses a key that has ended another condition.
func (s *Service) unusedTx(ctx context.Context, tx *store.Tx, key ledger.Key) error {
	_, used, err := s.Books.FindByKeyTx(ctx, tx, key)
	if err == nil && used {
		err = fault.New(fault.IDEMPOTENCY_MISMATCH, "the key has ended another condition")
	}
	return err
}

// errNotReached refuses to end a condition that has reached neither its target nor its floor.
func (p Position) errNotReached() *fault.Error {
	return fault.New(fault.BONUS_CONDITION, "neither end is reached").
		With("target", p.Target).With("floor", p.Floor).With("total", p.Total)
}

// tryFinish tries once to bring home what an ending condition gives back, so that most members get the end as the answer.
func (s *Service) tryFinish(ctx context.Context, c Condition) (Ended, error) {
	if c.State != Ending {
		return Ended{Condition: c}, nil
	}
	if _, err := s.finish(ctx, c); err != nil {
		s.Log.Info("bonus: money that goes back is still in games", "condition", c.ID, "error", err)
	}
	now, yes, err := found(s.reads().ConditionByID(ctx, c.ID))
	if err != nil || !yes {
		return Ended{}, err
	}
	return Ended{Condition: now, InProgress: now.State == Ending}, nil
}

// justEnded answers a call that comes shortly after an end.
func (s *Service) justEnded(ctx context.Context, member string) (Ended, error) {
	c, yes, err := newest(ctx, s.reads(), member)
	if err != nil {
		return Ended{}, err
	}
	if !yes || c.State == Free || s.Store.Now().Sub(c.EndedAt) > clearedWithin {
		return Ended{}, Position{}.errNotReached()
	}
	return Ended{Condition: c}, nil
}
