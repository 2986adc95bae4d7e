package httpx

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"krapao/internal/clock"
	"krapao/internal/httpx/internal/httpdb"
	"krapao/internal/id"
	"krapao/internal/store"
)

// A node is ready while it can write. A database that can be read but not written (a full disk, a standby that is gone) is no
// use to a member.
const (
	// readyWithin is what one write may take.
	readyWithin = 2 * time.Second
	// readyFor is how long an outcome is reused, so that asking often costs nothing.
	readyFor = time.Second
	// forgottenAfter is when the row of a node that is gone is removed.
	forgottenAfter = 7 * 24 * time.Hour
)

// readiness finds out whether this node can write, with one write at a time.
type readiness struct {
	store *store.Store
	node  string
	// stopping: the node finishes what it has.
	stopping atomic.Bool

	mu      sync.Mutex
	tried   time.Time
	outcome error
	trying  chan struct{} // closed when the write under way is over; nil while there is none
}

func newReadiness(s *store.Store) *readiness { return &readiness{store: s, node: id.Lower(16)} }

// check returns the outcome of the latest write. If that is old, it writes first.
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
		return httpdb.New(tx).Writable(ctx, r.node, clock.MicrosOf(tx.Now))
	})
}

// sweep removes the rows of nodes that are gone.
func (r *readiness) sweep(ctx context.Context) error {
	return r.store.Write(ctx, func(tx *store.Tx) error {
		return httpdb.New(tx).SweepWritable(ctx, clock.MicrosOf(tx.Now.Add(-forgottenAfter)))
	})
}

// Healthz answers GET /healthz: the process is there.
func (f *Frame) Healthz(w http.ResponseWriter, _ *http.Request) { writeHealth(w, nil) }

// Readyz answers GET /readyz: this node can do its work. A load balancer sends nothing to a node that can't.
func (f *Frame) Readyz(w http.ResponseWriter, r *http.Request) {
	if f.ready.stopping.Load() {
		writeHealth(w, errStopping)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), readyWithin+time.Second)
	defer cancel()
	writeHealth(w, f.ready.check(ctx))
}

var errStopping = errors.New("stopping")

func writeHealth(w http.ResponseWriter, err error) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	state := "ok"
	if err != nil {
		state = "unavailable" // not why: the text may name hosts
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	_ = json.NewEncoder(w).Encode(map[string]string{"status": state}) // an error means that the client has gone
}
