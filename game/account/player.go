package account

import (
	"context"
	"errors"
	"fmt"

	"krapao/game"
	"krapao/game/account/internal/accountdb"
	"krapao/ledger"
)

// errPassword: a change of the account's password has not ended, so no call that carries the password can be made.
var errPassword = errors.New("game: which password is valid is not known yet")

// Player returns the account for a call to its provider, with the password and the first transfer if the provider wants
// them in every call. A password change without an answer is settled first, so that no call carries a wrong password.
func (s *Service) Player(ctx context.Context, a game.Account) (game.Player, error) {
	player := game.Player{Username: a.Username}
	p := s.providers.Provider(a.Provider)
	if p == nil {
		return player, nil
	}
	var err error
	caps := p.Capabilities()
	if caps.NeedsFirst {
		if player.First, err = s.First(ctx, a.Provider, a.Username); err != nil {
			return player, err
		}
	}
	if caps.NeedsPassword {
		player.Password, err = s.currentPassword(ctx, a)
	}
	return player, err
}

// First returns the reference of the first transfer into an account; empty if there was none.
func (s *Service) First(ctx context.Context, provider, username string) (string, error) {
	id, found, err := s.books.FirstInto(ctx, ledger.Game(provider, username), game.KindIn)
	if err != nil || !found {
		return "", err
	}
	return s.books.Reference(id), nil
}

// currentPassword returns the password that the provider certainly has.
func (s *Service) currentPassword(ctx context.Context, a game.Account) (string, error) {
	row, err := accountdb.New(s.store.Brief()).AccountByUsername(ctx, a.Provider, a.Username)
	if err != nil {
		return "", fmt.Errorf("game: read an account: %w", err)
	}
	if row.NextPassword == "" {
		return s.openPassword(a, row.Password)
	}
	switch err := s.setPassword(ctx, a, row); {
	case err == nil:
		return s.openPassword(a, row.NextPassword)
	case errors.Is(err, game.ErrRefused):
		// The old one is valid now. The change stays open: an earlier try of it may still arrive.
		return s.openPassword(a, row.Password)
	default:
		return "", fmt.Errorf("%w: %w", errPassword, err)
	}
}
