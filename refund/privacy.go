package refund

import (
	"context"

	"krapao/internal/personal"
	"krapao/refund/internal/refunddb"
)

// Personal is what is kept of a member's refunds (docs/privacy.md).
func (s *Service) Personal(ctx context.Context, member string) ([]personal.Table, error) {
	q := refunddb.New(s.Store.DB())
	return personal.Read(ctx, member,
		personal.Rows("refund_receive", q.PersonalRefunds),
	)
}
