package backoffice

import (
	"context"

	"krapao/internal/store"
	"krapao/operator/audit"
)

// glances are what operators opened, in the audit log.
type glances struct {
	store *store.Store
	log   *audit.Log
}

// Look records that an operator opened something, before it is shown.
func (g glances) Look(ctx context.Context, by, action, subject, member string) error {
	return g.store.Write(ctx, func(tx *store.Tx) error {
		return g.log.AppendTx(ctx, tx, audit.Entry{By: by, Action: action, Subject: subject, Member: member, Reason: "opened it"})
	})
}
