package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"krapao/bench/reference"
	"krapao/internal/store"
	"krapao/internal/testkit/pgtest"
	"krapao/ledger"
)

// cell is one run of the table.
type cell struct {
	name string
	run  func(ctx context.Context, length time.Duration) (reference.Figures, error)
}

// site has the databases of the runs: a PostgreSQL server of our own and a SQLite file, both on the disk below the temporary
// directory and as durable as in production.
type site struct {
	server  *pgtest.Server
	cells   []cell
	closers []func()
}

var callers = []int{1, 16, 64, 512}

func build(ctx context.Context, dir string, o options) (*site, error) {
	if err := os.Chmod(dir, 0o755); err != nil { // PostgreSQL runs as another user when we are root
		return nil, err
	}
	s := &site{}
	var err error
	if s.server, err = pgtest.Start(ctx, filepath.Join(dir, "pg"), reference.Settings...); err != nil {
		return nil, err
	}
	s.closers = append(s.closers, func() { _ = s.server.Stop() })
	pg, err := s.open(ctx, "bench_empty", "")
	if err != nil {
		return nil, err
	}
	lite, err := s.open(ctx, "", filepath.Join(dir, "empty"))
	if err != nil {
		return nil, err
	}
	// The unbatched loop has a file of its own: what it leaves open keeps a file's log from ever beginning anew.
	alone, err := s.open(ctx, "", filepath.Join(dir, "alone"))
	if err != nil {
		return nil, err
	}
	bench, err := reference.NewPgbench(ctx, s.server, dir, reference.Scale)
	if err != nil {
		return nil, err
	}
	for _, n := range callers {
		s.add(fmt.Sprintf("pgbench %d", n), func(ctx context.Context, d time.Duration) (reference.Figures, error) {
			return bench.Run(ctx, n, d)
		})
		s.ledgerCells(fmt.Sprintf("pg spread %d", n), pg, n, false)
		s.ledgerCells(fmt.Sprintf("pg hot %d", n), pg, n, true)
		s.ledgerCells(fmt.Sprintf("sqlite spread %d", n), lite, n, false)
		s.ledgerCells(fmt.Sprintf("sqlite hot %d", n), lite, n, true)
		if n == 1 || n == 64 {
			s.add(fmt.Sprintf("pg unbatched %d", n), reference.Unbatched(pg.s, n))
			s.add(fmt.Sprintf("sqlite unbatched %d", n), reference.Unbatched(alone.s, n))
		}
	}
	if o.long { // last: the cells before are those of the short form, and a big table's housekeeping is not theirs to pay
		err = s.addLong(ctx, dir, o)
	}
	return s, err
}

func (s *site) add(name string, run func(ctx context.Context, length time.Duration) (reference.Figures, error)) {
	s.cells = append(s.cells, cell{name, run})
}

func (s *site) ledgerCells(name string, b *books, n int, hot bool) {
	s.add(name, func(ctx context.Context, d time.Duration) (reference.Figures, error) { return b.drive(ctx, n, hot, d) })
}

// books is a store with a running ledger.
type books struct {
	s *store.Store
	l *ledger.Ledger
}

// drive lets n callers move money for a while.
func (b *books) drive(ctx context.Context, n int, hot bool, d time.Duration) (reference.Figures, error) {
	return reference.Drive(ctx, n, hot, d, func(ctx context.Context, _ int, o ledger.Order) error {
		_, err := b.l.Move(ctx, o)
		return err
	})
}

// open makes a store: a database of the server, or a SQLite file in dir.
func (s *site) open(ctx context.Context, database, dir string) (*books, error) {
	config := store.Config{Dir: dir}
	if database != "" {
		url, err := reference.CreateDatabase(ctx, s.server, database)
		if err != nil {
			return nil, err
		}
		config = store.Config{URL: url}
	}
	st, err := store.Open(ctx, config)
	if err != nil {
		return nil, err
	}
	s.closers = append(s.closers, func() { _ = st.Close() })
	if _, err := st.Migrate(ctx); err != nil {
		return nil, err
	}
	l, err := ledger.Open(ctx, st)
	if err != nil {
		return nil, err
	}
	s.closers = append(s.closers, func() { _ = l.Close() })
	return &books{st, l}, reference.Fund(ctx, st, l)
}

func (s *site) describe() {
	fmt.Printf("PostgreSQL: fsync, synchronous_commit and full_page_writes on; %v\nSQLite: WAL, synchronous=FULL\n"+
		"both on %s, %d wallets\n", reference.Settings, s.server.Dir, reference.Wallets)
}

func (s *site) close() {
	for n := len(s.closers) - 1; n >= 0; n-- {
		s.closers[n]()
	}
}
