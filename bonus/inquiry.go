package bonus

import (
	"context"
	"fmt"
	"time"

	"krapao/bonus/internal/bonusdb"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
)

// The questions of other areas: are terms of theirs allowed, and which credits were granted.

// CheckTermsTx refuses terms that are out of range, list games that the catalogue does not have, or need turnover that nobody
// reports.
func (s *Service) CheckTermsTx(ctx context.Context, tx *store.Tx, t Terms) error {
	if err := t.check(); err != nil {
		return err
	}
	games, err := s.Games.ListTx(ctx, tx)
	if err != nil {
		return err
	}
	return t.checkGames(games)
}

// GrantedTx returns the condition that a call was granted; false if its key granted nothing.
func (s *Service) GrantedTx(ctx context.Context, tx *store.Tx, operation ledger.Key) (Condition, bool, error) {
	return found(bonusdb.New(tx).ConditionByOperation(ctx, operation.String()))
}

// CreditsTx sums what a member was ever granted, less what went back.
func (s *Service) CreditsTx(ctx context.Context, tx *store.Tx, member string) (money.Amount, error) {
	sum, err := bonusdb.New(tx).CreditsOf(ctx, member)
	if err != nil {
		return 0, fmt.Errorf("bonus: sum a member's credits: %w", err)
	}
	return money.Amount(sum), nil
}

// LiveSinceTx reports whether the member has a condition that is active or ending, or had one that ended after a time.
func (s *Service) LiveSinceTx(ctx context.Context, tx *store.Tx, member string, since time.Time) (bool, error) {
	n, err := bonusdb.New(tx).CountLiveSince(ctx, member, clock.MicrosOf(since))
	if err != nil {
		return false, fmt.Errorf("bonus: count conditions since a time: %w", err)
	}
	return n > 0, nil
}
