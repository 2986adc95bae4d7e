package ledger

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"

	"krapao/internal/store"
	"krapao/ledger/internal/prepared"
)

// lite commits batches on SQLite's one writing connection, with statements that stay prepared on it.
type lite struct {
	l    *Ledger
	conn prepared.Conn
}

const (
	liteBegin    = "BEGIN IMMEDIATE"
	liteCommit   = "COMMIT"
	liteRollback = "ROLLBACK"
)

// run makes one attempt at a batch.
func (e *lite) run(ctx context.Context, items []*item) error {
	return e.exclusive(ctx, func(conn driver.Conn) error {
		// From here on nothing is cancelled half way: the driver watches a context with a goroutine per statement.
		return e.commit(context.WithoutCancel(ctx), conn, items)
	})
}

// exclusive gives f the driver's connection while nobody else uses it.
func (e *lite) exclusive(ctx context.Context, f func(conn driver.Conn) error) error {
	return e.l.s.Exclusive(ctx, func(conn *sql.Conn) error {
		return conn.Raw(func(raw any) error {
			c, ok := raw.(driver.Conn)
			if !ok {
				return fmt.Errorf("ledger: %T is no connection", raw)
			}
			return f(c)
		})
	})
}

func (e *lite) commit(ctx context.Context, conn driver.Conn, items []*item) error {
	e.conn.Use(conn)
	if _, err := e.exec(ctx, liteBegin); err != nil {
		return store.MapError(err)
	}
	if err := e.l.decide(ctx, e, e.l.s.Now(), items); err != nil {
		_, rollback := e.exec(ctx, liteRollback)
		return errors.Join(store.MapError(err), rollback)
	}
	if _, err := e.exec(ctx, liteCommit); err != nil {
		_, _ = e.exec(ctx, liteRollback) // SQLite may have left the transaction by itself
		return fmt.Errorf("%w: ledger: %w", store.ErrUnknown, err)
	}
	return nil
}

// close frees the statements while nobody else uses their connection: others may still write to the store when the ledger
// closes.
func (e *lite) close() error {
	if !e.conn.Used() {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), attemptTime)
	defer cancel()
	return e.exclusive(ctx, e.conn.Close)
}

func (e *lite) exec(ctx context.Context, statement string, args ...any) (int64, error) {
	return e.conn.Exec(ctx, statement, args...)
}

func (e *lite) row(ctx context.Context, statement string, dest []any, args ...any) error {
	return e.conn.Row(ctx, statement, dest, args...)
}

func (e *lite) locking(string) string { return "" }
