package pg

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// rollbackTime bounds a rollback, which has to work when the caller's time is over.
const rollbackTime = 5 * time.Second

// uniqueViolation is PostgreSQL's code for a row that exists already.
const uniqueViolation = "23505"

// transaction is an open transaction with the statements that were not sent yet.
type transaction struct {
	// ctx is that of BeginTx: Commit takes none.
	ctx  context.Context //nolint:containedctx // database/sql gives the context of a commit only at the beginning
	conn *Conn
	// sent reports whether the server knows of the transaction.
	sent    bool
	waiting []deferred
}

// deferred is a statement that goes with the next.
type deferred struct {
	text   string
	args   []any
	unique bool
}

func (t *transaction) add(d deferred) { t.waiting = append(t.waiting, d) }

// send sends what was deferred and a batch, and returns the results of the batch.
func (t *transaction) send(ctx context.Context, batch *pgx.Batch) (pgx.BatchResults, error) {
	all, waiting := &pgx.Batch{}, t.waiting
	for _, d := range waiting {
		all.Queue(d.text, d.args...)
	}
	all.QueuedQueries = append(all.QueuedQueries, batch.QueuedQueries...)
	t.waiting, t.sent = nil, true
	results := t.conn.Conn.Conn().SendBatch(ctx, all)
	for _, d := range waiting {
		if _, err := results.Exec(); err != nil {
			_ = results.Close() // the same error again
			return nil, d.failed(err)
		}
	}
	return results, nil
}

func (d deferred) failed(err error) error {
	var pe *pgconn.PgError
	if d.unique && errors.As(err, &pe) && pe.Code == uniqueViolation {
		return fmt.Errorf("%w: %w", ErrAgain, err)
	}
	return err
}

// Commit sends what was deferred, and the commit. An error that the server reports means that nothing was committed.
func (t *transaction) Commit() error {
	defer t.end()
	if !t.sent && len(t.waiting) == 1 { // only the begin: nobody did anything
		return nil
	}
	batch := &pgx.Batch{}
	batch.Queue("commit").Exec(func(tag pgconn.CommandTag) error {
		if tag.String() != "COMMIT" {
			return pgx.ErrTxCommitRollback
		}
		return nil
	})
	results, err := t.send(t.ctx, batch)
	if err == nil {
		err = results.Close()
	}
	if err != nil {
		return errors.Join(err, t.leave())
	}
	return nil
}

// Rollback forgets what was deferred.
func (t *transaction) Rollback() error {
	defer t.end()
	if !t.sent {
		return nil
	}
	return t.leave()
}

func (t *transaction) end() { t.conn.tx = nil }

// leave ends the transaction on the server. A connection where that fails is closed, and the pool makes another.
func (t *transaction) leave() error {
	conn := t.conn.Conn.Conn()
	if conn.IsClosed() || conn.PgConn().TxStatus() == 'I' {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.ctx), rollbackTime)
	defer cancel()
	if _, err := conn.Exec(ctx, "rollback"); err != nil {
		_ = conn.Close(ctx)
		return driver.ErrBadConn
	}
	return nil
}
