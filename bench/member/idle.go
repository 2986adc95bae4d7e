package main

import (
	"context"
	"errors"
	"time"
)

// idle is what an installation costs while nobody is there.
type idle struct {
	nodes int
	// percent is of one core, of the first node.
	percent float64
	// statements and commits are of the first node, and writes of the whole installation, each a second. On SQLite the commits
	// are the writes; on PostgreSQL the server counts the transactions that wrote.
	statements, commits, writes float64
}

// untilQuiet is how long nothing is written until nodes rest (store.Store.Quiet), and some more.
const untilQuiet = 75 * time.Second

// resting is how long a rest is measured. Much comes once a minute.
func (o options) resting() time.Duration {
	switch {
	case o.quick:
		return time.Second
	case o.brief:
		return 30 * time.Second
	}
	return 2 * time.Minute
}

// rest measures an installation that nobody uses and nobody has used for a while. A quick run does not wait for that.
func (i *installation) rest(ctx context.Context, nodes int) (idle, error) {
	if !i.quick {
		if err := errors.Join(i.settled(ctx), wait(ctx, untilQuiet)); err != nil {
			return idle{}, err
		}
	}
	m, err := i.meter(ctx)
	if err != nil {
		return idle{}, err
	}
	defer m.close()
	before, err := m.begins(ctx)
	if err != nil {
		return idle{}, err
	}
	if err := wait(ctx, i.resting()); err != nil {
		return idle{}, err
	}
	after, err := m.ends(ctx)
	seconds := after.at.Sub(before.at).Seconds()
	used := after.minus(before)
	x := idle{
		nodes: nodes, percent: 100 * used.processor / seconds,
		statements: used.statements / seconds, commits: used.commits / seconds, writes: used.writes / seconds,
	}
	if i.server == nil {
		x.writes = x.commits
	}
	return x, err
}

// wait returns after a while.
func wait(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
