package spin

import (
	"context"

	"krapao/internal/personal"
	"krapao/spin/internal/spindb"
)

// Personal is what is kept of a member's coins, draws and coupons (docs/privacy.md).
func (s *Service) Personal(member string) []personal.Table {
	q := spindb.New(s.Store.DB())
	return personal.Read(member,
		personal.Rows("coin_grant", func(ctx context.Context, p personal.Page) ([]spindb.PersonalCoinsRow, error) {
			return q.PersonalCoins(ctx, spindb.PersonalCoinsParams(p))
		}),
		personal.Rows("wheel_draw", func(ctx context.Context, p personal.Page) ([]spindb.PersonalDrawsRow, error) {
			return q.PersonalDraws(ctx, spindb.PersonalDrawsParams(p))
		}),
		personal.Rows("coupon", func(ctx context.Context, p personal.Page) ([]spindb.PersonalCouponsRow, error) {
			return q.PersonalCoupons(ctx, spindb.PersonalCouponsParams(p))
		}),
	)
}
