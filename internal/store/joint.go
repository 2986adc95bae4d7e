package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/internal/patience"
	"krapao/internal/pg"
	"krapao/internal/together"
)

// On PostgreSQL, transactions of many members that all need one row of the house stand in line for it, each until the commit of
// the one before is on disk. So those that wait go together: while one is under way, the others wait here, and are the next one.
// There is no timer, so a lone caller waits for nobody.

// Together says which transactions may be one.
type Together struct {
	// Row is what all of them wait for, such as an account of the house.
	Row string
	// Of is whose rows the transaction reads and writes: no two of the same are one. Beside them, it writes only rows that it adds,
	// and the ledger's.
	Of string
}

const (
	// mostJoint is how many transactions are one at most.
	mostJoint = 64
	// jointAtOnce is how many run at the same time for a row: while one is committed, the next one reads.
	jointAtOnce = 2
	// jointTime bounds a joint transaction. Whoever was in it then runs alone.
	jointTime = 5 * time.Second
	// jointLock is how long it waits for a lock: whoever holds one of a member's rows keeps the others waiting no longer.
	jointLock = "SET LOCAL lock_timeout = '1s'"
)

// joints are the joint transactions of a store on PostgreSQL.
type joints struct {
	s     *Store
	turns together.Turns[*joint]
	// seats are the connections of their bodies.
	seats *sql.DB
}

func newJoints(s *Store) *joints {
	j := &joints{s: s, seats: pg.Seats(mostJoint)}
	j.turns = together.Turns[*joint]{Most: mostJoint, AtOnce: jointAtOnce, Meet: j.meet}
	return j
}

func (j *joints) close() error {
	if j == nil {
		return nil
	}
	return j.seats.Close()
}

// InLine is how many transactions wait to go together, for metrics.
func (s *Store) InLine() int {
	if s.joints == nil {
		return 0
	}
	return s.joints.turns.Waiting()
}

// joint is a transaction of several callers.
type joint struct {
	*pg.Joint
	now  time.Time
	kept map[any]any
}

// WriteTogether is Write for a transaction that may be one with others on PostgreSQL. If it fails there, for whatever reason, it
// runs again alone. On SQLite all transactions share commits anyway.
func (s *Store) WriteTogether(ctx context.Context, t Together, body func(tx *Tx) error) error {
	if s.engine == SQLite {
		return s.Write(ctx, body)
	}
	return s.attempts(ctx, func(ctx context.Context) ([]func(), error) { return s.joints.write(ctx, t, body) })
}

func (j *joints) write(ctx context.Context, t Together, body func(tx *Tx) error) (hints []func(), err error) {
	if connOf(ctx) != nil {
		return nil, errLagging
	}
	one, seat, err := j.turns.Take(ctx, t.Row, t.Of)
	if err != nil {
		return nil, err
	}
	if seat == together.Alone {
		defer j.turns.Leave(t.Row)
		return j.s.attempt(ctx, body)
	}
	hints, err = j.joined(ctx, one, one.Part(seat), body)
	if errors.Is(err, pg.ErrAlone) {
		return j.s.attempt(ctx, body)
	}
	return hints, err
}

// joined runs body as a part of a joint transaction.
func (j *joints) joined(ctx context.Context, one *joint, part *pg.Part, body func(tx *Tx) error) (hints []func(), err error) {
	tx := &Tx{part: part, Now: one.now, engine: j.s.engine, left: ctx.Err, kept: one.kept}
	refused, err := part.Run(func() error {
		if err := patience.Begin(ctx); err != nil {
			return err
		}
		raw, leave, err := pg.Sit(j.seats, part)
		if err != nil {
			return err
		}
		defer leave()
		tx.tx = raw
		return body(tx)
	})
	switch {
	case err != nil:
		return nil, err
	case refused != nil: // before it changed anything
		return nil, mapError(refused)
	}
	return j.s.after(ctx, tx), nil
}

// meet begins a joint transaction for those who wait for a row.
func (j *joints) meet(row string, members int) *joint {
	ctx, cancel := context.WithTimeout(context.Background(), jointTime)
	one := &joint{now: j.s.clock.Now(), kept: map[any]any{}}
	one.Joint = pg.NewJoint(ctx, members, j.open, func() {
		cancel()
		j.turns.Leave(row)
	})
	return one
}

// jointTx is the transaction of a joint one.
type jointTx struct {
	s    *Store
	conn *sql.Conn
	tx   *sql.Tx
}

func (j *joints) open(ctx context.Context) (pg.Transaction, error) {
	conn, err := j.s.read.members.Conn(ctx)
	if err != nil {
		return nil, err
	}
	raw, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	t := jointTx{j.s, conn, raw}
	return t, t.Defer(false, jointLock)
}

// Send implements pg.Transaction.
func (t jointTx) Send(ctx context.Context, batch *pgx.Batch) error {
	return onServer(t.conn, func(conn server) error { return conn.Send(ctx, batch) })
}

// Defer implements pg.Transaction.
func (t jointTx) Defer(unique bool, text string, args ...any) error {
	return onServer(t.conn, func(conn server) error { return conn.Defer(unique, text, args...) })
}

// Commit implements pg.Transaction. What the server refuses is certain, so each runs alone.
func (t jointTx) Commit() error {
	defer func() { _ = t.conn.Close() }()
	err := t.s.commit(t.tx)
	if err == nil {
		return nil
	}
	if err = commitError(err); errors.Is(err, ErrUnknown) {
		return err
	}
	return fmt.Errorf("%w: %w", pg.ErrAlone, err)
}

// Rollback implements pg.Transaction.
func (t jointTx) Rollback() { _ = errors.Join(t.tx.Rollback(), t.conn.Close()) }
