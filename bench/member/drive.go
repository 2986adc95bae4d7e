package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"krapao/bench/reference"
)

// point is what one run of an operation measured.
type point struct {
	operation string
	// callers are how many acted at once; offered is the rate of arrivals in the open loop, 0 in the closed one.
	callers int
	offered float64
	done    int
	reference.Figures
	// used is what the installation used meanwhile, received what its answers brought, in bytes.
	used     counts
	received int64
	// failed are calls that were refused or got no answer, why is the first of them. late are arrivals of the open loop that nobody
	// had begun by the end: they count with the time that they had waited.
	failed, late int
	why          error
}

// per is a figure for each operation.
func (p point) per(used float64) float64 {
	if p.done == 0 {
		return 0
	}
	return used / float64(p.done)
}

// cost is the node's processor time per operation, in milliseconds.
func (p point) cost() float64 { return 1000 * p.per(p.used.processor) }

// tally is what one hand did in the window of a run.
type tally struct {
	reference.Latencies
	done, failed, late int
	why                error
	last               time.Time
}

// window is the time of a run that counts.
type window struct{ from, until time.Time }

// did counts an operation. It counts when it ends within the window.
func (t *tally) did(w window, began time.Time, err error) {
	now := time.Now()
	if now.Before(w.from) || now.After(w.until) {
		return
	}
	if err != nil {
		if t.failed++; t.why == nil {
			t.why = err
		}
		return
	}
	t.done, t.last = t.done+1, now
	t.Add(now.Sub(began))
}

// closed measures an operation with so many callers: each does it again as soon as it is done.
func (i *installation) closed(ctx context.Context, op operation, callers int) (point, error) {
	return i.run(ctx, op, callers, 0, func(ctx context.Context, h *hand, w window, t *tally) {
		for ctx.Err() == nil && time.Now().Before(w.until) {
			began := time.Now()
			err := op.do(ctx, h)
			if errors.Is(err, errDry) {
				if t.done == 0 {
					t.why = err
				}
				return
			}
			t.did(w, began, err)
		}
	})
}

// opened measures an operation whose arrivals come at a fixed rate, whatever becomes of those before: the latency counts from the
// intended arrival, so an operation that waits for a free hand is as slow as its member sees it.
func (i *installation) opened(ctx context.Context, op operation, rate float64) (point, error) {
	const hands = 512
	arrivals := make(chan time.Time, 1<<20)
	var once sync.Once
	return i.run(ctx, op, hands, rate, func(ctx context.Context, h *hand, w window, t *tally) {
		once.Do(func() { go arrive(ctx, arrivals, rate, w.until) })
		for intended := range arrivals {
			if time.Now().After(w.until) {
				t.late++
				t.Add(w.until.Sub(intended))
				continue
			}
			err := op.do(ctx, h)
			if errors.Is(err, errDry) {
				t.failed, t.why = t.failed+1, err
				continue
			}
			t.did(w, intended, err)
		}
	})
}

// arrive tells when each operation is intended to begin, until the end.
func arrive(ctx context.Context, arrivals chan<- time.Time, rate float64, until time.Time) {
	defer close(arrivals)
	gap := time.Duration(float64(time.Second) / rate)
	for next := time.Now(); next.Before(until) && ctx.Err() == nil; next = next.Add(gap) {
		if wait(ctx, time.Until(next)) != nil {
			return
		}
		select {
		case arrivals <- next:
		default: // a million wait already
		}
	}
}

// run lets hands act, and reads the installation's counts at the begin and the end of the window.
func (i *installation) run(
	ctx context.Context, op operation, callers int, rate float64, act func(context.Context, *hand, window, *tally),
) (point, error) {
	hands := i.hands(callers, op.members(i))
	defer func() {
		for _, h := range hands {
			h.close()
		}
	}()
	if err := ready(ctx, op, hands); err != nil {
		return point{}, fmt.Errorf("%s: %w", op.name, err)
	}
	m, err := i.meter(ctx)
	if err != nil {
		return point{}, err
	}
	defer m.close()
	from := time.Now().Add(i.warmUp)
	w := window{from, from.Add(i.length)}
	tallies := make([]*tally, len(hands))
	var acting sync.WaitGroup
	for n, h := range hands {
		tallies[n] = &tally{Latencies: reference.NewLatencies()}
		acting.Go(func() { act(ctx, h, w, tallies[n]) })
	}
	all := make(chan struct{})
	go func() { acting.Wait(); close(all) }()
	p := point{operation: op.name, callers: callers, offered: rate}
	before, err := m.beginsAt(ctx, from, hands)
	if err != nil {
		return p, err
	}
	select { // the hands may run dry before
	case <-time.After(time.Until(w.until)):
	case <-all:
	}
	after, err := m.ends(ctx)
	p.used = after.minus(before)
	<-all
	p.sum(tallies, hands, w)
	return p, err
}

// beginsAt reads the counts when the window begins.
func (m *meter) beginsAt(ctx context.Context, from time.Time, hands []*hand) (counts, error) {
	if err := wait(ctx, time.Until(from)); err != nil {
		return counts{}, err
	}
	for _, h := range hands {
		h.node.received.Store(0)
	}
	return m.begins(ctx)
}

func ready(ctx context.Context, op operation, hands []*hand) error {
	if op.ready == nil {
		return nil
	}
	var doing errgroup.Group
	doing.SetLimit(4)
	for _, h := range hands {
		doing.Go(func() error { return op.ready(ctx, h) })
	}
	return doing.Wait()
}

// sum adds up what the hands did. Where they ran dry, the window ends with the last operation.
func (p *point) sum(tallies []*tally, hands []*hand, w window) {
	all, last := reference.NewLatencies(), w.from
	for n, t := range tallies {
		all.Merge(t.Histogram)
		p.done, p.failed, p.late = p.done+t.done, p.failed+t.failed, p.late+t.late
		p.received += hands[n].node.received.Load()
		if p.why == nil {
			p.why = t.why
		}
		if t.last.After(last) {
			last = t.last
		}
	}
	length := w.until.Sub(w.from)
	if p.offered == 0 && errors.Is(p.why, errDry) {
		length = last.Sub(w.from)
	}
	p.Figures = reference.Figures{PerSecond: float64(p.done) / max(length.Seconds(), 1e-9), P50: all.At(50), P99: all.At(99)}
}
