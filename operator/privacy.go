package operator

import (
	"context"
	"fmt"

	"krapao/internal/store"
	"krapao/operator/internal/operatordb"
)

// EraseTx empties what was said in proposals about a member. Who decided what, and when, stays. What an open one asks for stays
// as long as it is open.
func EraseTx(ctx context.Context, tx *store.Tx, member string) error {
	if err := operatordb.New(tx).EraseProposals(ctx, member); err != nil {
		return fmt.Errorf("operator: proposals about an erased member: %w", err)
	}
	return nil
}
