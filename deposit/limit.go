package deposit

import (
	"context"
	"time"

	"krapao/deposit/internal/depositdb"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/money"
)

// Limits are those on a member's deposits: its own and the operator's (RULES.md section 11).
type Limits interface {
	// AllowDepositTx refuses with LIMIT_REACHED (params limit, used, period) what would go beyond one of them. used tells
	// what counts already from an instant on.
	AllowDepositTx(ctx context.Context, tx *store.Tx, member string, amount money.Amount,
		used func(since time.Time) (money.Amount, error)) error
}

// Gate tells whom nothing may be paid in for.
type Gate interface {
	// PlayingTx refuses with SELF_EXCLUDED a member that is shut out of play.
	PlayingTx(ctx context.Context, tx *store.Tx, member string) error
}

// PlayingTx refuses a member that is shut out.
func (s *Service) PlayingTx(ctx context.Context, tx *store.Tx, member string) error {
	if s.gate == nil {
		return nil
	}
	return s.gate.PlayingTx(ctx, tx, member)
}

// AllowedTx is asked before the outside is, in the commit that writes the intent: SELF_EXCLUDED and LIMIT_REACHED refuse.
// Money that arrives anyway is always booked, as held where its member is shut out.
func (s *Service) AllowedTx(ctx context.Context, tx *store.Tx, member string, amount money.Amount) error {
	if err := s.PlayingTx(ctx, tx, member); err != nil {
		return err
	}
	if s.limits == nil {
		return nil
	}
	return s.limits.AllowDepositTx(ctx, tx, member, amount, func(since time.Time) (money.Amount, error) {
		sum, err := depositdb.New(tx).CreditedSince(ctx, member, clock.MicrosOf(since))
		return money.Amount(sum), err
	})
}
