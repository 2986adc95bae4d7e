package httpapi

import (
	"context"

	"krapao/ledger"
)

// purseStands is of a call that emptied a purse: money that came into it since is to be had.
func (s *Server) purseStands(purse func(member string) ledger.Account) stands {
	return func(ctx context.Context, member string, key ledger.Key) (bool, error) {
		b, err := s.Ledger.Balance(ctx, purse(member))
		if err != nil || b.Available() > 0 {
			return false, err //nolint:wrapcheck // translated like a call's own
		}
		return s.Bonuses.GrantStands(ctx, member, key) //nolint:wrapcheck // translated like a call's own
	}
}
