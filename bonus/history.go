package bonus

import (
	"context"
	"fmt"
	"time"

	"krapao/internal/store"
	bonusq "krapao/internal/store/q/bonus"
	"krapao/ledger"
	"krapao/money"
)

// What other areas ask about the credits that there were.

// GrantedTx returns the condition that a call was granted; false where its key granted nothing.
func (s *Service) GrantedTx(ctx context.Context, tx *store.Tx, operation ledger.Key) (Condition, bool, error) {
	return found(bonusq.New(tx).ConditionByOperation(ctx, operation.String()))
}

// CreditsTx is what a member was granted over its life, less what went back.
func (s *Service) CreditsTx(ctx context.Context, tx *store.Tx, member string) (money.Amount, error) {
	sum, err := bonusq.New(tx).CreditsOf(ctx, member)
	if err != nil {
		return 0, fmt.Errorf("bonus: credits: %w", err)
	}
	return money.Amount(sum), nil
}

// LiveSinceTx tells whether a member's condition is active or ending, or ended after an instant.
func (s *Service) LiveSinceTx(ctx context.Context, tx *store.Tx, member string, since time.Time) (bool, error) {
	n, err := bonusq.New(tx).CountLiveSince(ctx, member, since.UnixMicro())
	if err != nil {
		return false, fmt.Errorf("bonus: live since: %w", err)
	}
	return n > 0, nil
}
