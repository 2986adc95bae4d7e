package bonus

import (
	"context"

	"krapao/bonus/internal/bonusdb"
	"krapao/internal/personal"
)

// Personal is what is kept of a member's conditional credits (docs/privacy.md).
func (s *Service) Personal(member string) []personal.Table {
	q := bonusdb.New(s.Store.DB())
	return personal.Read(member,
		personal.Rows("bonus_condition", func(ctx context.Context, p personal.Page) ([]bonusdb.PersonalConditionsRow, error) {
			return q.PersonalConditions(ctx, bonusdb.PersonalConditionsParams(p))
		}),
	)
}
