package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"krapao/internal/store"
)

const (
	// pairRounds is how often the two programs take turns. The figures are the medians of the rounds.
	pairRounds = 9
	// pairMembers are as many as act at once at most, pairQuick in a quick run: each is registered by calls, which hash a password.
	pairMembers, pairQuick = 16, 2
)

// pairs are the members of each program.
func (o options) pairs() int {
	if o.quick {
		return pairQuick
	}
	return pairMembers
}

// paired are what is measured at two programs. Info comes first: what the others cost is told in its units.
var paired = []string{"info", "wallet", "statement", "bonus", "deposit", "transfer"}

// pair measures what members do most at two programs by turns, both on SQLite. It prints how much longer the first takes than the
// other, and what it costs in units of one info call of each. A day's weather is in both. Nothing is done in this process, so
// each program has a database of its own version.
func pair(ctx context.Context, o options) (err error) {
	dir, err := os.MkdirTemp(o.dir, "krapao-pair-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if o.program == "" {
		if o.program, err = build(ctx, dir); err != nil {
			return err
		}
	}
	o.unlimited = true // few members ask, and often
	o.outside, o.warmUp, o.length = o.program, o.length/4, o.length/4
	var sides [2]*installation
	for n, program := range []string{o.program, o.against} {
		side := o
		side.program = program
		if sides[n], err = settled(ctx, side, filepath.Join(dir, fmt.Sprint("side", n))); err != nil {
			return err
		}
		defer sides[n].close()
	}
	infos := map[int][2]float64{}
	for _, op := range operations() {
		if !slices.Contains(paired, op.name) || op.name != "info" && !o.wants(op.name) {
			continue
		}
		for _, callers := range []int{1, o.pairs()} {
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

// settled starts a program on an empty database, with members that registered and paid in twice.
func settled(ctx context.Context, o options, dir string) (i *installation, err error) {
	i = &installation{options: o, engine: store.SQLite, dir: dir}
	defer func() {
		if err != nil {
			i.close()
		}
	}()
	if err := os.MkdirAll(filepath.Join(dir, "data"), 0o700); err != nil {
		return nil, err
	}
	if err := i.open(ctx, store.Config{Dir: filepath.Join(dir, "data")}); err != nil {
		return nil, err
	}
	for n := range o.pairs() {
		i.people = append(i.people, invent(n))
	}
	var doing errgroup.Group
	doing.SetLimit(2)
	for _, h := range i.hands(o.pairs(), i.people) {
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
	var latency, processor []float64
	var each [2][]float64
	rounds := pairRounds
	if sides[0].quick {
		rounds = 1
	}
	for round := range rounds {
		var took [2]time.Duration
		var used [2]float64
		for turn := range sides {
			n := (turn + round) % len(sides)
			p, err := sides[n].closed(ctx, op, callers)
			if err != nil {
				return costs, fmt.Errorf("%s: %w", op.name, err)
			}
			if p.done == 0 {
				return costs, fmt.Errorf("%s: nothing was done: %w", op.name, p.why)
			}
			took[n], used[n] = p.P50, p.cost()
			each[n] = append(each[n], p.cost())
		}
		latency = append(latency, float64(took[0])/float64(took[1]))
		processor = append(processor, used[0]/used[1])
	}
	fmt.Printf("pair %s with %d: p50 × %.2f, processor × %.2f\n", op.name, callers, median(latency), median(processor))
	return [2]float64{median(each[0]), median(each[1])}, nil
}

func median(of []float64) float64 {
	slices.Sort(of)
	return of[len(of)/2]
}
