package httpapi

import (
	"context"

	"krapao/ledger"
)

// The calls below replay their first success to the same call without a key, while what it did is still so: a bonus that
// was given up is not "active" to whoever asks for it again, nor is the next one "ended" by the answer to the first.

func (s *Server) grantStands(ctx context.Context, member string, key ledger.Key) (bool, error) {
	return s.Bonuses.GrantStands(ctx, member, key) //nolint:wrapcheck // translated like a call's own
}

func (s *Server) endStands(ctx context.Context, member string, key ledger.Key) (bool, error) {
	return s.Bonuses.EndStands(ctx, member, key) //nolint:wrapcheck // translated like a call's own
}

func (s *Server) receiveStands(ctx context.Context, member string, key ledger.Key) (bool, error) {
	return s.Refunds.ReceiveStands(ctx, member, key) //nolint:wrapcheck // translated like a call's own
}

// purseStands is of a call that emptied a purse: money that came into it since is to be had.
func (s *Server) purseStands(purse func(member string) ledger.Account) func(context.Context, string, ledger.Key) (bool, error) {
	return func(ctx context.Context, member string, key ledger.Key) (bool, error) {
		b, err := s.Ledger.Balance(ctx, purse(member))
		if err != nil || b.Available() > 0 {
			return false, err //nolint:wrapcheck // translated like a call's own
		}
		return s.grantStands(ctx, member, key)
	}
}
