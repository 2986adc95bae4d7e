package store

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/internal/pg"
)

// Tx is one transaction: it runs generated queries (it is their DBTX) and has one instant.
type Tx struct {
	tx runner
	// conn is the transaction's connection to PostgreSQL; nil on SQLite.
	conn *sql.Conn
	// part is what the body has of a joint transaction; nil: it is none.
	part *pg.Part
	// Now is the instant of everything that this transaction writes.
	Now    time.Time
	engine Engine
	after  []func()
	kept   map[any]any
	// left returns an error once the caller of Write has gone or its time is over.
	left func() error
	// wrote: something may have changed by this transaction.
	wrote bool
}

// Engine returns the engine, for the ledger, which locks rows on PostgreSQL only; nobody else needs it.
func (t *Tx) Engine() Engine { return t.engine }

// Alone reports whether no other transaction can write meanwhile, because the engine has one writer. A row is then read where it
// would only be locked otherwise: an update changes a page, and the commit has to write it.
func (t *Tx) Alone() bool { return t.engine == SQLite }

// AfterCommit runs f once the transaction is known to be committed, when others may write again. It is for hints to other
// parts, never for a part of the truth.
func (t *Tx) AfterCommit(f func()) { t.after = append(t.after, f) }

// ExecContext runs a statement.
func (t *Tx) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	ctx, err := t.during(ctx)
	if err != nil {
		return nil, err
	}
	result, err := t.tx.ExecContext(ctx, query, args...)
	if err == nil && !t.wrote && pg.Changes(query) {
		n, unknown := result.RowsAffected()
		t.wrote = n > 0 || unknown != nil
	}
	return result, err
}

// QueryContext runs a query.
func (t *Tx) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	ctx, err := t.during(ctx)
	if err != nil {
		return nil, err
	}
	t.wrote = t.wrote || pg.Changes(query)
	return t.tx.QueryContext(ctx, query, args...)
}

// QueryRowContext runs a query of one row.
func (t *Tx) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	during, err := t.during(ctx)
	if err != nil {
		var cancel context.CancelFunc
		during, cancel = context.WithCancel(ctx) // the row has the error, because nothing runs on this context
		cancel()
	}
	t.wrote = t.wrote || pg.Changes(query)
	return t.tx.QueryRowContext(during, query, args...)
}

// PrepareContext prepares a statement.
func (t *Tx) PrepareContext(ctx context.Context, query string) (*sql.Stmt, error) {
	ctx, err := t.during(ctx)
	if err != nil {
		return nil, err
	}
	t.wrote = t.wrote || pg.Changes(query)
	return t.tx.PrepareContext(ctx, query)
}

// Kept returns what a package keeps under a key of its own type for as long as the transaction lasts. The first call makes it.
func (t *Tx) Kept(key any, first func() any) any {
	v, ok := t.kept[key]
	if !ok {
		if t.kept == nil {
			t.kept = map[any]any{}
		}
		v = first()
		t.kept[key] = v
	}
	return v
}

// Send runs the statements of a batch on PostgreSQL in one round trip, after what was deferred. It is for the ledger.
func (t *Tx) Send(ctx context.Context, batch *pgx.Batch) error {
	t.wrote = true
	return t.onServer(func(conn server) error { return conn.Send(ctx, batch) })
}

// Defer adds a statement on PostgreSQL to what is sent next, or with the commit. If unique is true and the row exists already,
// another transaction was first, and Write runs the body again. It is for the ledger.
func (t *Tx) Defer(unique bool, query string, args ...any) error {
	t.wrote = true
	return t.onServer(func(conn server) error { return conn.Defer(unique, query, args...) })
}

// Absent runs `:exec` queries of sqlc that add rows which a read of the same transaction has not found. If one exists all the
// same, another transaction was first, and Write runs the body again: its read then finds the row.
type Absent struct{ *Tx }

// ExecContext runs a statement. On PostgreSQL it goes with the next one.
func (a Absent) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	if a.engine != Postgres {
		return a.Tx.ExecContext(ctx, query, args...) // there is one writer, so nobody can be first
	}
	return driver.ResultNoRows, a.Defer(true, query, args...)
}

// Lock runs `:exec` queries of sqlc that only make others wait until the transaction ends, on a row that nobody reads. SQLite has
// one writer, so there they run nothing: each would change a page that the commit has to write.
type Lock struct{ *Tx }

// ExecContext runs a statement.
func (l Lock) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	if l.engine == SQLite {
		return driver.ResultNoRows, nil
	}
	return l.Tx.ExecContext(ctx, query, args...)
}

// Gather runs do with what the bodies of a joint transaction bring of this type at the same point, in one turn for all of them;
// alone, with what. It is for the ledger.
func Gather[T any](t *Tx, what T, do func(all []T) error) error {
	if t.part == nil {
		return do([]T{what})
	}
	return t.part.Gather((*T)(nil), what, func(brought []any) error {
		all := make([]T, len(brought))
		for n, one := range brought {
			all[n], _ = one.(T) // it is what the kind says
		}
		return do(all)
	})
}

// server is a connection to PostgreSQL, or a part of a joint transaction.
type server interface {
	Send(ctx context.Context, batch *pgx.Batch) error
	Defer(unique bool, query string, args ...any) error
}

func (t *Tx) onServer(f func(conn server) error) error {
	if t.part != nil {
		return f(t.part)
	}
	return onServer(t.conn, f)
}

func onServer(conn *sql.Conn, f func(conn server) error) error {
	return conn.Raw(func(raw any) error {
		conn, ok := raw.(*pg.Conn)
		if !ok {
			return fmt.Errorf("store: %T is no connection to PostgreSQL", raw)
		}
		return f(conn)
	})
}

// during is the context of one statement. One that has begun is not interrupted where transactions share a commit, because that
// would roll back all of them. Instead, nothing is begun for a caller that has left.
func (t *Tx) during(ctx context.Context) (context.Context, error) {
	if t.left == nil {
		return ctx, nil
	}
	if err := cmp.Or(ctx.Err(), t.left()); err != nil {
		return nil, err
	}
	return context.Background(), nil
}
