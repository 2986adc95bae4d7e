package lite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"sync/atomic"
)

// OpenCounted is Open that counts in ran the statements that run on the pool's connections. A transaction counts two more: its
// BEGIN, and its COMMIT or ROLLBACK.
func OpenCounted(dsn string, ran *atomic.Int64) (*sql.DB, error) { return open(dsn, ran, nil) }

// OpenWatched is OpenCounted for a pool of one connection, whose writes are heard. Opening looks whether others have written, and
// so do a Ping and, once a second, a transaction. A look is not counted.
func OpenWatched(dsn string, ran *atomic.Int64, w *Watch) (*sql.DB, error) { return open(dsn, ran, w) }

// BeginTx opens a transaction.
func (c *preparedConn) BeginTx(ctx context.Context, opts driver.TxOptions) (driver.Tx, error) {
	c.ran.Add(2)
	return c.liteConn.BeginTx(ctx, opts)
}

// PrepareContext compiles a statement, which counts as often as it runs.
func (c *preparedConn) PrepareContext(ctx context.Context, text string) (driver.Stmt, error) {
	raw, err := c.liteConn.PrepareContext(ctx, text)
	if err != nil {
		return nil, err
	}
	s, ok := raw.(liteStmt)
	if !ok {
		return nil, errors.Join(fmt.Errorf("lite: %T takes no context", raw), raw.Close())
	}
	return &countedStmt{s, c.ran}, nil
}

// countedStmt counts its runs.
type countedStmt struct {
	liteStmt
	ran *atomic.Int64
}

// ExecContext runs it.
func (s *countedStmt) ExecContext(ctx context.Context, args []driver.NamedValue) (driver.Result, error) {
	s.ran.Add(1)
	return s.liteStmt.ExecContext(ctx, args)
}

// QueryContext runs it.
func (s *countedStmt) QueryContext(ctx context.Context, args []driver.NamedValue) (driver.Rows, error) {
	s.ran.Add(1)
	return s.liteStmt.QueryContext(ctx, args)
}
