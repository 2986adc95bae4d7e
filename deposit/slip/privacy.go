package slip

import (
	"context"

	"krapao/deposit/internal/depositdb"
	"krapao/internal/store"
)

// EraseTx deletes the pictures of a member's slips. The slips stay (docs/privacy.md, payments).
func (s *Service) EraseTx(ctx context.Context, tx *store.Tx, member string) error {
	q := depositdb.New(tx)
	pictures, err := q.PicturesOf(ctx, member)
	if err != nil || len(pictures) == 0 {
		return err
	}
	if err := s.deps.Blobs.DropTx(ctx, tx, pictures...); err != nil {
		return err
	}
	return q.ErasePictures(ctx, member)
}
