package pg_test

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"krapao/internal/pg"
)

// served is the transaction of a joint one.
type served struct {
	conn *sql.Conn
	tx   *sql.Tx
}

func (r served) do(f func(conn *pg.Conn) error) error {
	return r.conn.Raw(func(raw any) error { return f(raw.(*pg.Conn)) })
}

func (r served) Send(ctx context.Context, batch *pgx.Batch) error {
	return r.do(func(conn *pg.Conn) error { return conn.Send(ctx, batch) })
}

func (r served) Defer(unique bool, text string, args ...any) error {
	return r.do(func(conn *pg.Conn) error { return conn.Defer(unique, text, args...) })
}

func (r served) Commit() error { return errors.Join(r.tx.Commit(), r.conn.Close()) }

func (r served) Rollback() { _ = errors.Join(r.tx.Rollback(), r.conn.Close()) }

// together runs bodies as one transaction, and returns their errors and that of the whole.
func (s *server) together(bodies ...func(part *pg.Part, tx *sql.Tx) error) (refused []error, err error) {
	s.Helper()
	seats := pg.Seats(4)
	defer func() { _ = seats.Close() }()
	open := func(ctx context.Context) (pg.Transaction, error) {
		conn, err := s.db.Conn(ctx)
		if err != nil {
			return nil, err
		}
		tx, err := conn.BeginTx(ctx, nil)
		return served{conn, tx}, err
	}
	over := 0
	j := pg.NewJoint(s.Context(), len(bodies), open, func() { over++ })
	refused = make([]error, len(bodies))
	var all sync.WaitGroup
	for n, body := range slices.Backward(bodies) { // whoever comes first, the order is that of the parts
		all.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					refused[n] = errPanicked
				}
			}()
			var whole error
			refused[n], whole = j.Part(n).Run(func() error {
				tx, leave, err := pg.Sit(seats, j.Part(n))
				if err != nil {
					return err
				}
				defer leave()
				return body(j.Part(n), tx)
			})
			if n == 0 {
				err = whole
			}
		})
	}
	all.Wait()
	if over != 1 {
		s.Errorf("it ended %d times", over)
	}
	return refused, err
}

var errPanicked = errors.New("panicked")

// notes adds a note, reads it, changes it by its text, and counts it.
func notes(id int) func(*pg.Part, *sql.Tx) error {
	return func(_ *pg.Part, tx *sql.Tx) error {
		ctx := context.Background()
		if _, err := tx.ExecContext(ctx, add, id, "a"); err != nil {
			return err
		}
		var text string
		if err := tx.QueryRowContext(ctx, read, id).Scan(&text); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, change, text+"b", id); err != nil {
			return err
		}
		done, err := tx.ExecContext(ctx, "UPDATE note SET text = text || 'c' WHERE id = $1", id)
		if err != nil {
			return err
		}
		if n, err := done.RowsAffected(); n != 1 || err != nil {
			return errors.Join(errors.New("not one row"), err)
		}
		_, err = tx.ExecContext(ctx, "-- name: End :exec\nUPDATE note SET text = text || 'd' WHERE id = $1", id)
		return err
	}
}

func TestBodiesOfOneTransactionShareRoundTrips(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.db.SetMaxOpenConns(1) // the first time prepares the statements
	if refused, err := s.together(notes(1), notes(2)); err != nil || errors.Join(refused...) != nil {
		t.Fatal(refused, err)
	}
	s.trips.Store(0)
	if refused, err := s.together(notes(3), notes(4), notes(5), notes(6)); err != nil || errors.Join(refused...) != nil {
		t.Fatal(refused, err)
	}
	if n := s.trips.Load(); n != 3 { // a read, a count, the commit
		t.Errorf("%d round trips", n)
	}
	s.holds("1 abcd, 2 abcd, 3 abcd, 4 abcd, 5 abcd, 6 abcd")
}

func TestOneThatFailsLeavesNothingOfTheOthers(t *testing.T) {
	t.Parallel()
	no := errors.New("no")
	for name, bad := range map[string]func(*pg.Part, *sql.Tx) error{
		"a statement": func(_ *pg.Part, tx *sql.Tx) error {
			return tx.QueryRowContext(context.Background(), "SELECT 1 / 0").Scan(new(int))
		},
		"a deferred statement": func(_ *pg.Part, tx *sql.Tx) error {
			_, err := tx.ExecContext(context.Background(), add, 1, "twice")
			return err
		},
		"a body that has written": func(_ *pg.Part, tx *sql.Tx) error {
			_, err := tx.ExecContext(context.Background(), add, 9, "mine")
			return errors.Join(err, no)
		},
		"a body that has changed what it read": func(_ *pg.Part, tx *sql.Tx) error {
			add := "-- name: AddNote :one\nINSERT INTO note (id, text) VALUES (9, 'mine') RETURNING id"
			return errors.Join(tx.QueryRowContext(context.Background(), add).Scan(new(int)), no)
		},
		"a body that has changed something": func(_ *pg.Part, tx *sql.Tx) error {
			_, err := tx.ExecContext(context.Background(), "INSERT INTO note (id, text) VALUES (9, 'mine')")
			return errors.Join(err, no)
		},
		"a body for which a gathering has written": func(part *pg.Part, _ *sql.Tx) error {
			gather := func([]any) error { return part.Defer(false, add, 9, "mine") }
			return errors.Join(part.Gather("all", 1, gather), no)
		},
		"a body that panics": func(_ *pg.Part, tx *sql.Tx) error {
			_, _ = tx.ExecContext(context.Background(), add, 9, "mine")
			panic("on purpose")
		},
		"a gathering": func(part *pg.Part, _ *sql.Tx) error {
			return part.Gather("all", 1, func([]any) error { return no })
		},
		"a gathering that panics": func(part *pg.Part, _ *sql.Tx) error {
			return part.Gather("all", 1, func([]any) error { panic("on purpose") })
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := open(t)
			refused, err := s.together(notes(1), bad, notes(2))
			if name == "a body that panics" && !errors.Is(refused[1], errPanicked) {
				t.Error("the panic was lost")
			}
			if !errors.Is(err, pg.ErrAlone) {
				t.Errorf("%v", err)
			}
			s.holds("")
			if _, err := s.together(notes(3), notes(4)); err != nil { // the connection is of use
				t.Error(err)
			}
		})
	}
}

