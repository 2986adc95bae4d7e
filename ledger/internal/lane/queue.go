// Package lane is a node's one ordered queue of commands on accounts, and the lanes that take batches from it.
//
// The commands that wait while a commit runs are the next batch. There is no timer: a lone caller never waits for company,
// and a crowd shares the cost of a commit.
//
// There is a lane for each connection that can commit beside the others: while the database works on one batch, another
// batch is decided. Two lanes never hold the same account. An order on an account that is under way waits for it, and a later
// order that names one of its accounts waits behind it. So commands on one account keep their order, the crowd of a hot
// account goes together, and no lane waits for a lock of another.
package lane

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"krapao/internal/patience"
	"krapao/internal/store"
)

const (
	// maxBatch bounds one commit: the commands beyond it go with the next, so that nobody waits for a crowd.
	maxBatch = 256
	// MaxQueue is how many callers may wait in the queue; further ones wait for a place in it.
	MaxQueue = 4 * maxBatch
	// maxYields bounds how often a lane yields before a batch: some microseconds in all.
	maxYields = 64
)

// ErrClosed is returned after Close: nothing was done.
var ErrClosed = errors.New("ledger: closed")

// Command is what the queue has to know of a command.
type Command interface {
	// Accounts returns the two accounts that the command needs for itself; exclusive is false for a command that needs none.
	Accounts() (debit, credit int64, exclusive bool)
	// Fail makes err the command's answer, in place of any other.
	Fail(err error)
	// Err is the error of the command's answer.
	Err() error
	// place is where the queue keeps what it knows of the command: the Place that it embeds.
	place() *Place
}

// Place is a command's place in the queue. Embed one in each command.
type Place struct {
	// waits returns an error when the caller gave up: nothing is begun for a caller that left before its turn.
	waits func() error
	done  chan struct{}
}

// place returns p, for the command that embeds it.
func (p *Place) place() *Place { return p }

// Observer is called with each batch. It must return at once.
type Observer func(commands int, took time.Duration, err error)

// Queue is the queue with its lanes.
type Queue[C Command] struct {
	room chan struct{} // a place in the queue each

	mu     sync.Mutex
	change sync.Cond // a command was added, or a lane came back, or the queue closed
	queue  []C
	busy   map[int64]bool // accounts under way
	closed bool

	lanes    sync.WaitGroup
	taken    atomic.Int64 // batches begun
	observer atomic.Pointer[Observer]
}

// Start runs a queue with a lane for each commit. A commit brings a batch to disk and gives every command its answer, or
// returns the error of all of them.
func Start[C Command](commits ...func(batch []C) error) *Queue[C] {
	q := &Queue[C]{room: make(chan struct{}, MaxQueue), busy: map[int64]bool{}}
	q.change.L = &q.mu
	for _, commit := range commits {
		q.lanes.Go(func() { q.run(commit) })
	}
	return q
}

// Observe sets the observer of batches.
func (q *Queue[C]) Observe(f Observer) { q.observer.Store(&f) }

// run is one lane.
func (q *Queue[C]) run(commit func(batch []C) error) {
	crowd, before := 0, 0
	for {
		batch := q.next(crowd)
		if batch == nil {
			return
		}
		crowd, before = len(batch)+before, len(batch)
		q.taken.Add(1)
		began := time.Now()
		err := commit(batch)
		if f := q.observer.Load(); f != nil {
			(*f)(len(batch), time.Since(began), err)
		}
		if err != nil {
			for _, c := range batch {
				c.Fail(err)
			}
		}
		q.release(batch)
	}
}

// Waiting returns how many commands wait for a batch.
func (q *Queue[C]) Waiting() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.queue)
}

// Taken returns how many batches were begun.
func (q *Queue[C]) Taken() int64 { return q.taken.Load() }

// next waits for something to do; nil after Close, when nothing is left.
func (q *Queue[C]) next(crowd int) []C {
	q.mu.Lock()
	defer q.mu.Unlock()
	for {
		q.yield(crowd)
		if batch := q.take(); batch != nil {
			return batch
		}
		if q.closed && len(q.queue) == 0 {
			return nil
		}
		q.change.Wait()
	}
}

// yield gives up the processor a few times, so that callers whom the last two batches have just released can join the next
// one. Without it the fastest caller would go alone. It never sleeps, and a lone caller waits for nobody.
func (q *Queue[C]) yield(crowd int) {
	for n := 0; crowd > 2 && len(q.queue) < crowd && n < maxYields; n++ {
		q.mu.Unlock()
		runtime.Gosched()
		q.mu.Lock()
	}
}

// take takes the commands that can go now out of the queue, in order, and marks their accounts as under way.
func (q *Queue[C]) take() []C {
	if len(q.queue) == 0 {
		return nil
	}
	var batch []C
	var waiting map[int64]bool // accounts of orders that stay
	rest := q.queue[:0]
	for n, c := range q.queue {
		if len(batch) == maxBatch {
			rest = append(rest, q.queue[n:]...)
			break
		}
		debit, credit, exclusive := c.Accounts()
		if exclusive && (q.busy[debit] || q.busy[credit] || waiting[debit] || waiting[credit]) {
			if waiting == nil {
				waiting = map[int64]bool{}
			}
			waiting[debit], waiting[credit] = true, true
			rest = append(rest, c)
			continue
		}
		if exclusive && abandoned(c) {
			<-q.room
			continue
		}
		batch = append(batch, c)
	}
	clear(q.queue[len(rest):])
	q.queue = rest
	for _, c := range batch {
		if debit, credit, exclusive := c.Accounts(); exclusive {
			q.busy[debit], q.busy[credit] = true, true
		}
		<-q.room
	}
	return batch
}

// abandoned reports whether an order's caller gave up before its turn, and ends the order if so.
func abandoned[C Command](c C) bool {
	err := c.place().waits()
	if err == nil {
		return false
	}
	c.Fail(err)
	close(c.place().done)
	return true
}

// release ends a batch: its accounts are free, its callers have their answers.
func (q *Queue[C]) release(batch []C) {
	q.mu.Lock()
	for _, c := range batch {
		if debit, credit, exclusive := c.Accounts(); exclusive {
			delete(q.busy, debit)
			delete(q.busy, credit)
		}
	}
	waiting := len(q.queue) > 0
	q.mu.Unlock()
	if waiting {
		q.change.Broadcast()
	}
	for _, c := range batch {
		close(c.place().done)
	}
}

// Submit adds a command and waits for its answer. A caller whose context ends gets store.ErrUnknown: the command may still be
// committed, where its turn has come.
func (q *Queue[C]) Submit(ctx context.Context, c C) error {
	p := c.place()
	p.done, p.waits = make(chan struct{}), func() error { return patience.Begin(ctx) }
	if err := q.enqueue(ctx, c); err != nil {
		return err
	}
	select {
	case <-p.done:
		return c.Err()
	case <-ctx.Done():
		return fmt.Errorf("%w: %w", store.ErrUnknown, ctx.Err())
	}
}

// Closed reports whether Close was called.
func (q *Queue[C]) Closed() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.closed
}

func (q *Queue[C]) enqueue(ctx context.Context, c C) error {
	select {
	case q.room <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		<-q.room
		return ErrClosed
	}
	q.queue = append(q.queue, c)
	q.change.Signal()
	return nil
}

// Close finishes the commands that were added, and refuses later ones with ErrClosed.
func (q *Queue[C]) Close() {
	q.mu.Lock()
	q.closed = true
	q.mu.Unlock()
	q.change.Broadcast()
	q.lanes.Wait()
}
