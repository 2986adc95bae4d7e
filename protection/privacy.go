package protection

import (
	"context"

	"krapao/internal/personal"
	"krapao/protection/internal/protectiondb"
)

// Personal is what is kept of a member's limits, breaks and exclusions (docs/privacy.md).
func (s *Service) Personal(member string) []personal.Table {
	q := protectiondb.New(s.Store.DB())
	return personal.Read(member,
		personal.All("member_limit", q.PersonalLimits),
		personal.All("house_limit", q.PersonalHouseLimits),
		personal.Rows("protection_event", func(ctx context.Context, p personal.Page) ([]protectiondb.PersonalEventsRow, error) {
			return q.PersonalEvents(ctx, protectiondb.PersonalEventsParams(p))
		}),
	)
}
