package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"krapao/internal/clock"
	"krapao/internal/pg"
)

// A hot standby of PostgreSQL takes reads off the primary (docs/architecture/0023-where-one-primary-ends.md). It replays the
// primary's changes a little later. So only reads that an area marks by Lagging go there, and none fails because of it.
const (
	// mostLag is how far the standby may be behind. The nodes' time, by which that is measured, is itself up to 3 s old.
	mostLag = 10 * time.Second
	// reachWithin is the time to reach the standby, and readWithin the most for a read there. It is never more than half of the
	// caller's time: the primary gets the rest.
	reachWithin = 2 * time.Second
	readWithin  = 10 * time.Second
	// standbyRest is how long nobody tries a standby that failed. After that one caller tries it, and then all.
	standbyRest = 5 * time.Second
)

// ErrStandbyEngine refuses a standby beside an SQLite file.
var ErrStandbyEngine = errors.New("store: a standby is PostgreSQL's, and the database is SQLite")

var (
	errNoStandby = errors.New("store: the server is not a standby: it was promoted, or is another primary")
	errStranger  = errors.New("store: the server is not a standby of this database")
	errFarBehind = errors.New("store: the standby is too far behind")
	// errLagging: a transaction must not rest on what is seconds old.
	errLagging = errors.New("store: a read that may lag writes nothing")
)

// Has reports whether a standby has replayed what its caller was told. asOf is a time up to which it has replayed everything;
// queries on ctx are of that standby.
type Has func(ctx context.Context, asOf time.Time) (bool, error)

// Lagging runs read where it may lag: on the standby if there is one that answers, is at most 10 s behind, and has what the
// caller needs; otherwise, and after any error there, on the primary. So read may run twice, and sets its results from scratch.
// Within it, queries of DB are the standby's, one after the other, and Write is refused. Lagging returns a time up to which the
// standby had replayed everything. The time is zero if the primary was read.
func (s *Store) Lagging(ctx context.Context, has Has, read func(ctx context.Context) error) (asOf time.Time, err error) {
	if s.standby == nil {
		return asOf, read(ctx)
	}
	if asOf, done := s.standby.try(ctx, s.Now, has, read); done {
		s.standby.reads.Add(1)
		return asOf, nil
	}
	s.standby.missed.Add(1)
	return time.Time{}, read(ctx)
}

// HasStandby reports whether reads that may lag have a standby by the settings.
func (s *Store) HasStandby() bool { return s.standby != nil }

// StandbyLag returns for how long the standby was not known to be up to date, and why it can't be read at the moment. It grows
// while the standby is away.
func (s *Store) StandbyLag(ctx context.Context) (time.Duration, error) {
	conn, _, err := s.standby.reach(ctx, s.Now)
	if err == nil {
		_ = conn.Close()
	}
	return max(s.Now().Sub(s.standby.replayed()), 0), err
}

// StandbyReads returns how many reads the standby has answered, and how many that may lag went to the primary all the same.
func (s *Store) StandbyReads() (there, missed int64) {
	return s.standby.reads.Load(), s.standby.missed.Load()
}

// standby is the pool of connections to a hot standby.
type standby struct {
	pool          *sql.DB
	reads, missed atomic.Int64

	mu sync.Mutex
	// seen is the newest time of the nodes that was read there.
	seen time.Time
	// until is when a standby that failed is tried again, by one caller; zero if it did not fail.
	until  time.Time
	trying bool
}

// openStandby opens the pool. It connects at the first read, because a standby that is away stops no node.
func (s *Store) openStandby(ctx context.Context, url string, connections int) error {
	pc, err := ParsePostgres(url)
	if err != nil {
		return fmt.Errorf("the standby: %w", err)
	}
	var ours string
	if err := s.read.QueryRowContext(ctx, systemOf).Scan(&ours); err != nil {
		return fmt.Errorf("store: which database this is: %w", err)
	}
	pg.ShortStatements(pc)
	pc.RuntimeParams["default_transaction_read_only"] = "on" // also after a promotion
	pc.ValidateConnect = func(ctx context.Context, conn *pgconn.PgConn) error { return standbyOf(ctx, conn, ours) }
	s.standby = &standby{pool: pool(pc, connections), seen: s.Now()}
	return nil
}

// systemOf identifies a database cluster: a standby has the number of its primary.
const systemOf = `SELECT CAST(system_identifier AS TEXT) FROM pg_control_system()`

