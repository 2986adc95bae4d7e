package httpapi

import (
	"context"
	"net/http"
	"sync"
	"time"

	"krapao/internal/httpapi/internal/httpdb"
	"krapao/internal/id"
	"krapao/internal/store"
)

// A node is ready where it can write: a database that can be read and not written (a full disk, a standby that is gone) does
// no member's work.
const (
	// readyWithin is what one write may take.
	readyWithin = 2 * time.Second
	// readyFor is how long its outcome is told, so that asking often costs nothing.
	readyFor = time.Second
	// forgottenAfter is when the row of a node that is gone goes.
	forgottenAfter = 7 * 24 * time.Hour
)

// readiness finds out whether this node can write, one try at a time.
type readiness struct {
	store *store.Store
	node  string

	mu      sync.Mutex
	tried   time.Time
	outcome error
	trying  chan struct{} // closed when the try under way is over; nil while there is none
}

func newReadiness(s *store.Store) *readiness { return &readiness{store: s, node: id.Lower(16)} }

// check tells what the latest try came to; it makes one where that is old.
func (r *readiness) check(ctx context.Context) error {
	r.mu.Lock()
	if r.trying == nil && !r.tried.IsZero() && time.Since(r.tried) < readyFor {
		defer r.mu.Unlock()
		return r.outcome
	}
	if r.trying == nil {
		r.trying = make(chan struct{})
		go r.try(context.WithoutCancel(ctx), r.trying)
	}
	trying := r.trying
	r.mu.Unlock()
	select {
	case <-trying:
	case <-ctx.Done():
		return ctx.Err()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.outcome
}

func (r *readiness) try(ctx context.Context, done chan struct{}) {
	err := r.write(ctx)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.tried, r.outcome, r.trying = time.Now(), err, nil
	close(done)
}

func (r *readiness) write(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, readyWithin)
	defer cancel()
	return r.store.Write(ctx, func(tx *store.Tx) error {
		return httpdb.New(tx).Writable(ctx, r.node, tx.Now.UnixMicro())
	})
}

// sweep forgets nodes that are gone.
func (r *readiness) sweep(ctx context.Context) error {
	return r.store.Write(ctx, func(tx *store.Tx) error {
		return httpdb.New(tx).SweepWritable(ctx, tx.Now.Add(-forgottenAfter).UnixMicro())
	})
}

// readyz: this node can do its work; a load balancer sends nothing where it can't.
func (s *Server) readyz(w http.ResponseWriter, r *http.Request) {
	if s.stopping.Load() {
		writeHealth(w, errStopping)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), readyWithin+time.Second)
	defer cancel()
	writeHealth(w, s.ready.check(ctx))
}
