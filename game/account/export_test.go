package account

import (
	"context"

	"krapao/game"
)

// BeginPassword begins a change of the password of a member's account. refused is what is done when the provider refuses it.
func (s *Service) BeginPassword(ctx context.Context, member, provider string) (a game.Account, refused func() error, err error) {
	row, err := s.rowOf(ctx, game.Account{Member: member, Provider: provider})
	if err != nil {
		return a, nil, err
	}
	if a, err = accountFrom(row); err != nil {
		return a, nil, err
	}
	row, _, err = s.beginPassword(ctx, a, row)
	return a, func() error { return s.dropPassword(ctx, row) }, err
}