func TestABodyThatChangedNothingFailsNobody(t *testing.T) {
	t.Parallel()
	no := errors.New("no")
	for name, bad := range map[string]func(*pg.Part, *sql.Tx) error{
		"nothing": func(*pg.Part, *sql.Tx) error { return no },
		"a read": func(_ *pg.Part, tx *sql.Tx) error {
			return errors.Join(tx.QueryRowContext(context.Background(), "SELECT 1").Scan(new(int)), no)
		},
		"a lock": func(_ *pg.Part, tx *sql.Tx) error {
			lock := "-- name: LockNote :one\nUPDATE note SET text = text WHERE id = 0 RETURNING id"
			return errors.Join(tx.QueryRowContext(context.Background(), lock).Scan(new(int)), no)
		},
		"a lock that was not sent": func(_ *pg.Part, tx *sql.Tx) error {
			_, err := tx.ExecContext(context.Background(), "-- name: LockNote :exec\nUPDATE note SET text = text WHERE id = 0")
			return errors.Join(err, no)
		},
		"a gathering that reads": func(part *pg.Part, _ *sql.Tx) error {
			batch := &pgx.Batch{}
			batch.Queue("SELECT 1")
			read := func([]any) error { return part.Send(context.Background(), batch) }
			return errors.Join(part.Gather("all", 1, read), no)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := open(t)
			if refused, err := s.together(notes(0), notes(9)); err != nil {
				t.Fatal(refused, err)
			}
			refused, err := s.together(bad, notes(1), bad)
			if err != nil || !errors.Is(refused[0], no) || refused[1] != nil || !errors.Is(refused[2], no) {
				t.Errorf("%v, %v", refused, err)
			}
			s.holds("0 abcd, 1 abcd, 9 abcd")
			if refused, err := s.together(bad, bad); err != nil || !errors.Is(refused[0], no) || !errors.Is(refused[1], no) {
				t.Errorf("%v, %v", refused, err)
			}
			if _, err := s.together(notes(3), notes(4)); err != nil { // the connection is of use
				t.Error(err)
			}
		})
	}
}

func TestWhoDidNothingCostsNoRoundTrip(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.trips.Store(0)
	left := errors.New("left")
	nothing := func(*pg.Part, *sql.Tx) error { return left }
	if refused, _ := s.together(nothing, nothing); !errors.Is(refused[0], left) || s.trips.Load() != 0 {
		t.Errorf("%v after %d round trips", refused, s.trips.Load())
	}
}

// Two bodies gather for one thing, and a third one for another. Whoever needs a round trip first keeps them waiting.
func TestBodiesGather(t *testing.T) {
	t.Parallel()
	s := open(t)
	var met [][]any
	gather := func(kind string, what int, before bool) func(*pg.Part, *sql.Tx) error {
		return func(part *pg.Part, tx *sql.Tx) error {
			if before {
				if err := tx.QueryRowContext(context.Background(), "SELECT 1").Scan(new(int)); err != nil {
					return err
				}
			}
			err := part.Gather(kind, what, func(all []any) error {
				met = append(met, all)
				batch := &pgx.Batch{}
				batch.Queue("SELECT count(*) FROM note").QueryRow(func(row pgx.Row) error { return row.Scan(new(int)) })
				return errors.Join(part.Send(context.Background(), batch), part.Defer(false, add, 10+what, kind))
			})
			if err != nil {
				return err
			}
			_, err = tx.ExecContext(context.Background(), change, "after", 10+what)
			return err
		}
	}
	refused, err := s.together(gather("x", 1, false), notes(1), gather("x", 2, true), gather("y", 3, false))
	if err != nil || errors.Join(refused...) != nil {
		t.Fatal(refused, err)
	}
	if len(met) != 2 || !slices.Equal(met[0], []any{1, 2}) || !slices.Equal(met[1], []any{3}) {
		t.Errorf("%v", met)
	}
	s.holds("1 abcd, 11 after, 13 after")
}
