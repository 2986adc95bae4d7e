package ledger

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"

	"krapao/internal/store"
)

// lite commits batches on SQLite's one writing connection, with statements that stay prepared on it. It speaks to the
// driver directly: database/sql prepares a statement of a borrowed connection anew each time, which was a third of a
// batch's time.
type lite struct {
	l    *Ledger
	conn driver.Conn
	stmt map[string]liteStmt
	// one is the space for a row that is read.
	one []driver.Value
}

const (
	liteBegin    = "BEGIN IMMEDIATE"
	liteCommit   = "COMMIT"
	liteRollback = "ROLLBACK"
)

// run is one attempt at a batch.
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
	if conn != e.conn {
		// The statements of a connection that database/sql has closed can't be closed any more.
		e.conn, e.stmt = conn, map[string]liteStmt{}
	}
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

// close gives the statements back, while nobody else uses their connection: others may still write to the store when the
// ledger closes, and a statement freed beside theirs broke SQLite's memory (a SIGSEGV in sqlite3DbMallocRawNN).
func (e *lite) close() error {
	if e.conn == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), attemptTime)
	defer cancel()
	return e.exclusive(ctx, func(conn driver.Conn) error {
		if conn != e.conn {
			return nil
		}
		var err error
		for _, s := range e.stmt {
			err = errors.Join(err, s.Close())
		}
		e.conn, e.stmt = nil, nil
		return err
	})
}

// liteStmt is what the driver's statements can do.
type liteStmt interface {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
}

func (e *lite) prepare(statement string) (liteStmt, error) {
	if s, ok := e.stmt[statement]; ok {
		return s, nil
	}
	prepared, err := e.conn.Prepare(statement)
	if err != nil {
		return nil, err
	}
	s, ok := prepared.(liteStmt)
	if !ok {
		return nil, errors.Join(fmt.Errorf("ledger: %T takes no context", prepared), prepared.Close())
	}
	e.stmt[statement] = s
	return s, nil
}

func (e *lite) exec(ctx context.Context, statement string, args ...any) (int64, error) {
	s, err := e.prepare(statement)
	if err != nil {
		return 0, err
	}
	result, err := s.ExecContext(ctx, ordinals(args))
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

func (e *lite) row(ctx context.Context, statement string, dest []any, args ...any) (err error) {
	s, err := e.prepare(statement)
	if err != nil {
		return err
	}
	rows, err := s.QueryContext(ctx, ordinals(args))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	if len(e.one) < len(dest) {
		e.one = make([]driver.Value, len(dest))
	}
	values := e.one[:len(dest)]
	if err := rows.Next(values); errors.Is(err, io.EOF) {
		return sql.ErrNoRows
	} else if err != nil {
		return err
	}
	for n, v := range values {
		if err := assign(dest[n], v); err != nil {
			return err
		}
	}
	return nil
}

func (e *lite) locking(string) string { return "" }

func ordinals(args []any) []driver.NamedValue {
	values := make([]driver.NamedValue, len(args))
	for n, v := range args {
		if i, ok := v.(int); ok {
			v = int64(i)
		}
		values[n] = driver.NamedValue{Ordinal: n + 1, Value: v}
	}
	return values
}

// assign puts a value of the driver into one of the kinds of places that the ledger's rows have.
func assign(dest any, v driver.Value) error {
	switch d := dest.(type) {
	case *int64:
		if n, ok := v.(int64); ok {
			*d = n
			return nil
		}
	case *int:
		if n, ok := v.(int64); ok {
			*d = int(n)
			return nil
		}
	case *string:
		if s, ok := v.(string); ok {
			*d = s
			return nil
		}
	case *sql.NullInt64:
		return d.Scan(v)
	}
	return fmt.Errorf("ledger: a column holds %T where %T is read", v, dest)
}
