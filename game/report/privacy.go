package report

import (
	"context"

	"krapao/game/report/internal/reportdb"
	"krapao/internal/personal"
)

// Personal is what is kept of what a member played (docs/privacy.md).
func (s *Service) Personal(ctx context.Context, member string) ([]personal.Table, error) {
	q := reportdb.New(s.store.DB())
	return personal.Read(ctx, member,
		personal.Rows("game_play", q.PersonalPlay),
	)
}
