package wallet

import (
	"context"

	"krapao/game"
	"krapao/internal/store"
	"krapao/money"
)

// What was given back and may prove applied all the same makes T uncertain: the books correct themselves only when that is
// proved, up to three days later. Until then the total has a span, so that neither a credit nor a loss is decided by money
// that exists twice, or by money that is missing. The later correction then changes nothing that was decided.

// Least is what the member has for certain: a transfer that was given back to the wallet, and may have arrived at the
// game all the same, is not counted twice. It decides SUCCESS, and what goes back to the house.
func (t Total) Least() money.Amount { return t.Low - t.MaybeIn }

// Most is what the member has at most, with what a transfer out of a game may have left there; false while a game is
// unread. It decides FAILED, and losses.
func (t Total) Most() (money.Amount, bool) { return t.High + t.MaybeOut, len(t.Unread) == 0 }

// addDoubtful adds what the member's transfers that were given back, and its open cases, may come to.
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

// gameOf names a provider by its first game in the catalogue.
func gameOf(games []game.Game, provider string) game.Game {
	code := codeAt(games, provider)
	for _, g := range games {
		if g.Code == code || code == "" && g.Provider == provider {
			return g
		}
	}
	return game.Game{Code: provider, Name: provider}
}
