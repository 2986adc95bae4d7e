package browse

import (
	"context"

	"krapao/internal/personal"
	"krapao/ledger/internal/ledgerdb"
)

// Personal is what is kept of a member's transfers (docs/privacy.md).
func (r *Reader) Personal(ctx context.Context, member string) ([]personal.Table, error) {
	q := ledgerdb.New(r.s.DB())
	return personal.Read(ctx, member,
		personal.Rows("transfer", q.PersonalTransfers),
	)
}
