package report

import (
	"context"

	"krapao/game/report/internal/reportdb"
	"krapao/internal/personal"
)

// Personal is what is kept of what a member played (docs/privacy.md).
func (s *Service) Personal(member string) []personal.Table {
	q := reportdb.New(s.store.DB())
	return personal.Read(member,
		personal.Rows("game_play", func(ctx context.Context, p personal.Page) ([]reportdb.PersonalPlayRow, error) {
			return q.PersonalPlay(ctx, reportdb.PersonalPlayParams(p))
		}),
	)
}
