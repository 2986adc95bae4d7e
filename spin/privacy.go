package spin

import (
	"context"

	"krapao/internal/personal"
	"krapao/spin/internal/spindb"
)

// Personal is what is kept of a member's coins, draws and coupons (docs/privacy.md).
func (s *Service) Personal(ctx context.Context, member string) ([]personal.Table, error) {
	q := spindb.New(s.Store.DB())
	return personal.Read(ctx, member,
		personal.Rows("coin_grant", q.PersonalCoins),
		personal.Rows("wheel_draw", q.PersonalDraws),
		personal.Rows("coupon", q.PersonalCoupons),
	)
}
