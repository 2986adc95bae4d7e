package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"krapao/bench/reference"
	"krapao/internal/store"
	"krapao/internal/testkit/pgtest"
)

// measure measures all operations on one engine, and what they are compared with.
func (r *report) measure(ctx context.Context, o options, engine store.Engine, dir string) (err error) {
	var server *pgtest.Server
	if engine == store.Postgres {
		settings := reference.Settings
		if o.quick {
			settings = []string{"max_connections=200"}
		}
		if o.profiles != "" {
			settings = append(slices.Clone(settings),
				"shared_preload_libraries=pg_stat_statements", "pg_stat_statements.track_planning=on")
		}
		if server, err = pgtest.Start(ctx, filepath.Join(dir, "pg"), settings...); err != nil {
			return err
		}
		defer func() { _ = server.Stop() }()
		if err := r.pgbench(ctx, o, server, dir); err != nil {
			return err
		}
	} else if err := r.unbatched(ctx, o, dir); err != nil {
		return err
	}
	if err := r.empty(ctx, o, engine, filepath.Join(dir, "empty_"+string(engine)), server); err != nil || o.loaded == 0 {
		return err
	}
	return r.loaded(ctx, o, engine, filepath.Join(dir, "loaded_"+string(engine)), server)
}

// empty measures an installation whose ledger has nothing but the run's own members.
func (r *report) empty(ctx context.Context, o options, engine store.Engine, dir string, server *pgtest.Server) error {
	progress("%s: %d members come", engine, o.members)
	i, err := found(ctx, o, engine, dir, server, nil)
	if err != nil {
		return err
	}
	defer i.close()
	if err := r.idle(ctx, i); err != nil {
		return err
	}
	if err := r.world(ctx, i); err != nil {
		return err
	}
	if err := r.operations(ctx, i, func(operation) bool { return true }); err != nil {
		return err
	}
	return i.verify(ctx)
}

// verified is the largest load of which all books are verified afterwards: of more it would take an hour.
const verified = 10_000_000

// loaded measures one whose ledger holds the past of many members; those of the run have a part in it.
func (r *report) loaded(ctx context.Context, o options, engine store.Engine, dir string, server *pgtest.Server) error {
	progress("%s: %d entries of %d members are loaded", engine, o.loaded, o.loaded/entriesEach)
	i, err := found(ctx, o, engine, dir, server, func(ctx context.Context, c store.Config) error {
		l, err := fill(ctx, c, o.loaded)
		if err == nil {
			r.load(engine, l)
		}
		return err
	})
	if err != nil {
		return err
	}
	defer i.close()
	i.withLoad = true
	if err := r.operations(ctx, i, compared); err != nil || o.loaded > verified {
		return err
	}
	return i.verify(ctx)
}

// operations measures all that are wanted. Info always is: the others are compared with it.
func (r *report) operations(ctx context.Context, i *installation, measured func(operation) bool) error {
	for _, op := range operations() {
		if !measured(op) || op.name != "info" && !i.wants(op.name) {
			continue
		}
		if err := r.operation(ctx, i, op); err != nil {
			return err
		}
	}
	return nil
}

// idle measures one node at rest, and on PostgreSQL two.
func (r *report) idle(ctx context.Context, i *installation) error {
	if !i.wants("idle") {
		return nil
	}
	x, err := i.rest(ctx, 1)
	if err != nil {
		return err
	}
	r.rest(i.engine, x)
	if i.server == nil {
		return nil
	}
	other, err := i.second(ctx)
	if err != nil {
		return err
	}
	if x, err = i.rest(ctx, 2); err != nil {
		return err
	}
	r.rest(i.engine, x)
	other.Stop()
	return nil
}

// The shares of the highest rate of the closed loop at which the open loop is measured.
var offered = []float64{0.5, 0.9}

// shares are those that are measured. One is enough to show that the open loop works.
func (o options) shares() []float64 {
	if o.quick {
		return offered[:1]
	}
	return offered
}

// compared are the operations that are measured with the loaded ledger, too: those that members do most.
func compared(op operation) bool { return op.open }

// operation measures one with each number of callers, and on the empty ledger in the open loop, too.
func (r *report) operation(ctx context.Context, i *installation, op operation) error {
	highest := 0.0
	for _, n := range op.allowed(i.options) {
		if err := i.settled(ctx); err != nil {
			return err
		}
		syscall.Sync() // what the run before left to be written would be written during this one
		p, err := i.closed(ctx, op, n)
		if err != nil {
			return fmt.Errorf("%s: %w", op.name, err)
		}
		r.add(i, p)
		highest = max(highest, p.PerSecond)
	}
	if !op.open || i.withLoad || i.brief || highest == 0 {
		return nil
	}
	for _, share := range i.shares() {
		if err := i.settled(ctx); err != nil {
			return err
		}
		p, err := i.opened(ctx, op, share*highest)
		if err != nil {
			return fmt.Errorf("%s: %w", op.name, err)
		}
		r.add(i, p)
	}
	return nil
}

// progress tells who waits what is being done.
func progress(format string, args ...any) { fmt.Fprintf(os.Stderr, format+"\n", args...) }
