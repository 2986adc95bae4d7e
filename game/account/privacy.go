package account

import (
	"krapao/game/account/internal/accountdb"
	"krapao/internal/personal"
)

// Personal is what is kept of a member's accounts at games (docs/privacy.md).
func (s *Service) Personal(member string) []personal.Table {
	q := accountdb.New(s.store.DB())
	return personal.Read(member,
		personal.All("game_account", q.PersonalAccounts),
	)
}
