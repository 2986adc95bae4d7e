package refund

import (
	"context"

	"krapao/internal/personal"
	"krapao/refund/internal/refunddb"
)

// Personal is what is kept of a member's refunds (docs/privacy.md).
func (s *Service) Personal(member string) []personal.Table {
	q := refunddb.New(s.Store.DB())
	return personal.Read(member,
		personal.Rows("refund_receive", func(ctx context.Context, p personal.Page) ([]refunddb.PersonalRefundsRow, error) {
			return q.PersonalRefunds(ctx, p.Member, int64(p.At), p.Most)
		}),
	)
}
