package ledger

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
	// maxBatch bounds one commit: beyond it the next starts, so that nobody waits for a crowd.
	maxBatch = 256
	// maxQueue is how many callers may wait before the next one waits to be let in.
	maxQueue = 4 * maxBatch
	// maxYields bounds how often a lane gives way before a batch: some microseconds in all.
	maxYields = 64
)

// ErrClosed is returned after Close: nothing was done.
var ErrClosed = errors.New("ledger: closed")

// writer is the node's one ordered queue. What waits while a commit runs is the next batch: no timer, so a lone caller
// never waits for company, and a crowd shares the cost of a commit.
//
// It has a lane for each connection that can commit beside the others: while the database works on one batch, another is
// decided. Two lanes never hold the same account: an order on an account that is under way waits for it, and whatever
// names one of its accounts after it waits behind it. So commands on one account keep their order, a hot account's crowd
// goes together, and no lane waits for a lock of another.
type writer struct {
	room chan struct{} // a place in the queue each

	mu     sync.Mutex
	change sync.Cond // something was handed in, or a lane came back, or the writer closed
	queue  []*item
	busy   map[int64]bool // accounts under way
	closed bool

	lanes sync.WaitGroup
	taken atomic.Int64 // batches begun
	// observed is told of each batch.
	observed atomic.Pointer[func(commands int, took time.Duration, err error)]
}

// startWriter runs a writer with a lane for each commit, which brings a batch to disk and sets every item's result, or
// returns the error of them all.
func startWriter(commits ...func(items []*item) error) *writer {
	w := &writer{room: make(chan struct{}, maxQueue), busy: map[int64]bool{}}
	w.change.L = &w.mu
	for _, commit := range commits {
		w.lanes.Go(func() { w.run(commit) })
	}
	return w
}

// run is one lane.
func (w *writer) run(commit func(items []*item) error) {
	crowd, before := 0, 0
	for {
		batch := w.next(crowd)
		if batch == nil {
			return
		}
		crowd, before = len(batch)+before, len(batch)
		w.taken.Add(1)
		began := time.Now()
		err := commit(batch)
		w.observe(len(batch), time.Since(began), err)
		if err != nil {
			for _, i := range batch {
				i.result, i.err = Result{}, err
			}
		}
		w.release(batch)
	}
}

func (w *writer) observe(commands int, took time.Duration, err error) {
	if f := w.observed.Load(); f != nil {
		(*f)(commands, took, err)
	}
}

// waiting is how many commands wait for a batch.
func (w *writer) waiting() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.queue)
}

// next waits for something to do; nil after close, when nothing is left.
func (w *writer) next(crowd int) []*item {
	w.mu.Lock()
	defer w.mu.Unlock()
	for {
		w.letIn(crowd)
		if batch := w.take(); batch != nil {
			return batch
		}
		if w.closed && len(w.queue) == 0 {
			return nil
		}
		w.change.Wait()
	}
}

// letIn lets a crowd like that of the last two batches hand in, which their commits have just released: the quickest
// should not go alone. It gives the processor away a few times and never sleeps; a lone caller waits for nobody.
func (w *writer) letIn(crowd int) {
	for n := 0; crowd > 2 && len(w.queue) < crowd && n < maxYields; n++ {
		w.mu.Unlock()
		runtime.Gosched()
		w.mu.Lock()
	}
}

// take takes what can go now out of the queue, in order, and marks its accounts as under way.
func (w *writer) take() []*item {
	if len(w.queue) == 0 {
		return nil
	}
	var batch []*item
	var waiting map[int64]bool // accounts of orders that stay
	rest := w.queue[:0]
	for n, i := range w.queue {
		if len(batch) == maxBatch {
			rest = append(rest, w.queue[n:]...)
			break
		}
		if i.isOrder() && (w.busy[i.debit] || w.busy[i.credit] || waiting[i.debit] || waiting[i.credit]) {
			if waiting == nil {
				waiting = map[int64]bool{}
			}
			waiting[i.debit], waiting[i.credit] = true, true
			rest = append(rest, i)
			continue
		}
		if i.isOrder() && i.givenUp() {
			<-w.room
			continue
		}
		batch = append(batch, i)
	}
	clear(w.queue[len(rest):])
	w.queue = rest
	for _, i := range batch {
		if i.isOrder() {
			w.busy[i.debit], w.busy[i.credit] = true, true
		}
		<-w.room
	}
	return batch
}

// givenUp ends an order that nobody waits for any more.
func (i *item) givenUp() bool {
	if i.err = i.waits(); i.err == nil {
		return false
	}
	close(i.done)
	return true
}

// release ends a batch: its accounts are free, its callers have their answers.
func (w *writer) release(batch []*item) {
	w.mu.Lock()
	for _, i := range batch {
		if i.isOrder() {
			delete(w.busy, i.debit)
			delete(w.busy, i.credit)
		}
	}
	waiting := len(w.queue) > 0
	w.mu.Unlock()
	if waiting {
		w.change.Broadcast()
	}
	for _, i := range batch {
		close(i.done)
	}
}

// submit hands an item in and waits for its answer. A caller that gives up gets an unknown: the work may still commit, where
// its turn has come.
func (w *writer) submit(ctx context.Context, i *item) error {
	i.done, i.waits = make(chan struct{}), func() error { return patience.Begin(ctx) }
	if err := w.enqueue(ctx, i); err != nil {
		return err
	}
	select {
	case <-i.done:
		return i.err
	case <-ctx.Done():
		return fmt.Errorf("%w: %w", store.ErrUnknown, ctx.Err())
	}
}

func (w *writer) isClosed() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.closed
}

func (w *writer) enqueue(ctx context.Context, i *item) error {
	select {
	case w.room <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		<-w.room
		return ErrClosed
	}
	w.queue = append(w.queue, i)
	w.change.Signal()
	return nil
}

// close finishes what was handed in.
func (w *writer) close() {
	w.mu.Lock()
	w.closed = true
	w.mu.Unlock()
	w.change.Broadcast()
	w.lanes.Wait()
}
