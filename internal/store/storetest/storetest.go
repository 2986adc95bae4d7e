// Package storetest opens real, migrated stores for tests, on both engines.
package storetest

import (
	"context"
	"database/sql"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/testkit/ramdisk"
)

// Engines are the ones every test runs on.
var Engines = []store.Engine{store.SQLite, store.Postgres}

// Each runs test once per engine, in parallel, each time on a fresh store in a Bubble.
func Each(t *testing.T, test func(t *testing.T, s *store.Store)) {
	t.Helper()
	Bubble(t, func(t *testing.T, engine store.Engine) { test(t, Open(t, engine)) })
}

// EachAt is Each with a store's clock that stands at an instant until the test moves it. Each engine has its own: one that
// both had would be moved in the middle of the other's test.
func EachAt(t *testing.T, now time.Time, test func(t *testing.T, s *store.Store, c *clock.Fake)) {
	t.Helper()
	Bubble(t, func(t *testing.T, engine store.Engine) {
		c := clock.NewFake(now)
		test(t, OpenAt(t, engine, c), c)
	})
}

// Bubble runs test once per engine, in parallel, each in a bubble of testing/synctest: time passes when everybody in it waits,
// so an hour of waiting costs nothing and a slow machine changes nothing. Who waits for PostgreSQL's socket does not count as
// waiting, so time stands still until its answer is there. Nothing in a bubble may wait for another socket, a process or a
// goroutine outside: time would stand still for ever (internal/testkit/memnet is the network to use).
func Bubble(t *testing.T, test func(t *testing.T, engine store.Engine)) {
	t.Helper()
	for _, engine := range Engines {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			if testing.Short() && engine == store.Postgres {
				t.Skip("the short form has SQLite alone (make check)")
			}
			On(t, engine, test)
		})
	}
}

// Begin is when bubbles begin: a Monday's midnight in Bangkok, early in a year. The product's ids count from 2026, and those of
// times before it would be one.
var Begin = time.Date(2027, 1, 3, 17, 0, 0, 0, time.UTC)

// On is Bubble on one engine, for a rule that has nothing to do with the store.
func On(t *testing.T, engine store.Engine, test func(t *testing.T, engine store.Engine)) {
	t.Helper()
	Ready(t, engine)
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Until(Begin)) // nothing runs yet, so that it costs nothing
		test(t, engine)
	})
}

// Open returns a fresh store that is closed with the test.
func Open(t testing.TB, engine store.Engine) *store.Store {
	t.Helper()
	return OpenAt(t, engine, nil)
}

// OpenAt is Open with a clock.
func OpenAt(t testing.TB, engine store.Engine, c clock.Clock) *store.Store {
	t.Helper()
	s, err := store.Open(context.Background(), Config(t, engine, c))
	if err != nil {
		t.Fatalf("open %s: %v", engine, err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// Config names a fresh, migrated database: for a test that opens, closes and opens again.
func Config(t testing.TB, engine store.Engine, c clock.Clock) store.Config {
	t.Helper()
	if engine == store.SQLite {
		return store.Config{Dir: directory(t), Clock: c}
	}
	d := borrow(t)
	return store.Config{URL: d.url(), Dial: d.dial, Clock: c, Connections: connections}
}

// connections of a test's store: each costs the server a process, which was most of what it computed. So few show sooner where
// somebody who holds one needs another.
const connections = 4

// directory holds a migrated SQLite file, and goes with the test.
func directory(t testing.TB) string {
	t.Helper()
	file, err := migratedFile()
	if err != nil {
		t.Fatal(err)
	}
	dir := ramdisk.Directory(t, store.File, file)
	seen.collect(t, dir)
	return dir
}

// Ready starts what an engine's stores stand on. A test in a bubble of testing/synctest calls it outside: inside, who waits for
// a process waits for ever.
func Ready(t testing.TB, engine store.Engine) {
	t.Helper()
	var err error
	if engine == store.Postgres {
		err = template()
	} else {
		_, err = migratedFile()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// Postgres returns the address of a migrated database, for a program that the test runs.
func Postgres(t testing.TB) string {
	t.Helper()
	return borrow(t).url()
}

// migratedFile is template's for SQLite: migrating each was a fifth of what the wallet's tests computed.
var migratedFile = sync.OnceValues(func() (file []byte, err error) {
	dir, err := os.MkdirTemp("", "krapao-storetest-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	s, err := store.Open(context.Background(), store.Config{Dir: dir})
	if err != nil {
		return nil, err
	}
	if _, err := s.Migrate(context.Background()); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	if err := s.Close(); err != nil {
		return nil, err
	}
	if err := seen.watch(dir); err != nil { // closed: now all is in the one file
		return nil, err
	}
	return os.ReadFile(filepath.Join(dir, store.File))
})

func named(server, database string) string {
	u, err := url.Parse(server)
	if err != nil {
		panic(err) // pgtest made it
	}
	u.Path = "/" + database
	return u.String()
}

// Plan is how SQLite would run a query, in its own words: with the index that it would use.
func Plan(t testing.TB, s *store.Store, query string) (plan string) {
	t.Helper()
	var id, parent, unused int
	if err := s.DB().QueryRowContext(t.Context(), "EXPLAIN QUERY PLAN "+query).Scan(&id, &parent, &unused, &plan); err != nil {
		t.Fatal(err)
	}
	return plan
}

// Planner takes the place of a database below generated queries: it plans a query instead of running it, so that a test looks
// at the very text that the product runs.
type Planner struct {
	db store.DB
	// Plan is how SQLite would run the last query, a line a step.
	Plan string
}

// NewPlanner makes one for a store on SQLite.
func NewPlanner(s *store.Store) *Planner { return &Planner{db: s.DB()} }

// ErrPlanned is what a planned query returns.
var ErrPlanned = errors.New("storetest: the query is planned, not run")

// QueryContext plans a query.
func (p *Planner) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	rows, err := p.db.QueryContext(ctx, "EXPLAIN QUERY PLAN "+query, args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	var steps []string
	for rows.Next() {
		var id, parent, unused int
		var step string
		if err := rows.Scan(&id, &parent, &unused, &step); err != nil {
			return nil, err
		}
		steps = append(steps, step)
	}
	p.Plan = strings.Join(steps, "\n")
	return nil, errors.Join(ErrPlanned, rows.Err())
}

// ExecContext is not planned.
func (*Planner) ExecContext(context.Context, string, ...any) (sql.Result, error) {
	return nil, errors.ErrUnsupported
}

// PrepareContext is not planned.
func (*Planner) PrepareContext(context.Context, string) (*sql.Stmt, error) {
	return nil, errors.ErrUnsupported
}

// QueryRowContext is not planned: a row can't carry an error of ours.
func (*Planner) QueryRowContext(context.Context, string, ...any) *sql.Row {
	panic("storetest: only queries of many rows are planned")
}
