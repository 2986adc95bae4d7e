package withdraw

import (
	"context"
	"fmt"

	"krapao/internal/store"
	"krapao/money"
	"krapao/withdraw/internal/withdrawdb"
)

// TakenTx returns what a member withdrew over its life, including withdrawals that are still pending.
func (s *Service) TakenTx(ctx context.Context, tx *store.Tx, member string) (money.Amount, error) {
	used, err := withdrawdb.New(tx).UsedSince(ctx, member, 0)
	if err != nil {
		return 0, fmt.Errorf("withdraw: taken: %w", err)
	}
	return money.Amount(used.Total), nil
}
