package httpapi

import (
	"context"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"krapao/fault"
	"krapao/internal/ratelimit"
)

// How many may read uploaded files at once: each holds a part of a file in memory for as long as its connection takes it in.
const (
	readersOfAddress = 16
	readersInAll     = 128
	// readerWaits is how long one more waits for a place; it may come again after readerAgain.
	readerWaits = 10 * time.Second
	readerAgain = 5 * time.Second
)

// readers are those places. Who comes when all of its address, or of the house, are taken waits for one.
type readers struct {
	house   *semaphore.Weighted
	mu      sync.Mutex
	address map[string]*places
}

// places are those of one address. It is kept while somebody has one or waits.
type places struct {
	free  *semaphore.Weighted
	users int
}

func newReaders() *readers {
	return &readers{house: semaphore.NewWeighted(readersInAll), address: map[string]*places{}}
}

// enter takes a place, or refuses with REQUEST_LIMIT and when to come again.
func (r *readers) enter(ctx context.Context, address string) (leave func(), err error) {
	ctx, cancel := context.WithTimeout(ctx, readerWaits)
	defer cancel()
	p := r.of(address)
	if err := p.free.Acquire(ctx, 1); err != nil {
		r.left(address, p)
		return nil, tooManyReaders(err)
	}
	if err := r.house.Acquire(ctx, 1); err != nil {
		p.free.Release(1)
		r.left(address, p)
		return nil, tooManyReaders(err)
	}
	return func() {
		r.house.Release(1)
		p.free.Release(1)
		r.left(address, p)
	}, nil
}

func tooManyReaders(err error) error {
	return fault.Wrap(err, fault.REQUEST_LIMIT, "too many files are being read").With(ratelimit.WaitParam, int(readerAgain/time.Second))
}

func (r *readers) of(address string) *places {
	r.mu.Lock()
	defer r.mu.Unlock()
	p := r.address[address]
	if p == nil {
		p = &places{free: semaphore.NewWeighted(readersOfAddress)}
		r.address[address] = p
	}
	p.users++
	return p
}

func (r *readers) left(address string, p *places) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if p.users--; p.users == 0 {
		delete(r.address, address)
	}
}
