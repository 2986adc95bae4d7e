package protection

import (
	"context"

	"krapao/internal/personal"
	"krapao/protection/internal/protectiondb"
)

// Personal is what is kept of a member's limits, breaks and exclusions (docs/privacy.md).
func (s *Service) Personal(ctx context.Context, member string) ([]personal.Table, error) {
	q := protectiondb.New(s.Store.DB())
	return personal.Read(ctx, member,
		personal.All("member_limit", q.PersonalLimits),
		personal.All("house_limit", q.PersonalHouseLimits),
		personal.Rows("protection_event", q.PersonalEvents),
	)
}
