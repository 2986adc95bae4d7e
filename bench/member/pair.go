package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/sync/errgroup"

	"krapao/bench/program"
	"krapao/bench/reference"
	"krapao/internal/store"
	"krapao/internal/testkit/pgtest"
)

const (
	// pairRounds is how often the two programs take turns. The figures are the medians of the rounds.
	pairRounds = 9
	// pairMembers are as many as act at once at most, pairTogether on PostgreSQL, where transactions of many members are one, and
	// pairQuick in a quick run: each is registered by calls, which hash a password.
	pairMembers, pairTogether, pairQuick = 16, 64, 2
)

// pairs are the members of each program.
func (o options) pairs(engine store.Engine) int {
	switch {
	case o.quick:
		return pairQuick
	case engine == store.Postgres:
		return pairTogether
	}
	return pairMembers
}

// paired are what is measured at two programs. Info comes first: what the others cost is told in its units.
var paired = []string{"info", "wallet", "statement", "bonus", "deposit", "transfer"}

// pair measures what members do most at two programs by turns, on each engine. It prints by how much the first differs from the
// other, and what it costs in units of one info call of each. A day's weather is in both. Nothing is done in this process, so
// each program has a database of its own version.
func pair(ctx context.Context, o options) (err error) {
	dir, err := os.MkdirTemp(o.dir, "krapao-pair-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if err := os.Chmod(dir, 0o755); err != nil { // PostgreSQL runs as another user when we are root
		return err
	}
	if o.program == "" {
		if o.program, err = program.Build(ctx, dir); err != nil {
			return err
		}
	}
	o.unlimited = true // few members ask, and often
	o.outside, o.warmUp, o.length = o.program, o.length/4, o.length/4
	for _, engine := range o.engines {
		if err := pairOn(ctx, o, engine, filepath.Join(dir, "pair_"+string(engine))); err != nil {
			return fmt.Errorf("%s: %w", engine, err)
		}
	}
	return nil
}

func pairOn(ctx context.Context, o options, engine store.Engine, dir string) (err error) {
	var server *pgtest.Server
	if engine == store.Postgres {
		if server, err = pgtest.Start(ctx, dir+"-server", reference.Settings...); err != nil {
			return err
		}
		defer func() { _ = server.Stop() }()
	}
	var sides [2]*installation
	for n, program := range []string{o.program, o.against} {
		side := o
		side.program = program
		if sides[n], err = settled(ctx, side, engine, filepath.Join(dir, fmt.Sprint("side", n)), server); err != nil {
			return err
		}
		defer sides[n].close()
	}
	infos := map[int][2]float64{}
	for _, op := range operations() {
		if !slices.Contains(paired, op.name) || op.name != "info" && !o.wants(op.name) {
			continue
		}
		for _, callers := range []int{1, o.pairs(engine)} {
			costs, err := byTurns(ctx, sides, op, callers)
			if err != nil {
				return err
			}
			if op.name == "info" {
				infos[callers] = costs
			}
			fmt.Printf("  of the first: %.2f info calls of its own, %.2f of the other's\n",
				costs[0]/infos[callers][0], costs[0]/infos[callers][1])
		}
	}
	return nil
}

// settled starts a program on an empty database, with members that registered and paid in twice. server is nil on SQLite.
func settled(
	ctx context.Context, o options, engine store.Engine, dir string, server *pgtest.Server,
) (i *installation, err error) {
	i = &installation{options: o, engine: engine, dir: dir, server: server}
	defer func() {
		if err != nil {
			i.close()
		}
	}()
	config := store.Config{Dir: filepath.Join(dir, "data")}
	if err := os.MkdirAll(config.Dir, 0o700); err != nil {
		return nil, err
	}
	if server != nil {
		if config.URL, err = reference.CreateDatabase(ctx, server, filepath.Base(dir)); err != nil {
			return nil, err
		}
	}
	if err := i.open(ctx, config); err != nil {
		return nil, err
	}
	for n := range o.pairs(engine) {
		i.people = append(i.people, invent(n))
	}
	var doing errgroup.Group
	doing.SetLimit(2)
	for _, h := range i.hands(len(i.people), i.people) {
		doing.Go(func() error {
			defer h.close()
			p := h.next()
			if err := h.enrol(p); err != nil {
				return err
			}
			return errors.Join(h.depositQR(p, "KBANK"), h.depositQR(p, "KBANK"))
		})
	}
	return i, errors.Join(doing.Wait(), i.activate(ctx))
}

// byTurns measures one operation at both, in rounds, and prints the medians of the ratios. It returns the medians of what one
// costs each in processor time.
func byTurns(ctx context.Context, sides [2]*installation, op operation, callers int) (costs [2]float64, err error) {
	rounds := pairRounds
	if sides[0].quick {
		rounds = 1
	}
	var each [2][]float64
	ratios := make([][]float64, len(compares))
	for round := range rounds {
		var points [2]point
		for turn := range sides {
			n := (turn + round) % len(sides)
			p, err := sides[n].closed(ctx, op, callers)
			if err != nil {
				return costs, fmt.Errorf("%s: %w", op.name, err)
			}
			if p.done == 0 {
				return costs, fmt.Errorf("%s: nothing was done: %w", op.name, p.why)
			}
			points[n] = p
			each[n] = append(each[n], p.cost())
		}
		for n, c := range compares {
			ratios[n] = append(ratios[n], c.of(points[0])/c.of(points[1]))
		}
	}
	fmt.Printf("pair %s %s with %d:", sides[0].engine, op.name, callers)
	for n, c := range compares {
		if r := median(ratios[n]); !math.IsNaN(r) {
			fmt.Printf(" %s × %.2f", c.name, r)
		}
	}
	fmt.Println()
	return [2]float64{median(each[0]), median(each[1])}, nil
}

// compares are the figures that are compared, each for one operation. What an engine or an operation does not have is left out.
var compares = []struct {
	name string
	of   func(p point) float64
}{
	{"rate", func(p point) float64 { return p.PerSecond }},
	{"p50", func(p point) float64 { return float64(p.P50) }},
	{"processor", point.cost},
	{"server", func(p point) float64 { return p.per(p.used.server) }},
	{"statements", func(p point) float64 { return p.per(p.used.statements) }},
	{"commits", func(p point) float64 { return p.per(p.used.commits) }},
	{"written", func(p point) float64 { return p.per(p.used.written) }},
}

func median(of []float64) float64 {
	slices.Sort(of)
	return of[len(of)/2]
}
