package together

import (
	"cmp"
	"context"
	"slices"
	"sync"
)

// Turns lets those who come to the same place go in companies: while one is there, further ones wait, and go together next. There
// is no timer, so whoever comes alone goes at once. It is safe for concurrent use.
type Turns[C any] struct {
	// Most is how many go together at most, AtOnce how many companies are at a place at the same time.
	Most, AtOnce int
	// Meet makes a company of at least two.
	Meet func(place string, members int) C

	mu     sync.Mutex
	places map[string]*place[C]
}

type place[C any] struct {
	there   int
	waiting []*waiter[C]
}

// waiter is somebody who waits. From ready on, it has a seat in a company, or is alone.
type waiter[C any] struct {
	own     string
	ready   chan struct{}
	company C
	seat    int
}

// Alone is the seat of somebody who goes without company.
const Alone = -1

// Take waits for the turn at a place. Of those in a company, no two have the same own name, and their seats are in the order of
// their names. Whoever got a turn without an error has to take part, and calls Leave if it is alone. Somebody calls Leave for a
// company.
func (t *Turns[C]) Take(ctx context.Context, at, own string) (company C, seat int, err error) {
	w := &waiter[C]{own: own, ready: make(chan struct{}), seat: Alone}
	if t.enter(at, w) {
		return company, Alone, nil
	}
	select {
	case <-w.ready:
	case <-ctx.Done():
		if t.quit(at, w) {
			return company, Alone, ctx.Err()
		}
		<-w.ready // the turn came at the same moment
	}
	return w.company, w.seat, nil
}

// enter takes a free turn, or puts somebody into the line.
func (t *Turns[C]) enter(at string, w *waiter[C]) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	p := t.places[at]
	if p == nil {
		if t.places == nil {
			t.places = map[string]*place[C]{}
		}
		p = &place[C]{}
		t.places[at] = p
	}
	if p.there < t.AtOnce {
		p.there++
		return true
	}
	p.waiting = append(p.waiting, w)
	return false
}

// quit takes somebody out of the line, and reports whether it was still there.
func (t *Turns[C]) quit(at string, w *waiter[C]) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	p := t.places[at]
	if p == nil {
		return false
	}
	n := slices.Index(p.waiting, w)
	if n < 0 {
		return false
	}
	p.waiting = slices.Delete(p.waiting, n, n+1)
	return true
}

// Leave ends a turn. Those who wait have the next one.
func (t *Turns[C]) Leave(at string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	p := t.places[at]
	if len(p.waiting) == 0 {
		if p.there--; p.there == 0 {
			delete(t.places, at)
		}
		return
	}
	next := p.next(t.Most)
	if len(next) > 1 {
		company := t.Meet(at, len(next))
		slices.SortFunc(next, func(a, b *waiter[C]) int { return cmp.Compare(a.own, b.own) })
		for seat, w := range next {
			w.company, w.seat = company, seat
		}
	}
	for _, w := range next {
		close(w.ready)
	}
}

// Waiting is how many wait for a turn, at all places.
func (t *Turns[C]) Waiting() (n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, p := range t.places {
		n += len(p.waiting)
	}
	return n
}

// next takes those who go together out of the line: the first ones, but none twice.
func (p *place[C]) next(most int) (next []*waiter[C]) {
	known := map[string]bool{}
	p.waiting = slices.DeleteFunc(p.waiting, func(w *waiter[C]) bool {
		if len(next) == most || known[w.own] {
			return false
		}
		known[w.own] = true
		next = append(next, w)
		return true
	})
	return next
}
