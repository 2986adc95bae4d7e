package bonus

import (
	"context"
	"errors"
	"slices"

	"krapao/bonus/internal/bonusdb"
	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger"
)

// Settle reads T where a condition is active, which ends it where that shows its end: a member that has reached it
// withdraws at once. TRY_AGAIN where it may be at an end that can't be seen now (with params.game where a game hides it);
// nil where it is certain that it goes on, whatever can't be read.
func (s *Service) Settle(ctx context.Context, member string) error {
	if _, yes, err := live(ctx, s.reads(), member); err != nil || !yes {
		return err
	}
	var hidden *fault.Error
	err := s.Totals.Decide(ctx, member, nil, func(ctx context.Context, tx *store.Tx, t Total) (err error) {
		hidden, err = s.hiddenTx(ctx, tx, member, t)
		return err
	})
	if fault.Is(err, fault.TRY_AGAIN) {
		return s.withoutTotal(ctx, member, err)
	}
	if err == nil && hidden != nil {
		return hidden
	}
	return err
}

// withoutTotal judges where T can't be had at all, since a transfer is under way: what the wallet has is the least, and
// nobody knows the most. It returns why T can't be had, unless the condition goes on in any case.
func (s *Service) withoutTotal(ctx context.Context, member string, why error) error {
	open := false
	err := s.Store.Write(ctx, func(tx *store.Tx) error {
		open = false
		c, yes, err := live(ctx, bonusdb.New(tx), member)
		if err != nil || !yes || c.State != Active {
			return err
		}
		b, err := s.Books.BalanceTx(ctx, tx, ledger.Wallet(member))
		if err != nil {
			return err
		}
		open, err = s.openTx(ctx, tx, c, Total{Least: max(0, b.Available())})
		return err
	})
	if err == nil && open {
		return why
	}
	return err
}

// hiddenTx says why the member's condition may be at an end that t does not show; nil where it is certain that it is at
// none. What t shows has been ended before.
func (s *Service) hiddenTx(ctx context.Context, tx *store.Tx, member string, t Total) (*fault.Error, error) {
	_, err := t.Exact()
	var inexact *fault.Error
	if !errors.As(err, &inexact) {
		return nil, err
	}
	c, yes, err := live(ctx, bonusdb.New(tx), member)
	if err != nil || !yes || c.State != Active {
		return nil, err
	}
	open, err := s.openTx(ctx, tx, c, t)
	if err != nil || !open {
		return nil, err
	}
	return inexact, nil
}

// openTx reports whether some total between the least and the most that the member may have would end its active condition.
func (s *Service) openTx(ctx context.Context, tx *store.Tx, c Condition, t Total) (bool, error) {
	p, err := s.positionTx(ctx, tx, c, t.Least)
	if err != nil {
		return false, err
	}
	over := false
	if c.Terms.End == EndTarget { // reached after the condition's time it does not count
		if over, err = late(ctx, tx, c); err != nil {
			return false, err
		}
	}
	return p.mayEnd(t, !over), nil
}

// RemainingTx refuses with BONUS_REMAINING while a condition is active or ending. The member's state is locked.
func (s *Service) RemainingTx(ctx context.Context, tx *store.Tx, member string) error {
	_, yes, err := live(ctx, bonusdb.New(tx), member)
	if err != nil || !yes {
		return err
	}
	return fault.New(fault.BONUS_REMAINING, "a condition is active")
}

// IntoGameTx refuses money into a game that the member's condition does not list (BONUS_GAME), and into any while what
// goes back is being brought from the games (TRY_AGAIN). The member's state is locked.
func (s *Service) IntoGameTx(ctx context.Context, tx *store.Tx, member, game string) error {
	c, yes, err := live(ctx, bonusdb.New(tx), member)
	switch {
	case err != nil || !yes:
		return err
	case c.State == Ending:
		return fault.New(fault.TRY_AGAIN, "a condition is ending; its games are being emptied")
	case !slices.Contains(c.Terms.Games, game):
		return fault.New(fault.BONUS_GAME, "the condition does not list the game").With("code", game)
	}
	return nil
}
