package note

import (
	"context"

	"krapao/internal/store"
	"krapao/operator/internal/notedb"
)

// EraseTx deletes the notes about a member.
func EraseTx(ctx context.Context, tx *store.Tx, member string) error {
	return notedb.New(tx).EraseNotes(ctx, member)
}