// standbyOf refuses a connection to a server that is not a hot standby of ours. If the address names several, the next is tried.
func standbyOf(ctx context.Context, conn *pgconn.PgConn, ours string) error {
	answer := conn.ExecParams(ctx, `SELECT pg_is_in_recovery(), (`+systemOf+`)`, nil, nil, nil, nil).Read()
	switch {
	case answer.Err != nil:
		return answer.Err
	case len(answer.Rows) != 1 || string(answer.Rows[0][0]) != "t":
		return errNoStandby
	case string(answer.Rows[0][1]) != ours:
		return errStranger
	}
	return nil
}

// try runs read on the standby, and reports whether what it set may be used.
func (b *standby) try(ctx context.Context, now func() time.Time, has Has, read func(context.Context) error) (time.Time, bool) {
	if !b.admit() {
		return time.Time{}, false
	}
	conn, asOf, err := b.reach(ctx, now)
	if err != nil {
		b.record(ctx, err)
		return time.Time{}, false
	}
	defer func() { _ = conn.Close() }()
	within, cancel := context.WithTimeout(ctx, halfOf(ctx))
	defer cancel()
	there := context.WithValue(within, onStandby{}, conn)
	enough, err := has(there, asOf)
	if err == nil && enough {
		err = read(there)
	}
	b.record(ctx, err)
	return asOf, err == nil && enough
}

// reach returns a connection to the standby, and up to when that has replayed everything.
func (b *standby) reach(ctx context.Context, now func() time.Time) (conn *sql.Conn, asOf time.Time, err error) {
	ctx, cancel := context.WithTimeout(ctx, reachWithin)
	defer cancel()
	if conn, err = b.pool.Conn(ctx); err != nil {
		return nil, asOf, fmt.Errorf("store: the standby: %w", err)
	}
	var replays bool
	var at clock.Micros
	err = conn.QueryRowContext(ctx, `SELECT pg_is_in_recovery(), at FROM shared_clock WHERE id = 1`).Scan(&replays, &at)
	switch asOf = at.Time(); {
	case err != nil:
		err = fmt.Errorf("store: the standby: %w", err)
	case !replays:
		_ = conn.Raw(func(any) error { return driver.ErrBadConn }) // a new connection is to another standby, if there is one
		err = errNoStandby
	default:
		b.note(asOf)
		if now().Sub(asOf) > mostLag {
			err = errFarBehind
		}
	}
	if err != nil {
		return nil, asOf, errors.Join(err, closed(conn))
	}
	return conn, asOf, nil
}

// closed gives a connection back. One that is broken says so again, which is no news.
func closed(conn *sql.Conn) error {
	if err := conn.Close(); err != nil && !errors.Is(err, sql.ErrConnDone) && !errors.Is(err, driver.ErrBadConn) {
		return err
	}
	return nil
}

// halfOf returns how long a caller may be kept at the standby.
func halfOf(ctx context.Context) time.Duration {
	if end, bounded := ctx.Deadline(); bounded {
		return min(time.Until(end)/2, readWithin)
	}
	return readWithin
}

func (b *standby) note(asOf time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if asOf.After(b.seen) {
		b.seen = asOf
	}
}

func (b *standby) replayed() time.Time {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.seen
}

// admit reports whether a caller may try the standby.
func (b *standby) admit() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.until.IsZero() {
		return true
	}
	if b.trying || time.Now().Before(b.until) {
		return false
	}
	b.trying = true
	return true
}

// record notes how a try went. An error that is not about the standby, or a caller that has left, says nothing about it.
func (b *standby) record(ctx context.Context, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.trying = false
	switch {
	case err == nil:
		b.until = time.Time{}
	case ctx.Err() == nil && failing(err):
		b.until = time.Now().Add(standbyRest)
	}
}

func failing(err error) bool {
	return errors.Is(mapError(err), ErrBusy) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, errNoStandby) ||
		errors.Is(err, errStranger) || errors.Is(err, errFarBehind)
}

func (b *standby) close() error {
	if b == nil {
		return nil
	}
	return b.pool.Close()
}

// onStandby is the key of the contexts of reads on the standby, with their connection.
type onStandby struct{}

// connOf returns the standby's connection of a context, or nil.
func connOf(ctx context.Context) *sql.Conn {
	conn, _ := ctx.Value(onStandby{}).(*sql.Conn)
	return conn
}
