package account

import (
	"context"

	"krapao/game/account/internal/accountdb"
	"krapao/internal/personal"
)

// Personal is what is kept of a member's accounts at games (docs/privacy.md).
func (s *Service) Personal(ctx context.Context, member string) ([]personal.Table, error) {
	q := accountdb.New(s.store.DB())
	return personal.Read(ctx, member,
		personal.All("game_account", q.PersonalAccounts),
	)
}
