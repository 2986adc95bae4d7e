package bonus

import (
	"context"
	"slices"

	"krapao/bonus/internal/bonusdb"
	"krapao/fault"
	"krapao/internal/store"
)

// Settle reads T where a condition is active, which ends it where that shows its end: a member that has reached it
// withdraws at once. TRY_AGAIN where T can't be read now.
func (s *Service) Settle(ctx context.Context, member string) error {
	if _, yes, err := live(ctx, s.reads(), member); err != nil || !yes {
		return err
	}
	_, err := s.Totals.StableTotal(ctx, member)
	return err
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
