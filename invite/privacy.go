package invite

import (
	"context"

	"krapao/internal/personal"
	"krapao/invite/internal/invitedb"
)

// Personal is what is kept of the commissions that a member received (docs/privacy.md).
func (s *Service) Personal(member string) []personal.Table {
	q := invitedb.New(s.Store.DB())
	return personal.Read(member,
		personal.Rows("invite_receive", func(ctx context.Context, p personal.Page) ([]invitedb.PersonalCommissionsRow, error) {
			return q.PersonalCommissions(ctx, invitedb.PersonalCommissionsParams(p))
		}),
	)
}
