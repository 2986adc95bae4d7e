package ledger

import (
	"context"
	"slices"

	"krapao/internal/store"
	"krapao/ledger/internal/statement"
)

// save writes the decisions of the book. On PostgreSQL they go with the next statement of tx, or with its commit. A key that
// another node used meanwhile makes the transaction run again.
func (b *book) save(ctx context.Context, tx *store.Tx) error {
	if b.empty() {
		return nil
	}
	if err := b.check(); err != nil {
		return err
	}
	var err error
	if tx.Engine() == store.Postgres {
		err = b.eachSave(tx.Defer)
	} else {
		err = b.saveRows(ctx, tx)
	}
	for _, a := range b.accounts {
		a.touched = false
	}
	return err
}

// saveRows writes row by row, and the two entries of a step at once.
func (b *book) saveRows(ctx context.Context, tx *store.Tx) error {
	// first makes sure that the row was not there.
	first := func(statement string, args ...any) error {
		done, err := tx.ExecContext(ctx, statement, args...)
		if err != nil {
			return err
		}
		if n, err := done.RowsAffected(); n != 0 || err != nil {
			return err
		}
		return store.ErrConflict
	}
	for _, t := range b.created {
		if err := first(statement.AddTransfer, t.args()...); err != nil {
			return err
		}
	}
	for _, t := range b.settled {
		if err := first(statement.SettleTransfer, int64(t.Moved), string(t.State), null(t.wallet), t.Detail.text(), micros(t.SettledAt),
			int64(t.ID)); err != nil {
			return err
		}
	}
	for _, t := range b.lessened {
		if err := first(statement.LessenTransfer, t.lessenedArgs()...); err != nil {
			return err
		}
	}
	for both := range slices.Chunk(b.entries, 2) { // a step writes one on each side (write)
		if err := first(statement.AddEntries, append(both[0].args(b.batch), both[1].args(b.batch)...)...); err != nil {
			return err
		}
	}
	for _, a := range b.accounts {
		if !a.touched {
			continue
		}
		if err := first(statement.ChangeAccount, int64(a.debitsPending), int64(a.debitsPosted), int64(a.creditsPending),
			int64(a.creditsPosted), a.version, a.number); err != nil {
			return err
		}
	}
	for _, f := range b.refusals {
		if err := first(statement.AddRefusal, f.args(b.batch, b.now)...); err != nil {
			return err
		}
	}
	return first(statement.AddBatch, b.batchRow()...)
}
