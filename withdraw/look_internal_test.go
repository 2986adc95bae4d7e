package withdraw

import (
	"context"
	"testing"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

// TestKeysOfManyRequestsAreLookedUpTogether: a key that moved money, one that was refused, and others.
func TestKeysOfManyRequestsAreLookedUpTogether(t *testing.T) {
	t.Parallel()
	storetest.Looks(t, keyLook, func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO transfer (id, key, request, kind, debit, credit, amount, moved, state, member,
			detail, created_at) VALUES (1, 'moved', 1, 'withdraw', 1, 2, 100, 0, 'pending', 'M', '{}', 1)`)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx,
			`INSERT INTO refusal (key, request, code, detail, params, batch, created_at) VALUES ('refused', 1, 'C', '', '{}', 1, 1)`)
		return err
	}, "moved", "refused", "neither", "another")
}
