package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
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
type window struct {
	// begun is closed at its begin, when the counts are read, and ended at its end; from and until are set before.
	begun, ended chan struct{}
	from, until  time.Time
	// tried are the operations within it, and done those that did not fail.
	tried, done atomic.Int64
}

// begin begins it now.
func (w *window) begin() {
	w.from = time.Now()
	close(w.begun)
}

// counts reports whether it has begun and not ended, over whether it has ended.
func (w *window) counts() bool { return closed(w.begun) && !w.over() }
func (w *window) over() bool   { return closed(w.ended) }

func closed(c chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// triesEach is how often each of the operations that a run needs may fail before it ends without them.
const triesEach = 100

// pass ends the window after a time, but not before some operations are done: a slow machine makes a run late, not empty.
// all is closed when no hand acts any more.
func (w *window) pass(ctx context.Context, length time.Duration, atLeast int64, all <-chan struct{}) {
	for enough := time.After(time.Until(w.from.Add(length))); ; enough = time.After(10 * time.Millisecond) {
		select {
		case <-enough:
			if w.done.Load() < atLeast && w.tried.Load() < triesEach*atLeast {
				continue
			}
		case <-all: // they ran dry
		case <-ctx.Done():
		}
		w.until = time.Now()
		close(w.ended)
		return
	}
}

// did counts an operation. It counts when it ends within the window.
func (t *tally) did(w *window, began time.Time, err error) {
	now := time.Now()
	if !w.counts() {
		return
	}
	w.tried.Add(1)
	if err != nil {
		if t.failed++; t.why == nil {
			t.why = err
		}
		return
	}
	w.done.Add(1)
	t.done, t.last = t.done+1, now
	t.Add(now.Sub(began))
}

// closed measures an operation with so many callers: each does it again as soon as it is done.
func (i *installation) closed(ctx context.Context, op operation, callers int) (point, error) {
	return i.run(ctx, op, callers, 0, func(ctx context.Context, h *hand, w *window, t *tally) {
		for ctx.Err() == nil && !w.over() {
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
	return i.run(ctx, op, hands, rate, func(ctx context.Context, h *hand, w *window, t *tally) {
		once.Do(func() { go arrive(ctx, arrivals, rate, w) })
		for intended := range arrivals {
			if w.over() {
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
func arrive(ctx context.Context, arrivals chan<- time.Time, rate float64, w *window) {
	defer close(arrivals)
	gap := time.Duration(float64(time.Second) / rate)
	for next := time.Now(); !w.over() && ctx.Err() == nil; next = next.Add(gap) {
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
	ctx context.Context, op operation, callers int, rate float64, act func(context.Context, *hand, *window, *tally),
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
	w := &window{begun: make(chan struct{}), ended: make(chan struct{})}
	tallies := make([]*tally, len(hands))
	var acting sync.WaitGroup
	for n, h := range hands {
		tallies[n] = &tally{Latencies: reference.NewLatencies()}
		acting.Go(func() {
			if i.warmUp == 0 { // a quick run has few members, and their limits must not be used up before it counts
				<-w.begun
			}
			act(ctx, h, w, tallies[n])
		})
	}
	all := make(chan struct{})
	go func() { acting.Wait(); close(all) }()
	p := point{operation: op.name, callers: callers, offered: rate}
	calm := i.storm(ctx, op)
	before, err := m.beginsAfter(ctx, i.warmUp, hands)
	w.begin()
	profiled := i.profile(ctx, p)
	w.pass(ctx, i.length, i.atLeast, all)
	calm()
	if err = errors.Join(err, profiled()); err != nil {
		return p, err
	}
	after, err := m.ends(ctx)
	p.used = after.minus(before)
	<-all
	p.sum(tallies, hands, w)
	return p, err
}

// storm lets others do what an operation is measured beside, until calm is called.
func (i *installation) storm(ctx context.Context, op operation) (calm func()) {
	if op.storm == nil {
		return func() {}
	}
	guests := i.guestsOfLogin()
	over := make(chan struct{})
	var storming sync.WaitGroup
	for _, h := range i.hands(len(guests), guests) {
		storming.Go(func() {
			defer h.close()
			for ctx.Err() == nil && !closed(over) {
				if err := op.storm(ctx, h); err != nil {
					progress("beside %s: %v", op.name, err)
					return
				}
			}
		})
	}
	return func() { close(over); storming.Wait() }
}

// beginsAfter reads the counts after the warm-up.
func (m *meter) beginsAfter(ctx context.Context, warmUp time.Duration, hands []*hand) (counts, error) {
	if err := wait(ctx, warmUp); err != nil {
		return counts{}, err
	}
	before, err := m.begins(ctx)
	for _, h := range hands {
		h.node.received.Store(0)
	}
	return before, err
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
func (p *point) sum(tallies []*tally, hands []*hand, w *window) {
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
	length := max(w.until.Sub(w.from), time.Millisecond)
	if p.offered == 0 && errors.Is(p.why, errDry) {
		length = max(last.Sub(w.from), time.Millisecond)
	}
	p.Figures = reference.Figures{PerSecond: float64(p.done) / length.Seconds(), P50: all.At(50), P99: all.At(99)}
}
