// Package store opens the one database behind the product, SQLite or PostgreSQL, and runs transactions on it.
//
// Promises: a transaction body sees one instant (Tx.Now) and may be run again; what Write acknowledged is on disk; an error of
// the commit itself is ErrUnknown, never "failed". One schema and one set of queries serve both engines (DESIGN.md section 5):
// SQL is written in their common subset, and a test prepares every query on both.
package store

import (
	"context"
	"database/sql"
	"errors"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"krapao/internal/clock"
	"krapao/internal/patience"
	"krapao/internal/store/filelock"
	"krapao/internal/together"
)

// Engine names the database behind a Store.
type Engine string

// The two engines.
const (
	SQLite   Engine = "sqlite"
	Postgres Engine = "postgres"
)

// Config says which database to open.
type Config struct {
	// URL is empty or "sqlite:PATH" for a SQLite file, "postgres://..." or "host=... dbname=..." for PostgreSQL.
	URL string
	// Dir is the directory of the SQLite file when URL is empty; it is created if missing.
	Dir string
	// Clock gives each transaction its instant; nil is the machine's, made steady. If it is set back, the store's clock still goes
	// on.
	Clock clock.Clock
	// Connections is the size of the members' pool to PostgreSQL, or of the readers of an SQLite file; 0 is 24, or four per core.
	// Tasks have a third as many beside it.
	Connections int
	// Standby is the address of a hot standby of that PostgreSQL, for reads that may lag (Lagging), or of several; empty: there is
	// none.
	Standby string
	// Dial opens connections to PostgreSQL; nil is the network's default.
	Dial pgconn.DialFunc
	// Trace sees each statement that PostgreSQL has answered, and what the answer was. nil: nobody looks. It is for tests that
	// hold the number of commits and statements, and must return at once.
	Trace func(conn *pgx.Conn, statement string, answer pgconn.CommandTag)
}

// Store is one open database with a pool for reading and a way to write.
type Store struct {
	engine Engine
	url    string
	// postgres is how to reach the server; nil on SQLite.
	postgres *pgx.ConnConfig
	clock    *clock.Shared
	read     DB
	// write is SQLite's one writing connection; on PostgreSQL the reading pools also write.
	write *sql.DB
	// line is the order of SQLite's writers: who has the turn may use write. On PostgreSQL the server's row locks decide.
	line together.Line[group]
	// joints are transactions of many members in one; nil on SQLite.
	joints *joints
	// copier works beside the writer of SQLite; nil on PostgreSQL.
	copier *copier
	lock   *filelock.Lock
	// statements counts what was sent to the database.
	statements atomic.Int64
	activity   *activity
	// standby is for reads that may lag; nil: there is none.
	standby *standby
	// memory is what looks on SQLite remember; nil on PostgreSQL.
	memory *memory
	// looks are what many callers read at the same time; nil on SQLite.
	looks *looks
	// committed is the observer of commits.
	committed atomic.Pointer[func(took time.Duration, err error)]
}

// Open connects, checks that the engine really is durable, and returns the store. It does not migrate: see Migrate.
func Open(ctx context.Context, cfg Config) (*Store, error) {
	s, err := open(ctx, cfg)
	if err != nil {
		return nil, err
	}
	if err := s.checkDurability(ctx); err != nil {
		_ = s.Close()
		return nil, err
	}
	return s, nil
}

func open(ctx context.Context, cfg Config) (*Store, error) {
	if cfg.Postgres() {
		return openPostgres(ctx, cfg)
	}
	if cfg.Standby != "" {
		return nil, ErrStandbyEngine
	}
	if path, yes := cfg.SQLite(); yes {
		return openSQLite(ctx, cfg, path)
	}
	return nil, ErrAddress
}

// shared is the clock for a store that opens.
func (c Config) shared() *clock.Shared {
	if c.Clock == nil {
		return clock.NewShared(clock.NewSteady())
	}
	return clock.NewShared(clock.NewRising(c.Clock))
}

// Engine returns which database this is.
func (s *Store) Engine() Engine { return s.engine }

