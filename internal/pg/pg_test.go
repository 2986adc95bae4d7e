package pg_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"krapao/internal/pg"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

// server is a pool that counts its round trips, on a database with one table.
type server struct {
	*testing.T
	db    *sql.DB
	trips atomic.Int64
}

func open(t *testing.T) *server {
	t.Helper()
	storetest.Ready(t, store.Postgres)
	config, err := pgx.ParseConfig(storetest.Postgres(t))
	if err != nil {
		t.Fatal(err)
	}
	s := &server{T: t}
	config.Tracer = s
	s.db = pg.Open(config)
	t.Cleanup(func() { _ = s.db.Close() })
	s.must(s.db.ExecContext(t.Context(), "CREATE TABLE note (id BIGINT PRIMARY KEY, text TEXT NOT NULL)"))
	s.trips.Store(0)
	return s
}

// TraceQueryStart counts a statement that is sent alone.
func (s *server) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	s.trips.Add(1)
	return ctx
}

// TraceQueryEnd has nothing to count.
func (*server) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// TraceBatchStart counts a batch.
func (s *server) TraceBatchStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceBatchStartData) context.Context {
	s.trips.Add(1)
	return ctx
}

// TraceBatchQuery has nothing to count.
func (*server) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}

// TraceBatchEnd has nothing to count.
func (*server) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData) {}

func (s *server) must(_ sql.Result, err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

func (s *server) begin(ctx context.Context) *sql.Tx {
	s.Helper()
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		s.Fatal(err)
	}
	return tx
}

// holds asserts which notes are there for everybody.
func (s *server) holds(want string) {
	s.Helper()
	var got string
	const all = "SELECT coalesce(string_agg(id || ' ' || text, ', ' ORDER BY id), '') FROM note"
	if err := s.db.QueryRowContext(s.Context(), all).Scan(&got); err != nil || got != want {
		s.Errorf("holds %q (%v), want %q", got, err, want)
	}
}

// Queries as sqlc writes them. Nobody reads the result of the first two.
const (
	add    = "-- name: AddNote :exec\nINSERT INTO note (id, text) VALUES ($1, $2)"
	change = "-- name: ChangeNote :exec\nUPDATE note SET text = $1 WHERE id = $2"
	remove = "-- name: RemoveNotes :execrows\nDELETE FROM note WHERE id >= $1"
	read   = "-- name: Note :one\nSELECT text FROM note WHERE id = $1"
)

func TestWritesGoWithTheNextReadAndTheCommit(t *testing.T) {
	t.Parallel()
	s := open(t)
	ctx := t.Context()
	tx := s.begin(ctx)
	s.must(tx.ExecContext(ctx, add, 1, "a"))
	s.must(tx.ExecContext(ctx, change, "b", 1))
	var text string
	if err := tx.QueryRowContext(ctx, read, 1).Scan(&text); err != nil || text != "b" {
		t.Errorf("%q, %v", text, err)
	}
	s.must(tx.ExecContext(ctx, add, 2, "c"))
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	if n := s.trips.Load(); n != 2 {
		t.Errorf("%d round trips", n)
	}
	s.holds("1 b, 2 c")
}

