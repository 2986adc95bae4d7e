package ledger

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"krapao/internal/store"
)

const (
	// maxBatch bounds one commit: beyond it the next starts, so that nobody waits for a crowd.
	maxBatch = 256
	// maxQueue is how many callers may wait before the next one waits to be let in.
	maxQueue = 4 * maxBatch
	// maxYields bounds how often the writer gives way before a batch: some microseconds in all.
	maxYields = 64
)

// ErrClosed is returned after Close: nothing was done.
var ErrClosed = errors.New("ledger: closed")

// writer is the node's one ordered writer. What waits while a commit runs is the next batch: no timer, so a lone caller
// never waits for company, and a crowd shares the cost of a commit.
type writer struct {
	queue  chan *item
	commit func(items []*item) error

	mu     sync.RWMutex // held for reading while handing in, for writing by close
	closed bool
	done   chan struct{}

	taken atomic.Int64 // batches begun
}

// startWriter runs a writer; commit brings a batch to disk and sets every item's result, or returns the error of them all.
func startWriter(commit func(items []*item) error) *writer {
	w := &writer{queue: make(chan *item, maxQueue), commit: commit, done: make(chan struct{})}
	go w.run()
	return w
}

func (w *writer) run() {
	defer close(w.done)
	batch := make([]*item, 0, maxBatch)
	crowd, before := 0, 0
	for first := range w.queue {
		w.letIn(crowd)
		batch = w.gather(append(batch[:0], first))
		crowd, before = len(batch)+before, len(batch)
		w.taken.Add(1)
		if err := w.commit(batch); err != nil {
			for _, i := range batch {
				i.result, i.err = Result{}, err
			}
		}
		for _, i := range batch {
			close(i.done)
		}
	}
}

// letIn lets a crowd like that of the last two batches hand in, which their commits have just released: the quickest
// should not go alone. It gives the processor away a few times and never sleeps; a lone caller waits for nobody.
func (w *writer) letIn(crowd int) {
	for n := 0; crowd > 2 && len(w.queue)+1 < crowd && n < maxYields; n++ {
		runtime.Gosched()
	}
}

func (w *writer) gather(batch []*item) []*item {
	for len(batch) < maxBatch {
		select {
		case i, open := <-w.queue:
			if !open {
				return batch
			}
			batch = append(batch, i)
		default:
			return batch
		}
	}
	return batch
}

// submit hands an item in and waits for its answer. A caller that gives up gets an unknown: the work may still commit.
func (w *writer) submit(ctx context.Context, i *item) error {
	i.done = make(chan struct{})
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
	w.mu.RLock()
	defer w.mu.RUnlock()
	return w.closed
}

func (w *writer) enqueue(ctx context.Context, i *item) error {
	w.mu.RLock()
	defer w.mu.RUnlock()
	if w.closed {
		return ErrClosed
	}
	select {
	case w.queue <- i:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// close finishes what was handed in.
func (w *writer) close() {
	w.mu.Lock()
	if !w.closed {
		w.closed = true
		close(w.queue)
	}
	w.mu.Unlock()
	<-w.done
}
