package invite

import (
	"context"

	"krapao/internal/personal"
	"krapao/invite/internal/invitedb"
)

// Personal is what is kept of the commissions that a member received (docs/privacy.md).
func (s *Service) Personal(ctx context.Context, member string) ([]personal.Table, error) {
	q := invitedb.New(s.Store.DB())
	return personal.Read(ctx, member,
		personal.Rows("invite_receive", q.PersonalCommissions),
	)
}
