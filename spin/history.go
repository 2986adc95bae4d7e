package spin

import (
	"context"
	"time"

	"krapao/internal/history"
	"krapao/spin/internal/spindb"
)

// Grant is coins that a member got at once, and what became of them.
type Grant struct {
	ID string
	// Source is what they are for, Reference names it: an arrival, or a coupon.
	Source, Reference string
	// Coins are all of them: Pending and Usable are left, Spent were turned in, Cancelled by a withdrawal, Taken with a deposit.
	Coins, Pending, Usable, Spent, Cancelled, Taken int64
	GrantedAt, ExpiresAt                            time.Time
	// UndoneAt is when its deposit was taken back. Zero: it stands.
	UndoneAt time.Time
}

// Place is where a list goes on after a grant.
func (g Grant) Place() history.Place { return history.PlaceOf(g.GrantedAt, g.ID) }

// Grants lists a member's coins behind a place, newest first.
func (s *Service) Grants(ctx context.Context, member string, after *history.Place, most int) ([]Grant, error) {
	p := history.Asked{}.Page(after, most).Of(member)
	rows, err := spindb.New(s.Store.DB()).GrantsBy(ctx, spindb.GrantsByParams(p))
	return history.List("spin: grants", rows, err, func(r spindb.CoinGrant) (Grant, error) {
		return Grant{
			ID: r.ID, Source: r.Source, Reference: r.Reference, Coins: r.Coins, Pending: r.Pending, Usable: r.Usable, Spent: r.Spent,
			Cancelled: r.Cancelled, Taken: r.Taken, GrantedAt: r.GrantedAt.Time(), ExpiresAt: r.ExpiresAt.Time(),
			UndoneAt: r.UndoneAt.Time(),
		}, nil
	})
}
