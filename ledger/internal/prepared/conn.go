// Package prepared runs statements on SQLite's one writing connection, and keeps them prepared there. It talks to the driver
// directly: database/sql prepares a statement of a borrowed connection anew each time, which was a third of a batch's time.
package prepared

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
)

// Conn is a connection with its prepared statements. Use it only while nobody else uses the connection.
type Conn struct {
	conn driver.Conn
	stmt map[string]statement
	// one is the space for a row that is read.
	one []driver.Value
}

// Use takes conn from now on. The statements of a connection that database/sql has closed can't be closed any more, so those
// of another connection are dropped.
func (c *Conn) Use(conn driver.Conn) {
	if conn != c.conn {
		c.conn, c.stmt = conn, map[string]statement{}
	}
}

// Used reports whether Use was called since the last Close.
func (c *Conn) Used() bool { return c.conn != nil }

// Close frees the statements, if conn is still the connection that they were prepared on. Call it while nobody else uses the
// connection: a statement that was freed beside others broke SQLite's memory (a SIGSEGV in sqlite3DbMallocRawNN).
func (c *Conn) Close(conn driver.Conn) error {
	if conn != c.conn {
		return nil
	}
	var err error
	for _, s := range c.stmt {
		err = errors.Join(err, s.Close())
	}
	c.conn, c.stmt = nil, nil
	return err
}

// statement is what the driver's statements can do.
type statement interface {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
}

func (c *Conn) prepare(text string) (statement, error) {
	if s, ok := c.stmt[text]; ok {
		return s, nil
	}
	prepared, err := c.conn.Prepare(text)
	if err != nil {
		return nil, err
	}
	s, ok := prepared.(statement)
	if !ok {
		return nil, errors.Join(fmt.Errorf("ledger: %T takes no context", prepared), prepared.Close())
	}
	c.stmt[text] = s
	return s, nil
}

// Exec runs a statement and returns the number of rows that it changed.
func (c *Conn) Exec(ctx context.Context, text string, args ...any) (int64, error) {
	s, err := c.prepare(text)
	if err != nil {
		return 0, err
	}
	result, err := s.ExecContext(ctx, ordinals(args))
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// Row reads the first row of a query into dest; sql.ErrNoRows where there is none.
func (c *Conn) Row(ctx context.Context, text string, dest []any, args ...any) (err error) {
	s, err := c.prepare(text)
	if err != nil {
		return err
	}
	rows, err := s.QueryContext(ctx, ordinals(args))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	if len(c.one) < len(dest) {
		c.one = make([]driver.Value, len(dest))
	}
	values := c.one[:len(dest)]
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

// assign puts a value of the driver into one of the types that the ledger reads.
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
	return fmt.Errorf("ledger: a column holds %T, which does not fit %T", v, dest)
}
