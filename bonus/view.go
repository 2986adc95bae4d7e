package bonus

import (
	"context"
	"fmt"
	"time"

	"krapao/bonus/internal/bonusdb"
	"krapao/fault"
	"krapao/internal/store"
	"krapao/money"
)

// View is a condition that is active or ending, as its member sees it.
type View struct {
	Condition Condition
	Position  Position
	// At is the time by which the games of Position.Total were read.
	At time.Time
	// ExpiresAt includes the outages so far.
	ExpiresAt time.Time
	// Reason explains why it is ending; empty while it is active.
	Reason fault.Code
	GiveUp GiveUp
}

// GiveUp is what goes back to the house and what the member keeps if it gives up now.
type GiveUp struct{ Returned, Kept money.Amount }

// Ended is the result of a call that ends a condition.
type Ended struct {
	Condition Condition
	// InProgress: the games are still being emptied, and the gates are shut.
	InProgress bool
}

// Outcome is the state that the condition has ended in, or will end in.
func (e Ended) Outcome() State {
	if e.InProgress {
		return e.Condition.Outcome
	}
	return e.Condition.State
}

// Active returns the member's condition that is active or ending, with its position by the books; nil if there is none. No
// game is asked.
func (s *Service) Active(ctx context.Context, member string) (*View, error) {
	if _, yes, err := live(ctx, s.reads(), member); err != nil || !yes {
		return nil, err
	}
	at, err := s.Known.ReadAt(ctx, member)
	if err != nil {
		return nil, err
	}
	var view *View
	err = s.Store.Write(ctx, func(tx *store.Tx) error {
		view = nil
		c, yes, err := live(ctx, bonusdb.New(tx), member)
		if err != nil || !yes {
			return err
		}
		total, err := s.Known.TotalTx(ctx, tx, member)
		if err != nil {
			return err
		}
		view, err = s.viewTx(ctx, tx, c, total)
		return err
	})
	if view != nil {
		view.At = at
		if at.IsZero() {
			view.At = s.Store.Now() // no game holds money: the books are up to date
		}
	}
	return view, err
}

func (s *Service) viewTx(ctx context.Context, tx *store.Tx, c Condition, total money.Amount) (*View, error) {
	p, err := s.positionTx(ctx, tx, c, total)
	if err != nil {
		return nil, err
	}
	until, err := deadline(ctx, tx, c, tx.Now)
	if err != nil {
		return nil, err
	}
	v := &View{Condition: c, Position: p, ExpiresAt: until, Reason: c.Outcome.reason()}
	v.GiveUp.Returned = p.Back(total)
	if c.State == Ending {
		v.GiveUp.Returned = min(c.Due, p.back(c.Outcome, total))
	}
	v.GiveUp.Kept = total - v.GiveUp.Returned
	return v, nil
}

// Minimum reads the games afresh, which ends the member's condition if it has reached an end. It reports whether the condition
// has ended, and returns its position. Without a condition it returns false and a zero position.
func (s *Service) Minimum(ctx context.Context, member string) (ended bool, p Position, err error) {
	c, yes, err := live(ctx, s.reads(), member)
	if err != nil || !yes {
		return false, Position{}, err
	}
	err = s.Totals.Decide(ctx, member, nil, func(ctx context.Context, tx *store.Tx, t Total) error {
		total, err := t.Exact()
		if err != nil {
			return err
		}
		now, _, err := found(bonusdb.New(tx).ConditionByID(ctx, c.ID))
		if err != nil {
			return err
		}
		ended = now.State != Active && now.State != Ending
		p, err = s.positionTx(ctx, tx, c, total)
		return err
	})
	return ended, p, err
}

// History lists a member's conditions, the newest first, at most so many. now is the view of the active one by the books, nil
// if there is none.
func (s *Service) History(ctx context.Context, member string, most int) (list []Condition, now *View, err error) {
	if now, err = s.Active(ctx, member); err != nil {
		return nil, nil, err
	}
	rows, err := s.reads().ConditionsOf(ctx, member, int32(most))
	if err != nil {
		return nil, nil, fmt.Errorf("bonus: read a member's conditions: %w", err)
	}
	for _, row := range rows {
		c, err := conditionOf(row)
		if err != nil {
			return nil, nil, err
		}
		list = append(list, c)
	}
	return list, now, nil
}
