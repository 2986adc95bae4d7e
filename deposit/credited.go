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

// creditedTx is called in the commit in which an arrival becomes its member's: at once, by an operator's decision, or
// when the member is found. From then on it counts for limits, must be played, and earns coins. A member that is shut
// out in that moment gets nothing to play with, then or later (RULES.md section 11). All of it happens once per arrival. It comes
// before the money moves, because the ledger locks the account that the money comes from.
func (s *Service) creditedTx(ctx context.Context, tx *store.Tx, inflow, member string, amount money.Amount, shut bool) error {
	err := depositdb.New(tx).AddCredit(ctx, depositdb.AddCreditParams{
		Inflow: inflow, Member: member, Amount: amount, CreditedAt: clock.MicrosOf(tx.Now),
	})
	if err != nil {
		return err
	}
	if s.play != nil { // before the coins: play's lock of a member comes first, then theirs
		if err := s.play.CreditedTx(ctx, tx, member, inflow, amount); err != nil {
			return err
		}
	}
	if s.coins == nil || shut {
		return nil
	}
	return s.coins.EarnTx(ctx, tx, member, inflow, amount)
}

// uncreditedTx undoes creditedTx when the arrival is taken back.
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

// CreditedSince returns the sum of what became the member's since an instant and was not taken back.
func (s *Service) CreditedSince(ctx context.Context, member string, since time.Time) (money.Amount, error) {
	sum, err := depositdb.New(s.store.DB()).CreditedSince(ctx, member, clock.MicrosOf(since))
	if err != nil {
		return 0, fmt.Errorf("deposit: credited: %w", err)
	}
	return money.Amount(sum), nil
}
