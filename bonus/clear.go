package bonus

import (
	"context"
	"time"

	"krapao/bonus/internal/bonusdb"
	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger"
)

// clearedWithin is how long after an end a call that asks for it is told of it, whatever has ended it.
const clearedWithin = time.Minute

// Clear ends the member's condition: because T shows an end, or because the member gives up. BONUS_CONDITION (params target,
// floor, total) where neither is so, or none is active; TRY_AGAIN where T can't be known now. The same key ends one
// condition at most, and tells of its end for ever.
func (s *Service) Clear(ctx context.Context, member string, giveUp bool, key ledger.Key) (Ended, error) {
	c, yes, err := found(s.reads().ConditionByEnd(ctx, key.String()))
	if err != nil {
		return Ended{}, err
	}
	if yes {
		return s.brought(ctx, c)
	}
	c, yes, err = live(ctx, s.reads(), member)
	if err != nil {
		return Ended{}, err
	}
	if !yes {
		return s.cleared(ctx, member)
	}
	if c.State == Active {
		if c, err = s.clear(ctx, c, giveUp, key); err != nil {
			return Ended{}, err
		}
	}
	return s.brought(ctx, c)
}

// clear decides by T.
func (s *Service) clear(ctx context.Context, c Condition, giveUp bool, key ledger.Key) (ended Condition, err error) {
	lock := []ledger.Account{c.Source.house(), ledger.Capital}
	err = s.Totals.Decide(ctx, c.Member, lock, func(ctx context.Context, tx *store.Tx, t Total) error {
		q := bonusdb.New(tx)
		now, _, err := found(q.ConditionByID(ctx, c.ID))
		if err != nil {
			return err
		}
		if ended = now; now.State != Active { // T has ended it, for this call
			_, err := q.EndedByCall(ctx, key.String(), now.ID)
			return err
		}
		p, err := s.positionTx(ctx, tx, now, t.Least)
		if err != nil {
			return err
		}
		if _, err := t.Exact(); err != nil { // it may be at an end that a game hides
			return err
		}
		if !giveUp {
			return p.goesOn()
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

// unusedTx: a key that ended a condition does not end another.
func (s *Service) unusedTx(ctx context.Context, tx *store.Tx, key ledger.Key) error {
	_, used, err := s.Books.FindByKeyTx(ctx, tx, key)
	if err == nil && used {
		err = fault.New(fault.IDEMPOTENCY_MISMATCH, "the key has ended another condition")
	}
	return err
}

// goesOn refuses to end a condition that is at no end.
func (p Position) goesOn() *fault.Error {
	return fault.New(fault.BONUS_CONDITION, "neither end is reached").
		With("target", p.Target).With("floor", p.Floor).With("total", p.Total)
}

// brought tries once to bring home what a condition that is ending gives back, so that most members are told of the end.
func (s *Service) brought(ctx context.Context, c Condition) (Ended, error) {
	if c.State != Ending {
		return Ended{Condition: c}, nil
	}
	if _, err := s.finish(ctx, c); err != nil {
		s.Log.Info("bonus: what goes back is still in games", "condition", c.ID, "error", err)
	}
	now, yes, err := found(s.reads().ConditionByID(ctx, c.ID))
	if err != nil || !yes {
		return Ended{}, err
	}
	return Ended{Condition: now, InProgress: now.State == Ending}, nil
}

// cleared answers a call that comes right after the end.
func (s *Service) cleared(ctx context.Context, member string) (Ended, error) {
	c, yes, err := last(ctx, s.reads(), member)
	if err != nil {
		return Ended{}, err
	}
	if !yes || c.State == Free || s.Store.Now().Sub(c.EndedAt) > clearedWithin {
		return Ended{}, Position{}.goesOn()
	}
	return Ended{Condition: c}, nil
}
