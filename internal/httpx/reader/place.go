// Package reader serves uploaded files to few readers at once, fairly by their networks, and as quickly as they read.
package reader

import (
	"context"
	"slices"
	"sync"
	"time"

	"krapao/fault"
	"krapao/internal/ratelimit"
)

// How many may read uploaded files at once. Each of them holds a part of a file in memory for as long as its connection takes
// it in.
const (
	readersOfAddress = 16
	readersInAll     = 128
	// readerWaits is how long another reader waits for a place. When it is refused, it may come again after readerAgain.
	readerWaits = 10 * time.Second
	readerAgain = 5 * time.Second
	// readerTurn is how long a reader surely keeps its place while networks with fewer places wait.
	readerTurn = 3 * time.Second
	// A reader that takes less than readerTakes in readerWithin wastes its place: that is 8 KB a second, a third of the speed of
	// the slowest mobile network. A browser that goes on later asks for the rest.
	readerTakes  = 80 << 10
	readerWithin = 10 * time.Second
	// readerPiece is how many bytes are sent between two measurements.
	readerPiece = 16 << 10
)

// Places hands out the places to read. A reader waits for one while all places of its address, or all places, are taken.
// Networks share the places fairly. The next free place goes to the network that has the fewest. While a network waits, one
// that has at least two more gives back the place that it has had longest. So a few addresses that read slowly keep nobody out.
type Places struct {
	mu      sync.Mutex
	total   int
	held    map[string][]*reader // by address, the longest-held place first
	waiting []*reader            // the longest-waiting first
}

// reader has a place or waits for one.
type reader struct {
	address string
	since   time.Time
	// seated is closed when it has a place.
	seated chan struct{}
	// cut ends its reading, so that it gives the place back. It may be called more than once.
	cut func()
}

// New returns the places of a node; all are free.
func New() *Places { return &Places{held: map[string][]*reader{}} }

// enter takes a place, or refuses with REQUEST_LIMIT and the seconds to wait.
func (r *Places) enter(ctx context.Context, address string, cut func()) (leave func(), err error) {
	ctx, cancel := context.WithTimeout(ctx, readerWaits)
	defer cancel()
	one := &reader{address: address, seated: make(chan struct{}), cut: cut}
	r.mu.Lock()
	r.waiting = append(r.waiting, one)
	r.seat()
	r.mu.Unlock()
	look := time.NewTicker(time.Second)
	defer look.Stop()
	for {
		select {
		case <-one.seated:
			return func() { r.leave(one) }, nil
		case <-look.C:
			r.makeRoom(one)
		case <-ctx.Done():
			r.leave(one)
			return nil, fault.Wrap(ctx.Err(), fault.REQUEST_LIMIT, "too many files are being read").
				With(ratelimit.WaitParam, int(readerAgain/time.Second))
		}
	}
}

// seat gives free places to waiting readers, the network with the fewest places first.
func (r *Places) seat() {
	for r.total < readersInAll {
		next := -1
		for i, one := range r.waiting {
			has := len(r.held[one.address])
			if has < readersOfAddress && (next < 0 || has < len(r.held[r.waiting[next].address])) {
				next = i
			}
		}
		if next < 0 {
			return
		}
		one := r.waiting[next]
		r.waiting = slices.Delete(r.waiting, next, next+1)
		one.since = time.Now()
		r.held[one.address] = append(r.held[one.address], one)
		r.total++
		close(one.seated)
	}
}

// makeRoom makes the network with the most places give one back, for a waiting reader whose network has fewer.
func (r *Places) makeRoom(one *reader) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.total < readersInAll {
		return // it waits for a place of its own network
	}
	var most []*reader
	for _, of := range r.held {
		if len(of) > len(most) {
			most = of
		}
	}
	if len(most) > len(r.held[one.address])+1 && time.Since(most[0].since) >= readerTurn {
		most[0].cut()
	}
}

// leave gives a place back, or stops waiting for one.
func (r *Places) leave(one *reader) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.waiting = slices.DeleteFunc(r.waiting, func(w *reader) bool { return w == one })
	of := r.held[one.address]
	if at := slices.Index(of, one); at >= 0 {
		r.total--
		if of = slices.Delete(of, at, at+1); len(of) == 0 {
			delete(r.held, one.address)
		} else {
			r.held[one.address] = of
		}
	}
	r.seat()
}
