package visit

import (
	"context"
	"time"

	"krapao/fault"
	"krapao/game"
	"krapao/internal/patience"
)

// Activate opens the member's account for a game and returns the game as the member sees it then. Codes: NO_GAME,
// SLOT_ALREADY_ACTIVE, SLOT_ACTIVATE_FAIL, BEING_CHECKED.
func (s *Service) Activate(ctx context.Context, member, code string) (game.Slot, error) {
	if err := s.playing(ctx, member); err != nil {
		return game.Slot{}, err
	}
	g, err := s.catalogue.Find(ctx, code)
	if err != nil {
		return game.Slot{}, err
	}
	if g.State != game.Open || g.Maintenance {
		return game.Slot{}, fault.New(fault.SLOT_ACTIVATE_FAIL, "the game opens no accounts now").With("game", code)
	}
	if err := g.Checked(); err != nil {
		return game.Slot{}, err
	}
	if err := s.accounts.Open(ctx, member, g); err != nil {
		return game.Slot{}, err
	}
	return s.activated(ctx, member, code)
}

// firstReading limits the first reading of a new account: the member waits for it, and nothing needs it. A shorter limit
// would make the provider look as if it did not answer.
const firstReading = 5 * time.Second

func (s *Service) activated(ctx context.Context, member, code string) (game.Slot, error) {
	g, err := s.catalogue.Find(ctx, code)
	if err != nil {
		return game.Slot{}, err
	}
	a, err := s.accounts.For(ctx, member, g)
	if err != nil {
		return game.Slot{}, err
	}
	ask, cancel := patience.But(ctx, patience.Book) // the account exists: the member is told so, with or without a reading
	defer cancel()
	ask, end := context.WithTimeout(ask, firstReading)
	defer end()
	if _, err := s.balances.Confirm(ask, a); err != nil {
		s.log.Info("game: first reading failed", "provider", g.Provider, "error", err)
	}
	slots, err := s.balances.Slots(ctx, member)
	if err != nil {
		return game.Slot{}, err
	}
	for _, slot := range slots {
		if slot.Game.Code == code {
			return slot, nil
		}
	}
	return game.Slot{}, fault.New(fault.NO_GAME, "the game was closed meanwhile").With("game", code)
}
