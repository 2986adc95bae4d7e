package wallet

import (
	"context"

	"krapao/game"
	"krapao/internal/store"
	"krapao/money"
)

// A transfer that was given back and may still turn out to be applied makes T uncertain: the books correct themselves
// only when that is proved, up to three days later. Until then the total is a range, so that no credit is granted by
// money that exists twice, and no loss is booked for money that is missing. The later correction then changes no
// decision.

// Least is what the member certainly has: a transfer that was given back to the wallet, and may have arrived at the game
// all the same, does not count twice. It decides SUCCESS, and what goes back to the house.
func (t Total) Least() money.Amount { return t.Low - t.MaybeIn }

// Most is the most that the member can have, including what a transfer out of a game may have left there; false while a
// game is unread. It decides FAILED, and losses.
func (t Total) Most() (money.Amount, bool) { return t.High + t.MaybeOut, len(t.Unread) == 0 }

// addDoubtful adds the member's returned transfers and open cases to the total.
func (s *Service) addDoubtful(ctx context.Context, tx *store.Tx, member string, t *Total) error {
	x, err := s.doubts.DoubtfulTx(ctx, tx, member)
	if err != nil {
		return err
	}
	t.MaybeIn, t.MaybeOut, t.Doubtful = x.MaybeIn, x.MaybeOut, nil
	for _, provider := range x.Providers {
		t.Doubtful = append(t.Doubtful, gameOf(t.games, provider))
	}
	return nil
}

// gameOf returns the first game of a provider in the catalogue.
func gameOf(games []game.Game, provider string) game.Game {
	code := codeAt(games, provider)
	for _, g := range games {
		if g.Code == code || code == "" && g.Provider == provider {
			return g
		}
	}
	return game.Game{Code: provider, Name: provider}
}
