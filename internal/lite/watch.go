package lite

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Watch hears what changes in a file through a pool of one connection, whatever statement does it. Its functions are called
// while a statement runs. So they return at once, and ask nothing of the database.
type Watch struct {
	// Keys are the tables to watch, each with the column (from 0) by whose value its rows are known.
	Keys map[string]int
	// Touched tells of a row that is about to be added, changed or removed. A row whose key changes is told of under both.
	Touched func(table, key string)
	// Ended tells that the transaction that touched rows is over: other connections see what it wrote, or it was undone. Until
	// then they see the rows as they were.
	Ended func()
	// Looked tells that no other process had written up to now, other than what Lost told of.
	Looked func()
	// Lost tells that anything may have changed unheard: the connection is a new one, or another process has written.
	Lost func()
}

// lookEvery is how often the connection looks whether another process has written.
const lookEvery = time.Second

// watchedConn is a connection whose writes are heard.
type watchedConn struct {
	liteConn
	watch *Watch
	// committing: a commit has begun, and the statement that does it has not returned.
	committing bool
	// version is the file's, which changes with each commit of another connection.
	version driver.Value
	looked  time.Time
	row     []any
}

func watched(ctx context.Context, conn liteConn, w *Watch) (*watchedConn, error) {
	hooks, can := conn.(sqlite.HookRegisterer)
	if !can {
		return nil, fmt.Errorf("lite: %T has no hooks", conn)
	}
	most := 0
	for _, column := range w.Keys {
		most = max(most, column)
	}
	c := &watchedConn{liteConn: conn, watch: w, row: make([]any, most+1)}
	hooks.RegisterPreUpdateHook(c.before)
	hooks.RegisterCommitHook(func() int32 { c.committing = true; return 0 })
	hooks.RegisterRollbackHook(func() { c.committing = false; w.Ended() })
	w.Lost()
	return c, c.look(ctx)
}

// before tells of a row that a statement is about to change.
func (c *watchedConn) before(d sqlite.SQLitePreUpdateData) {
	column, known := c.watch.Keys[d.TableName]
	if !known {
		return
	}
	if c.committing { // the text that commits has gone on
		c.after(nil)
	}
	row := c.row[:column+1]
	was, had := "", d.Op != sqlite3.SQLITE_INSERT
	if had {
		if d.Old(row...) != nil {
			c.watch.Lost()
			return
		}
		was = text(row[column])
		c.watch.Touched(d.TableName, was)
	}
	if d.Op == sqlite3.SQLITE_DELETE {
		return
	}
	if d.New(row...) != nil {
		c.watch.Lost()
		return
	}
	if is := text(row[column]); !had || is != was {
		c.watch.Touched(d.TableName, is)
	}
}

func text(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case int64:
		return strconv.FormatInt(v, 10)
	}
	return fmt.Sprint(v)
}

// after is called when a statement has returned. If it committed, others see now what it wrote. A commit that failed is none: the
// transaction is still open, or it was rolled back, which is heard by itself.
func (c *watchedConn) after(err error) {
	if !c.committing {
		return
	}
	c.committing = false
	if err == nil {
		c.watch.Ended()
	}
}

// look asks whether another process has written. SQLite tells a connection only of others' commits.
func (c *watchedConn) look(ctx context.Context) error {
	c.looked = time.Now()
	rows, err := c.QueryContext(ctx, "PRAGMA data_version", nil)
	if err != nil {
		return err
	}
	version := make([]driver.Value, 1)
	if err := errors.Join(rows.Next(version), rows.Close()); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if c.version != version[0] {
		c.version = version[0]
		c.watch.Lost()
	}
	c.watch.Looked()
	return nil
}

// Ping looks at once.
func (c *watchedConn) Ping(ctx context.Context) error { return c.look(ctx) }

// Close ends it.
func (c *watchedConn) Close() error {
	err := c.liteConn.Close()
	c.watch.Lost()
	return err
}

// BeginTx opens a transaction. None was open before, so whatever was is over.
func (c *watchedConn) BeginTx(ctx context.Context, opts driver.TxOptions) (driver.Tx, error) {
	tx, err := c.liteConn.BeginTx(ctx, opts)
	if err != nil {
		return nil, err
	}
	c.committing = false
	c.watch.Ended()
	if time.Since(c.looked) >= lookEvery {
		if err := c.look(ctx); err != nil {
			return nil, errors.Join(err, tx.Rollback())
		}
	}
	return watchedTx{tx, c}, nil
}

type watchedTx struct {
	driver.Tx
	conn *watchedConn
}

// Commit commits it.
func (t watchedTx) Commit() error {
	err := t.Tx.Commit()
	t.conn.after(err)
	return err
}

// ExecContext runs a statement, or several.
func (c *watchedConn) ExecContext(ctx context.Context, text string, args []driver.NamedValue) (driver.Result, error) {
	result, err := c.liteConn.ExecContext(ctx, text, args)
	c.after(err)
	return result, err
}

// QueryContext runs a query.
func (c *watchedConn) QueryContext(ctx context.Context, text string, args []driver.NamedValue) (driver.Rows, error) {
	return c.rows(c.liteConn.QueryContext(ctx, text, args))
}

func (c *watchedConn) rows(rows driver.Rows, err error) (driver.Rows, error) {
	c.after(err)
	if err != nil {
		return nil, err
	}
	return watchedRows{rows, c}, nil
}

// PrepareContext compiles a statement.
func (c *watchedConn) PrepareContext(ctx context.Context, text string) (driver.Stmt, error) {
	raw, err := c.liteConn.PrepareContext(ctx, text)
	if err != nil {
		return nil, err
	}
	s, ok := raw.(liteStmt)
	if !ok {
		return nil, errors.Join(fmt.Errorf("lite: %T takes no context", raw), raw.Close())
	}
	return watchedStmt{s, c}, nil
}

type watchedStmt struct {
	liteStmt
	conn *watchedConn
}

// ExecContext runs it.
func (s watchedStmt) ExecContext(ctx context.Context, args []driver.NamedValue) (driver.Result, error) {
	result, err := s.liteStmt.ExecContext(ctx, args)
	s.conn.after(err)
	return result, err
}

// QueryContext runs it.
func (s watchedStmt) QueryContext(ctx context.Context, args []driver.NamedValue) (driver.Rows, error) {
	return s.conn.rows(s.liteStmt.QueryContext(ctx, args))
}

// watchedRows are rows of a statement that may write, and then commits with its last row.
type watchedRows struct {
	driver.Rows
	conn *watchedConn
}

// Close ends the query.
func (r watchedRows) Close() error {
	err := r.Rows.Close()
	r.conn.after(err)
	return err
}
