// Package lite opens SQLite files, for the store and the sandbox.
package lite

import (
	"container/list"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync/atomic"

	"modernc.org/sqlite"
)

// SQLite compiles a statement before it runs it, and for most of ours compiling takes longer. The driver keeps statements that
// Prepare compiled, but ExecContext and QueryContext of a connection compile their text each time, and database/sql keeps only
// prepared statements. So each connection here keeps the statements that ran on it, by their text.

// mostPrepared bounds what one connection keeps: more than the product has texts, a few MB.
const mostPrepared = 512

// Open opens a pool of connections that keep their statements prepared.
func Open(dsn string) (*sql.DB, error) { return open(dsn, new(atomic.Int64), nil) }

func open(dsn string, ran *atomic.Int64, w *Watch) (*sql.DB, error) {
	c, err := sqlite.NewConnector(dsn)
	if err != nil {
		return nil, err //nolint:wrapcheck // the caller says what it opened
	}
	return sql.OpenDB(preparing{c, ran, w}), nil
}

type preparing struct {
	driver.Connector
	ran *atomic.Int64
	// watch hears what the connections change; nil: nobody does.
	watch *Watch
}

// Connect opens a connection.
func (p preparing) Connect(ctx context.Context) (driver.Conn, error) {
	raw, err := p.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	conn, ok := raw.(liteConn)
	if !ok {
		return nil, errors.Join(fmt.Errorf("lite: %T is not a usable connection", raw), raw.Close())
	}
	if p.watch != nil {
		heard, err := watched(ctx, conn, p.watch)
		if err != nil {
			return nil, errors.Join(err, raw.Close())
		}
		conn = heard
	}
	return &preparedConn{liteConn: conn, ran: p.ran, idle: map[string]*list.Element{}}, nil
}

// liteConn is the part of the driver's connections that database/sql and this program use.
type liteConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.QueryerContext
	driver.Pinger
	driver.SessionResetter
	driver.Validator
	sqlite.DBStatus
}

type liteStmt interface {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
}

// preparedConn keeps statements prepared. database/sql uses a connection for one call at a time, but while rows are read other
// statements may run, even the same one. So a statement in use is not among the idle ones.
type preparedConn struct {
	liteConn
	ran  *atomic.Int64 // counts the statements
	idle map[string]*list.Element
	// recent has the idle statements, the last used first.
	recent list.List
	closed bool
}

// forget removes an idle statement from the kept ones.
func (c *preparedConn) forget(e *list.Element) *idleStmt {
	s, _ := c.recent.Remove(e).(*idleStmt) // nothing else is put in
	delete(c.idle, s.text)
	return s
}

type idleStmt struct {
	text string
	stmt liteStmt
}

// ExecContext runs a statement.
func (c *preparedConn) ExecContext(ctx context.Context, text string, args []driver.NamedValue) (driver.Result, error) {
	if !worthKeeping(text) {
		c.ran.Add(1)
		return c.liteConn.ExecContext(ctx, text, args)
	}
	s, err := c.take(ctx, text)
	if err != nil {
		return nil, err
	}
	defer c.giveBack(text, s)
	return s.ExecContext(ctx, args)
}

// QueryContext runs a query. Its statement is in use until the rows are closed.
func (c *preparedConn) QueryContext(ctx context.Context, text string, args []driver.NamedValue) (driver.Rows, error) {
	if !worthKeeping(text) {
		c.ran.Add(1)
		return c.liteConn.QueryContext(ctx, text, args)
	}
	s, err := c.take(ctx, text)
	if err != nil {
		return nil, err
	}
	rows, err := s.QueryContext(ctx, args)
	if err != nil {
		c.giveBack(text, s)
		return nil, err
	}
	return &preparedRows{Rows: rows, conn: c, text: text, stmt: s}, nil
}

// Close frees the kept statements before their connection, after which they can't be freed.
func (c *preparedConn) Close() error {
	c.closed = true
	for c.recent.Len() > 0 {
		c.drop(c.recent.Back())
	}
	return c.liteConn.Close()
}

func (c *preparedConn) take(ctx context.Context, text string) (liteStmt, error) {
	if e, ok := c.idle[text]; ok {
		return c.forget(e).stmt, nil
	}
	raw, err := c.PrepareContext(ctx, hideLimits(text))
	if err != nil {
		return nil, err
	}
	s, _ := raw.(liteStmt) // PrepareContext returns no other
	return s, nil
}

// limitParameter is a LIMIT whose value the caller gives.
var limitParameter = regexp.MustCompile(`(?i)\bLIMIT\s+(\$\d+)`)

// hideLimits makes each LIMIT $1 an expression. SQLite plans by the value of a bare parameter, so it compiles the statement
// again for every value, which takes longer than running it.
func hideLimits(text string) string { return limitParameter.ReplaceAllString(text, "LIMIT 0+$1") }

func (c *preparedConn) giveBack(text string, s liteStmt) {
	if c.closed || c.idle[text] != nil { // two of one text were in use at once
		_ = s.Close()
		return
	}
	c.idle[text] = c.recent.PushFront(&idleStmt{text, s})
	if c.recent.Len() > mostPrepared {
		c.drop(c.recent.Back())
	}
}

// drop frees an idle statement. The error of closing it was already reported when the statement ran.
func (c *preparedConn) drop(e *list.Element) {
	_ = c.forget(e).stmt.Close()
}

// preparedRows gives its statement back with the last row.
type preparedRows struct {
	driver.Rows
	conn *preparedConn
	text string
	stmt liteStmt
}

// Close ends the query.
func (r *preparedRows) Close() error {
	if r.stmt == nil {
		return nil
	}
	s := r.stmt
	r.stmt = nil
	if err := r.Rows.Close(); err != nil {
		_ = s.Close() // it still holds what it was given
		return err
	}
	r.conn.giveBack(r.text, s)
	return nil
}

// worthKeeping reports whether a statement reads or writes rows or is a savepoint, and so comes again. Changes of the schema and
// scripts do not, and a PRAGMA may act while it is compiled.
func worthKeeping(text string) bool {
	text = strings.TrimLeft(text, " \t\r\n")
	for strings.HasPrefix(text, "--") { // the generated queries begin with their names
		_, text, _ = strings.Cut(text, "\n")
		text = strings.TrimLeft(text, " \t\r\n")
	}
	end := strings.IndexAny(text, " \t\r\n(")
	if end < 0 {
		return false
	}
	switch strings.ToUpper(text[:end]) {
	case "SELECT", "INSERT", "UPDATE", "DELETE", "WITH":
		return true
	case "SAVEPOINT", "RELEASE": // each transaction that shares a commit has one
		return !strings.Contains(text, ";")
	}
	return false
}
