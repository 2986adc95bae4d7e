package balance

import (
	"context"
	"fmt"

	"krapao/game"
	"krapao/ledger"
)

// Slots returns the catalogue as the member sees it, without calling any provider. Closed games are left out; a closing
// one is listed only for members with an account there.
func (s *Service) Slots(ctx context.Context, member string) ([]game.Slot, error) {
	games, err := s.catalogue.Games(ctx)
	if err != nil {
		return nil, err
	}
	holdings, err := s.Holdings(ctx, member)
	if err != nil {
		return nil, err
	}
	return s.SlotsOf(games, holdings), nil
}

// SlotsOf is Slots for a catalogue and a member's holdings that the caller has read.
func (s *Service) SlotsOf(games []game.Game, holdings []game.Holding) []game.Slot {
	byProvider := map[string]game.Holding{}
	for _, h := range holdings {
		byProvider[h.Account.Provider] = h
	}
	slots := make([]game.Slot, 0, len(games))
	for _, g := range games {
		h, active := byProvider[g.Provider]
		if g.State == game.Closed || g.State == game.Closing && !active {
			continue
		}
		slots = append(slots, s.slot(g, h, active))
	}
	return slots
}

func (s *Service) slot(g game.Game, h game.Holding, active bool) game.Slot {
	connection := s.providers.Connection(g.Provider)
	if g.Web == "" && g.Launch.Kind != game.Autologin {
		g.Web = connection.LoginPage
	}
	slot := game.Slot{Game: g, Step: s.providers.Step(g.Provider).Baht(g.Factor), Active: active}
	if connection.Provider != nil {
		slot.CanResetPassword = connection.Provider.Capabilities().SetPassword
	}
	if active {
		slot.Username, slot.Credits, slot.Value, slot.ReadAt = h.Account.Username, h.Credits(), h.Memo.Posted, h.Account.ReadAt
	}
	return slot
}

// Holdings returns the member's open accounts with their memo balances, each provider account once.
func (s *Service) Holdings(ctx context.Context, member string) ([]game.Holding, error) {
	accounts, err := s.accounts.Of(ctx, member)
	if err != nil || len(accounts) == 0 {
		return nil, err
	}
	names := make([]ledger.Account, len(accounts))
	for i, a := range accounts {
		names[i] = a.Ledger()
	}
	balances, err := s.books.Balances(ctx, names...)
	if err != nil {
		return nil, fmt.Errorf("game: read memo balances: %w", err)
	}
	holdings := make([]game.Holding, len(accounts))
	for i, a := range accounts {
		holdings[i] = game.Holding{Account: a, Memo: balances[names[i]]}
	}
	return holdings, nil
}
