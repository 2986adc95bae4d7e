package deposit

import (
	"context"
	"fmt"
	"time"

	"krapao/deposit/internal/depositdb"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/money"
)

// Coins are the wheel's, which deposits earn (RULES.md section 10).
type Coins interface {
	// EarnTx grants the coins of a deposit, once per arrival. It is not called for a member that is shut out of play.
	EarnTx(ctx context.Context, tx *store.Tx, member, inflow string, amount money.Amount) error
	// UndoTx takes them back; without any it does nothing.
	UndoTx(ctx context.Context, tx *store.Tx, inflow string) error
}

// Play keeps what of its deposits a member has not played: U of RULES.md section 1.
type Play interface {
	// CreditedTx adds a deposit, once per arrival.
	CreditedTx(ctx context.Context, tx *store.Tx, member, inflow string, amount money.Amount) error
	// ReversedTx takes it out; without any it does nothing.
	ReversedTx(ctx context.Context, tx *store.Tx, inflow string) error
}

// creditedTx is called in the commit that makes an arrival its member's, whenever and however that comes: at once, by
// an operator's decision, or when the member is found. From here on it counts for limits, is to be played and earns coins;
// but who is shut out at that moment is given nothing to play with, then or later (RULES.md section 11).
func (s *Service) creditedTx(ctx context.Context, tx *store.Tx, inflow, member string, amount money.Amount) error {
	n, err := depositdb.New(tx).AddCredit(ctx, depositdb.AddCreditParams{
		Inflow: inflow, Member: member, Amount: amount, CreditedAt: clock.MicrosOf(tx.Now),
	})
	if err != nil || n == 0 {
		return err
	}
	if s.play != nil { // before the coins: play locks its member first, then theirs
		if err := s.play.CreditedTx(ctx, tx, member, inflow, amount); err != nil {
			return err
		}
	}
	if s.coins == nil {
		return nil
	}
	if shut, err := s.shutTx(ctx, tx, member); shut || err != nil {
		return err
	}
	return s.coins.EarnTx(ctx, tx, member, inflow, amount)
}

// uncreditedTx undoes creditedTx where the arrival is taken back.
func (s *Service) uncreditedTx(ctx context.Context, tx *store.Tx, inflow string) error {
	n, err := depositdb.New(tx).ReverseCredit(ctx, clock.MicrosOf(tx.Now), inflow)
	if err != nil || n == 0 {
		return err
	}
	if s.play != nil {
		if err := s.play.ReversedTx(ctx, tx, inflow); err != nil {
			return err
		}
	}
	if s.coins == nil {
		return nil
	}
	return s.coins.UndoTx(ctx, tx, inflow)
}

// CreditedSince is what became the member's from an instant on and was not taken back.
func (s *Service) CreditedSince(ctx context.Context, member string, since time.Time) (money.Amount, error) {
	sum, err := depositdb.New(s.store.DB()).CreditedSince(ctx, member, clock.MicrosOf(since))
	if err != nil {
		return 0, fmt.Errorf("deposit: credited: %w", err)
	}
	return money.Amount(sum), nil
}
