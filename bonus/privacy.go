package bonus

import (
	"context"

	"krapao/bonus/internal/bonusdb"
	"krapao/internal/personal"
)

// Personal is what is kept of a member's conditional credits (docs/privacy.md).
func (s *Service) Personal(ctx context.Context, member string) ([]personal.Table, error) {
	q := bonusdb.New(s.Store.DB())
	return personal.Read(ctx, member,
		personal.Rows("bonus_condition", q.PersonalConditions),
	)
}