// URL returns what was opened; for PostgreSQL it holds the password, so it is never logged.
func (s *Store) URL() string { return s.url }

// Now returns the time of the store's clock, which everything on the store uses. After JoinClock it is the time of all nodes.
// It never goes back.
func (s *Store) Now() time.Time { return s.clock.Now() }

// ClockGap returns by how much the machine's clock is ahead of the store's: somebody set it, or the other nodes have another
// time.
func (s *Store) ClockGap() time.Duration { return s.clock.Gap() }

// DB reads outside a transaction.
func (s *Store) DB() DB { return s.read }

// Brief reads outside a transaction what takes a few pages by an index. On SQLite such reads have connections of their own, so
// that longer ones never make them wait. They are not interrupted when their caller leaves: to watch for that takes as long as
// they do. On PostgreSQL it is DB.
func (s *Store) Brief() DB {
	d := s.read
	d.isBrief = d.brief != nil
	return d
}

// Write runs body in a transaction and commits it. The body may run again from the start after a conflict, so it sets its
// results from scratch each time and calls nothing outside. An error of body rolls back and is returned as it is; ErrUnknown
// means that the commit may or may not have happened. Nothing is begun for a request whose time is over or whose client has
// gone (patience.Begin): that is checked once the connection is there, right before body. On SQLite, transactions that wait for
// each other share a commit.
func (s *Store) Write(ctx context.Context, body func(tx *Tx) error) error {
	return s.attempts(ctx, func(ctx context.Context) ([]func(), error) { return s.attempt(ctx, body) })
}

// attempts makes attempts until one counts, and then runs its hints.
func (s *Store) attempts(ctx context.Context, attempt func(ctx context.Context) (hints []func(), err error)) error {
	ctx, cancel := taskTime(ctx)
	defer cancel()
	var hints []func()
	err := s.retry(ctx, func() (err error) {
		hints, err = attempt(ctx)
		return err
	})
	if err != nil {
		return err
	}
	for _, f := range hints {
		f() // after the turn is given back: a hint may write
	}
	return nil
}

// attempt runs body once and returns the hints to run after the commit.
func (s *Store) attempt(ctx context.Context, body func(tx *Tx) error) (hints []func(), err error) {
	if connOf(ctx) != nil {
		return nil, errLagging
	}
	if s.engine == SQLite {
		return s.share(ctx, body)
	}
	conn, err := s.read.pool(ctx).Conn(ctx)
	if err != nil {
		return nil, mapError(err)
	}
	defer func() { _ = conn.Close() }()
	raw, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return nil, mapError(err)
	}
	defer func() { _ = raw.Rollback() }()
	if err := patience.Begin(ctx); err != nil {
		return nil, err
	}
	tx := &Tx{tx: raw, conn: conn, Now: s.clock.Now(), engine: s.engine}
	if err := body(tx); err != nil {
		if errors.Is(err, sql.ErrTxDone) {
			err = errors.Join(err, ctx.Err()) // it was rolled back under body, because the caller's time was up
		}
		return nil, mapError(err)
	}
	if err := s.commit(raw); err != nil {
		return nil, commitError(err)
	}
	return s.after(ctx, tx), nil
}

// Statements is how many statements this store has sent to its database: on PostgreSQL the round trips, so those of one pgx batch
// count once. A transaction's BEGIN and COMMIT are statements, too.
func (s *Store) Statements() int64 { return s.statements.Load() }

// OnCommit sets the observer of commits, for metrics. f must return at once.
func (s *Store) OnCommit(f func(took time.Duration, err error)) { s.committed.Store(&f) }

func (s *Store) commit(tx interface{ Commit() error }) error {
	began := time.Now()
	err := tx.Commit()
	if f := s.committed.Load(); f != nil {
		(*f)(time.Since(began), err)
	}
	return err
}

// Close does not wait: callers stop their work first.
func (s *Store) Close() error {
	err := errors.Join(s.copier.close(), s.standby.close(), s.looks.close(), s.joints.close(), s.read.close())
	if s.write != nil {
		err = errors.Join(err, s.write.Close())
	}
	return errors.Join(err, s.lock.Release())
}
