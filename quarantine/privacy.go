package quarantine

import (
	"context"

	"krapao/internal/personal"
	"krapao/internal/store"
	"krapao/quarantine/internal/quarantinedb"
)

// EndDocuments empties what lists of long ago said of payers and payees (docs/privacy.md, rule payments).
func EndDocuments(ctx context.Context, tx *store.Tx, of personal.Span) (int64, error) {
	return quarantinedb.New(tx).EndRowDocuments(ctx, of.Before)
}
