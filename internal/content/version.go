package content

import (
	"context"
	"fmt"

	"krapao/internal/content/internal/contentdb"
	"krapao/internal/store"
)

// ChangedTx raises the version of the content, in the transaction that changes it. It locks the version's row, so changes of
// content run one after the other.
func ChangedTx(ctx context.Context, tx *store.Tx) error {
	if err := contentdb.New(tx).RaiseVersion(ctx); err != nil {
		return fmt.Errorf("content: raise the version: %w", err)
	}
	return nil
}
