package deposit

import (
	"context"
	"time"

	"krapao/deposit/internal/depositdb"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/money"
)

// PlayingTx refuses a member that is shut out of play with SELF_EXCLUDED.
func (s *Service) PlayingTx(ctx context.Context, tx *store.Tx, member string) error {
	if s.exclusions == nil {
		return nil
	}
	return s.exclusions.PlayingTx(ctx, tx, member)
}

// AllowedTx refuses with SELF_EXCLUDED or LIMIT_REACHED. It is called in the commit that writes the intent, before
// the outside is called. Money that arrives anyway is always booked: as held if its member is shut out.
func (s *Service) AllowedTx(ctx context.Context, tx *store.Tx, member string, amount money.Amount) error {
	if err := s.PlayingTx(ctx, tx, member); err != nil {
		return err
	}
	return s.WithinTx(ctx, tx, member, amount)
}

// WithinTx refuses with LIMIT_REACHED, and is AllowedTx for who knows already that the member is not shut out.
func (s *Service) WithinTx(ctx context.Context, tx *store.Tx, member string, amount money.Amount) error {
	if s.limits == nil {
		return nil
	}
	return s.limits.AllowDepositTx(ctx, tx, member, amount, func(since time.Time) (money.Amount, error) {
		sum, err := depositdb.New(tx).CreditedSince(ctx, member, clock.MicrosOf(since))
		return money.Amount(sum), err
	})
}

// shutTx reports whether a member is shut out of play. It takes no lock: money that arrives in that very moment may
// count as having come before.
func (s *Service) shutTx(ctx context.Context, tx *store.Tx, member string) (bool, error) {
	if member == "" {
		return false, nil
	}
	err := s.PlayingTx(ctx, tx, member)
	if fault.Is(err, fault.SELF_EXCLUDED) {
		return true, nil
	}
	return false, err
}
