// Package pg opens pools of connections to PostgreSQL for the store.
//
// A statement costs a round trip, and a lock that is taken early is held for all later ones. So a transaction here sends a
// statement whose result nobody reads together with the next one that somebody waits for: the begin with the first query, and
// the last writes with the commit. Statements run in the order in which they were given.
//
// An error of a deferred statement is the error of what it was sent with. The server does not run what follows it, and so does
// not commit.
package pg

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

// ErrAgain means that a deferred statement lost a race against another transaction: run the transaction again.
var ErrAgain = errors.New("pg: another transaction was first")

// Open returns a pool.
func Open(config *pgx.ConnConfig) *sql.DB {
	return sql.OpenDB(connector{stdlib.GetConnector(*config)})
}

type connector struct{ driver.Connector }

// Connect opens a connection.
func (c connector) Connect(ctx context.Context) (driver.Conn, error) {
	raw, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	conn, ok := raw.(*stdlib.Conn)
	if !ok {
		return nil, errors.Join(fmt.Errorf("pg: %T is not a connection of pgx", raw), raw.Close())
	}
	return &Conn{Conn: conn}, nil
}

// Conn is one connection. Like every connection of database/sql, it serves one call at a time.
type Conn struct {
	*stdlib.Conn
	// tx is the open transaction, or nil.
	tx *transaction
}

// BeginTx begins a transaction with the first statement that is sent.
func (c *Conn) BeginTx(ctx context.Context, options driver.TxOptions) (driver.Tx, error) {
	if c.Conn.Conn().IsClosed() {
		return nil, driver.ErrBadConn
	}
	if options != (driver.TxOptions{}) {
		return nil, errors.New("pg: only the default kind of transaction is made")
	}
	c.tx = &transaction{ctx: ctx, conn: c}
	c.tx.add(deferred{text: "begin"})
	return c.tx, nil
}

// ExecContext runs a statement, or defers it to the next one. A deferred statement has no count of rows.
func (c *Conn) ExecContext(ctx context.Context, text string, args []driver.NamedValue) (driver.Result, error) {
	if c.tx == nil {
		return c.Conn.ExecContext(ctx, text, args)
	}
	d := deferred{text: text, args: values(args)}
	if mayWait(text) {
		c.tx.add(d)
		return driver.ResultNoRows, nil
	}
	var tag pgconn.CommandTag
	batch := &pgx.Batch{}
	batch.Queue(d.text, d.args...).Exec(func(done pgconn.CommandTag) error {
		tag = done
		return nil
	})
	if err := c.Send(ctx, batch); err != nil {
		return nil, err
	}
	return driver.RowsAffected(tag.RowsAffected()), nil
}

// QueryContext runs a query, together with what was deferred.
func (c *Conn) QueryContext(ctx context.Context, text string, args []driver.NamedValue) (driver.Rows, error) {
	if c.tx == nil || len(c.tx.waiting) == 0 {
		return c.Conn.QueryContext(ctx, text, args)
	}
	batch := &pgx.Batch{}
	batch.Queue(text, values(args)...)
	results, err := c.tx.send(ctx, batch)
	if err != nil {
		return nil, err
	}
	found, err := results.Query()
	if err != nil {
		return nil, errors.Join(err, results.Close())
	}
	return newRows(results, found)
}

// PrepareContext prepares a statement outside a transaction: a prepared one would not wait its turn behind the deferred ones.
func (c *Conn) PrepareContext(ctx context.Context, text string) (driver.Stmt, error) {
	if c.tx != nil {
		return nil, errors.New("pg: a transaction prepares no statements")
	}
	return c.Conn.PrepareContext(ctx, text)
}

// Defer adds a statement to what is sent next. If unique is true, a row that exists already means ErrAgain.
func (c *Conn) Defer(unique bool, text string, args ...any) error {
	if c.tx == nil {
		return sql.ErrTxDone
	}
	c.tx.add(deferred{text: text, args: args, unique: unique})
	return nil
}

// Send runs the statements of a batch in one round trip, after what was deferred.
func (c *Conn) Send(ctx context.Context, batch *pgx.Batch) error {
	if c.tx == nil {
		return sql.ErrTxDone
	}
	results, err := c.tx.send(ctx, batch)
	if err != nil {
		return err
	}
	return results.Close()
}

// Ask runs the statements of a batch in one round trip, outside a transaction.
func (c *Conn) Ask(ctx context.Context, batch *pgx.Batch) error {
	if c.tx != nil {
		return errors.New("pg: a transaction sends, and asks nothing aside")
	}
	return c.Conn.Conn().SendBatch(ctx, batch).Close()
}

// mayWait reports whether nobody reads a statement's result: sqlc writes so into the first line of a query.
func mayWait(text string) bool {
	first, _, _ := strings.Cut(text, "\n")
	return strings.HasPrefix(first, "-- name: ") && strings.HasSuffix(first, " :exec")
}

// Changes reports whether a statement may change something that anybody reads. A SELECT doesn't, nor does a query of sqlc whose
// name begins with Lock: it only makes others wait.
func Changes(text string) bool {
	for text = strings.TrimSpace(text); strings.HasPrefix(text, "--"); text = strings.TrimSpace(text) {
		if strings.HasPrefix(text, "-- name: Lock") {
			return false
		}
		_, text, _ = strings.Cut(text, "\n")
	}
	return len(text) < len(read) || !strings.EqualFold(text[:len(read)], read)
}

// read is how a statement begins that only reads.
const read = "SELECT"

func values(named []driver.NamedValue) []any {
	all := make([]any, len(named))
	for n, v := range named {
		all[n] = v.Value
	}
	return all
}
