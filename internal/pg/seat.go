package pg

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Seats is a pool of connections for parts, because database/sql makes rows only for connections of a pool.
func Seats(most int) *sql.DB {
	db := sql.OpenDB(seats{})
	db.SetMaxIdleConns(most)
	return db
}

type seats struct{}

// Connect returns a free seat.
func (seats) Connect(context.Context) (driver.Conn, error) { return &seat{}, nil }

// Driver returns none.
func (seats) Driver() driver.Driver { return nil }

// seat is a connection whose statements are those of a part.
type seat struct{ part *Part }

// Sit returns a transaction whose statements are those of a part. leave ends it.
func Sit(seats *sql.DB, p *Part) (tx *sql.Tx, leave func(), err error) {
	conn, err := seats.Conn(context.Background())
	if err != nil {
		return nil, nil, err
	}
	err = conn.Raw(func(raw any) error {
		s, ok := raw.(*seat)
		if !ok {
			return fmt.Errorf("pg: %T is no seat", raw)
		}
		s.part = p
		return nil
	})
	if err == nil {
		tx, err = conn.BeginTx(context.Background(), nil)
	}
	if err != nil {
		return nil, nil, errors.Join(err, conn.Close())
	}
	return tx, func() { _ = errors.Join(tx.Rollback(), conn.Close()) }, nil
}

// Begin and the driver's transaction do nothing: the joint transaction does.
func (s *seat) Begin() (driver.Tx, error) { return s, nil }

// Commit does nothing.
func (*seat) Commit() error { return nil }

// Rollback does nothing.
func (*seat) Rollback() error { return nil }

// Close does nothing.
func (*seat) Close() error { return nil }

// CheckNamedValue leaves values to pgx.
func (*seat) CheckNamedValue(*driver.NamedValue) error { return nil }

// Prepare refuses: a joint transaction prepares no statements.
func (*seat) Prepare(string) (driver.Stmt, error) {
	return nil, errors.New("pg: a transaction prepares no statements")
}

// ExecContext runs a statement, or defers it to the next one. A deferred statement has no count of rows.
func (s *seat) ExecContext(ctx context.Context, text string, args []driver.NamedValue) (driver.Result, error) {
	if mayWait(text) {
		return driver.ResultNoRows, s.part.Defer(false, text, values(args)...)
	}
	var tag pgconn.CommandTag
	batch := &pgx.Batch{}
	batch.Queue(text, values(args)...).Exec(func(done pgconn.CommandTag) error {
		tag = done
		return nil
	})
	s.part.wrote = s.part.wrote || Changes(text)
	if err := s.part.Send(ctx, batch); err != nil {
		return nil, err
	}
	return driver.RowsAffected(tag.RowsAffected()), nil
}

// QueryContext runs a query.
func (s *seat) QueryContext(ctx context.Context, text string, args []driver.NamedValue) (driver.Rows, error) {
	found := &kept{}
	batch := &pgx.Batch{}
	batch.Queue(text, values(args)...).Query(found.read)
	s.part.wrote = s.part.wrote || Changes(text)
	if err := s.part.Send(ctx, batch); err != nil {
		return nil, err
	}
	return found, nil
}

// kept are rows that were read already.
type kept struct {
	columns []string
	rows    [][]driver.Value
}

// read reads them.
func (k *kept) read(found pgx.Rows) error {
	r := &rows{Rows: found, ahead: true, more: found.Next()}
	if err := found.Err(); err != nil {
		return err
	}
	k.columns = r.Columns()
	for {
		row := make([]driver.Value, len(k.columns))
		switch err := r.Next(row); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		k.rows = append(k.rows, row)
	}
}

// Columns returns the names of the columns.
func (k *kept) Columns() []string { return k.columns }

// Close ends the query.
func (*kept) Close() error { return nil }

// Next reads a row.
func (k *kept) Next(dest []driver.Value) error {
	if len(k.rows) == 0 {
		return io.EOF
	}
	copy(dest, k.rows[0])
	k.rows = k.rows[1:]
	return nil
}
