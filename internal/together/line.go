package together

import (
	"context"
	"slices"
	"sync"
)

// Line is the order in which callers use SQLite's one writing connection: first come, first served. Whoever ends a turn hands
// it to the next in line, together with the group that the next joins.
type Line[G any] struct {
	mu      sync.Mutex
	held    bool
	waiting []*inLine[G]
}

// inLine is a caller in line.
type inLine[G any] struct {
	// ready is closed when the turn is this caller's. Then group is the group to join, or nil.
	ready chan struct{}
	group *G
}

// Take waits for the turn. With the turn may come a group that is still open.
func (l *Line[G]) Take(ctx context.Context) (*G, error) {
	l.mu.Lock()
	if !l.held {
		l.held = true
		l.mu.Unlock()
		return nil, nil
	}
	w := &inLine[G]{ready: make(chan struct{})}
	l.waiting = append(l.waiting, w)
	l.mu.Unlock()
	select {
	case <-w.ready:
		return w.group, nil
	case <-ctx.Done():
	}
	if l.leave(w) {
		return nil, ctx.Err()
	}
	<-w.ready // the turn came at the same moment
	return w.group, nil
}

// leave takes a caller out of the line, and reports whether it was still there.
func (l *Line[G]) leave(w *inLine[G]) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := slices.Index(l.waiting, w)
	if n < 0 {
		return false
	}
	l.waiting = slices.Delete(l.waiting, n, n+1)
	return true
}

// Pass gives the turn, with an open group or nil, to the next caller in line. It reports whether there was one. A turn without
// a group that nobody waits for is free.
func (l *Line[G]) Pass(g *G) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.waiting) == 0 {
		l.held = g != nil
		return false
	}
	w := l.waiting[0]
	l.waiting = slices.Delete(l.waiting, 0, 1)
	w.group = g
	close(w.ready)
	return true
}

// TakeFree takes the turn if nobody has it.
func (l *Line[G]) TakeFree() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.held {
		return false
	}
	l.held = true
	return true
}
