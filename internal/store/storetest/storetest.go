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

// Engines lists the engines on which every test runs.
var Engines = []store.Engine{store.SQLite, store.Postgres}

// Each runs test once per engine, in parallel, each time on a fresh store in a Bubble.
func Each(t *testing.T, test func(t *testing.T, s *store.Store)) {
	t.Helper()
	Bubble(t, func(t *testing.T, engine store.Engine) { test(t, Open(t, engine)) })
}

// EachAt is Each with a store clock that stands at an instant until the test moves it. Each engine has its own clock: a shared
// one would be moved in the middle of the other's test.
func EachAt(t *testing.T, now time.Time, test func(t *testing.T, s *store.Store, c *clock.Fake)) {
	t.Helper()
	Bubble(t, func(t *testing.T, engine store.Engine) {
		c := clock.NewFake(now)
		test(t, OpenAt(t, engine, c), c)
	})
}

// Bubble runs test once per engine, in parallel, each in a bubble of testing/synctest. Time passes when all goroutines in it
// wait, so an hour of waiting costs nothing and a slow machine changes nothing. Waiting for PostgreSQL's socket does not count,
// so time stands still until its answer is there. Nothing in a bubble may wait for another socket, a process or a goroutine
// outside: time would stand still for ever (internal/testkit/memnet is the network to use).
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

// Begin is the start of bubbles: midnight on a Monday in Bangkok, early in a year. It is after 2026, from which the product's ids
// count: all earlier times would have the same id.
var Begin = time.Date(2027, 1, 3, 17, 0, 0, 0, time.UTC)

// On is Bubble on one engine, for a rule that does not depend on the store.
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

// Config returns the configuration of a fresh, migrated database, for a test that opens, closes and opens again.
func Config(t testing.TB, engine store.Engine, c clock.Clock) store.Config {
	t.Helper()
	if engine == store.SQLite {
		return store.Config{Dir: directory(t), Clock: c}
	}
	d := borrow(t)
	return store.Config{URL: d.url(), Dial: d.dial, Clock: c, Connections: connections}
}

// connections is the size of a test store's pool. Each costs the server a process, which was most of its work. A small pool also
// shows sooner when a holder of one connection needs another.
const connections = 4

// directory makes a directory with a migrated SQLite file, which is deleted with the test.
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

// Leap lets the time of a store leap ahead by more than clock.Skew, as a node's does that starts alone after its machine's clock
// was set or after a long time: nobody knows how long ago anything before it was.
func Leap(t testing.TB, s *store.Store, c *clock.Fake, by time.Duration) {
	t.Helper()
	for _, ahead := range []time.Duration{0, by} {
		c.Advance(ahead)
		if err := s.JoinClock(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
}

// Ready starts what an engine's stores need. A test in a bubble of testing/synctest calls it outside: inside, waiting for a
// process never ends.
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

// migratedFile is the template for SQLite: migrating each file was a fifth of the work of the wallet's tests.
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

// Plan returns how SQLite would run a query, with the index that it would use.
func Plan(t testing.TB, s *store.Store, query string) (plan string) {
	t.Helper()
	var id, parent, unused int
	if err := s.DB().QueryRowContext(t.Context(), "EXPLAIN QUERY PLAN "+query).Scan(&id, &parent, &unused, &plan); err != nil {
		t.Fatal(err)
	}
	return plan
}

// Planner replaces a database below generated queries: it plans a query instead of running it, so that a test checks exactly the
// text that the product runs.
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