func TestACountIsWaitedFor(t *testing.T) {
	t.Parallel()
	s := open(t)
	ctx := t.Context()
	tx := s.begin(ctx)
	for n := range 3 {
		s.must(tx.ExecContext(ctx, add, n, "a"))
	}
	done, err := tx.ExecContext(ctx, remove, 1)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := done.RowsAffected(); n != 2 || err != nil {
		t.Errorf("%d rows, %v", n, err)
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	s.holds("0 a")
}

func TestNothingDoneCostsNoRoundTrip(t *testing.T) {
	t.Parallel()
	s := open(t)
	for _, end := range []func(*sql.Tx) error{(*sql.Tx).Commit, (*sql.Tx).Rollback} {
		if err := end(s.begin(t.Context())); err != nil {
			t.Error(err)
		}
	}
	tx := s.begin(t.Context())
	s.must(tx.ExecContext(t.Context(), add, 1, "a"))
	if err := tx.Rollback(); err != nil {
		t.Error(err)
	}
	if n := s.trips.Load(); n != 0 {
		t.Errorf("%d round trips", n)
	}
	s.holds("")
}

func TestADeferredErrorIsThatOfTheNextStatement(t *testing.T) {
	t.Parallel()
	unique := func(t *testing.T, err error) {
		t.Helper()
		if pe := (*pgconn.PgError)(nil); !errors.As(err, &pe) || pe.Code != "23505" {
			t.Errorf("%v", err)
		}
	}
	for name, next := range map[string]func(ctx context.Context, tx *sql.Tx) error{
		"a read":   func(ctx context.Context, tx *sql.Tx) error { return tx.QueryRowContext(ctx, read, 1).Scan(new(string)) },
		"a count":  func(ctx context.Context, tx *sql.Tx) error { _, err := tx.ExecContext(ctx, remove, 9); return err },
		"a commit": func(_ context.Context, tx *sql.Tx) error { return tx.Commit() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := open(t)
			ctx := t.Context()
			s.must(s.db.ExecContext(ctx, add, 1, "there"))
			tx := s.begin(ctx)
			s.must(tx.ExecContext(ctx, add, 2, "before"))
			s.must(tx.ExecContext(ctx, add, 1, "again"))
			s.must(tx.ExecContext(ctx, add, 3, "after"))
			unique(t, next(ctx, tx))
			_ = tx.Rollback() // after the failed commit it does nothing
			s.holds("1 there")
			s.must(s.db.ExecContext(ctx, add, 4, "and on")) // the connection is of use
			s.holds("1 there, 4 and on")
		})
	}
}

func TestARaceIsRunAgain(t *testing.T) {
	t.Parallel()
	s := open(t)
	ctx := t.Context()
	s.must(s.db.ExecContext(ctx, add, 1, "there"))
	conn, err := s.db.Conn(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := conn.Raw(func(raw any) error { return raw.(*pg.Conn).Defer(true, add, 1, "again") }); err != nil {
		t.Fatal(err)
	}
	if err := tx.Commit(); !errors.Is(err, pg.ErrAgain) {
		t.Errorf("%v", err)
	}
	if err := conn.Raw(func(raw any) error { return raw.(*pg.Conn).Defer(true, add, 2, "late") }); !errors.Is(err, sql.ErrTxDone) {
		t.Errorf("after the transaction: %v", err)
	}
}

func TestACallerThatLeftWritesNothing(t *testing.T) {
	t.Parallel()
	s := open(t)
	ctx, leave := context.WithCancel(t.Context())
	tx := s.begin(ctx)
	s.must(tx.ExecContext(ctx, add, 1, "a"))
	leave()
	if err := tx.Commit(); !errors.Is(err, context.Canceled) && !errors.Is(err, sql.ErrTxDone) {
		t.Errorf("%v", err)
	}
	s.holds("")
}

// The kinds of values that the product's queries read have the same types as outside a transaction.
func TestValuesAreThoseOfTheDriver(t *testing.T) {
	t.Parallel()
	s := open(t)
	ctx := t.Context()
	const kinds = `SELECT 1::bigint, 2::integer, 'x'::text, true, NULL::bigint, '\x00ff'::bytea, sum(v), 1.5::float8,
		'pg_class'::regclass::oid, 'name'::name, 4::smallint, 1.25::float4 FROM generate_series(1, 3) v`
	values := func(query func(ctx context.Context, text string, args ...any) (*sql.Rows, error)) string {
		t.Helper()
		rows, err := query(ctx, kinds)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = rows.Close() }()
		columns, err := rows.Columns()
		if err != nil || !rows.Next() || rows.Err() != nil {
			t.Fatal(err, rows.Err())
		}
		found := make([]any, len(columns))
		dest := make([]any, len(columns))
		for n := range found {
			dest[n] = &found[n]
		}
		if err := rows.Scan(dest...); err != nil {
			t.Fatal(err)
		}
		text := fmt.Sprint(columns)
		for _, v := range found {
			text += fmt.Sprintf(" %T:%v", v, v)
		}
		return text
	}
	outside := values(s.db.QueryContext)
	tx := s.begin(ctx)
	defer func() { _ = tx.Rollback() }()
	if inside := values(tx.QueryContext); inside != outside {
		t.Errorf("inside:  %s\noutside: %s", inside, outside)
	}
}
