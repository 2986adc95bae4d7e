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

// Settle reads T if the member has a condition, which ends the condition if T shows its end: so a member that has reached it
// can withdraw at once. It returns TRY_AGAIN if the condition may have reached an end that can't be seen now (with
// params.game if a game hides it), and nil if the condition certainly goes on, even if a game can't be read.
func (s *Service) Settle(ctx context.Context, member string) error {
	if n, err := s.under.At(ctx, member); err != nil || n == 0 {
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

// withoutTotal decides for Settle when T can't be read at all, because a transfer is under way. The wallet's balance is the
// least that the member has; the most is unknown. It returns cause, the error of reading T, unless the condition goes on in
// any case.
func (s *Service) withoutTotal(ctx context.Context, member string, cause error) error {
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
		return cause
	}
	return err
}

// hiddenTx returns why the member's condition may have reached an end that t does not show, or nil if it certainly has not.
// An end that t does show has ended the condition before.
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

// openTx reports whether any total between the member's least and most would end its active condition.
func (s *Service) openTx(ctx context.Context, tx *store.Tx, c Condition, t Total) (bool, error) {
	p, err := s.positionTx(ctx, tx, c, t.Least)
	if err != nil {
		return false, err
	}
	over := false
	if c.Terms.End == EndTarget { // a target reached after the condition's time does not count
		if over, err = late(ctx, tx, c); err != nil {
			return false, err
		}
	}
	return p.mayEnd(t, !over), nil
}

// RemainingTx returns BONUS_REMAINING while a condition is active or ending. The member's state must be locked.
func (s *Service) RemainingTx(ctx context.Context, tx *store.Tx, member string) error {
	_, yes, err := live(ctx, bonusdb.New(tx), member)
	if err != nil || !yes {
		return err
	}
	return fault.New(fault.BONUS_REMAINING, "a condition is active")
}

// IntoGameTx refuses money into a game that the member's condition does not list (BONUS_GAME), and into any game while a
// condition is ending and its games are being emptied (TRY_AGAIN). The member's state must be locked.
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
