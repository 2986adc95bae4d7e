package ledger

import (
	"context"

	"krapao/internal/store"
)

func newCommitter(_ context.Context, l *Ledger) (committer, error) { return &stepwise{l}, nil }

// stepwise commits a batch through the store's transactions.
type stepwise struct{ l *Ledger }

func (c *stepwise) commit(items []*item) error {
	ctx := context.Background()
	err := c.l.s.Write(ctx, func(tx *store.Tx) error { return c.l.runTx(ctx, txRunner{tx}, tx, items) })
	if err == nil {
		c.l.tellChange(changedMembers(items))
	}
	return err
}

func (c *stepwise) close() error { return nil }
