package store

import (
	"context"
	"sync"
	"time"
)

// A node looks for work at short intervals, because a hint may be lost. Where nothing was written for a while, on any node,
// nearly nothing can have become due, and a node looks seldom. The next thing that is written, on any node, wakes all of them.
const (
	// quietAfter is how long nothing was written until nodes rest longer.
	quietAfter = time.Minute
	// tellsEvery is how often a busy node tells the others that something is written.
	tellsEvery = quietAfter / 3
)

// housekeeping is the key of Housekeeping's contexts.
type housekeeping struct{}

// Housekeeping marks the context of a transaction that makes no work for anybody: a beat, a lease, a place to read on. It
// wakes no job.
func Housekeeping(ctx context.Context) context.Context {
	return context.WithValue(ctx, housekeeping{}, true)
}

// activity knows when something was written last.
type activity struct {
	mu   sync.Mutex
	last time.Time
	told time.Time
	// woken is closed, and replaced, when something is written after a while.
	woken chan struct{}
	tell  func()
}

func newActivity() *activity { return &activity{last: time.Now(), woken: make(chan struct{})} }

// wrote notes that something was written, and returns how to tell the other nodes; nil if they know.
func (a *activity) wrote(here bool) (tell func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := time.Now()
	if now.Sub(a.last) >= quietAfter {
		close(a.woken)
		a.woken = make(chan struct{})
	}
	a.last = now
	if !here || a.tell == nil || now.Sub(a.told) < tellsEvery {
		return nil
	}
	a.told = now
	return a.tell
}

// quiet returns what is closed when the quiet ends; nil where there is none.
func (a *activity) quiet() <-chan struct{} {
	a.mu.Lock()
	defer a.mu.Unlock()
	if time.Since(a.last) < quietAfter {
		return nil
	}
	return a.woken
}

// Quiet reports whether nothing was written on any node for a minute, as far as this one knows: a hint of another node's writing
// may be lost.
func (s *Store) Quiet() bool { return s.activity.quiet() != nil }

// after returns what follows a commit: its hints, and a hint that something was written.
func (s *Store) after(ctx context.Context, tx *Tx) []func() {
	if !tx.wrote || ctx.Value(housekeeping{}) != nil {
		return tx.after
	}
	if tell := s.activity.wrote(true); tell != nil {
		return append(tx.after, tell)
	}
	return tx.after
}

// OnActivity sets how the other nodes are told that something is written. They call ActiveElsewhere.
func (s *Store) OnActivity(tell func()) {
	s.activity.mu.Lock()
	defer s.activity.mu.Unlock()
	s.activity.tell = tell
}

// ActiveElsewhere notes that another node wrote something.
func (s *Store) ActiveElsewhere() { s.activity.wrote(false) }

// Rest waits for d between two looks for work, and returns early on wake, which may be nil. While nothing is written on any node
// it waits for quiet, if that is longer, until something is.
func (s *Store) Rest(ctx context.Context, d, quiet time.Duration, wake <-chan struct{}) {
	if !pause(ctx, d, wake, nil) || quiet <= d {
		return
	}
	if woken := s.activity.quiet(); woken != nil {
		pause(ctx, quiet-d, wake, woken)
	}
}

// pause reports whether all of d passed.
func pause(ctx context.Context, d time.Duration, wake, woken <-chan struct{}) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-wake:
	case <-woken:
	case <-timer.C:
		return true
	}
	return false
}
