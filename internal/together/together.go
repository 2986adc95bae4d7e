// Package together answers what is asked at the same time with one call, such as one statement for many members.
//
// Promises:
//   - Where no call runs, a key is asked for at once. While one runs, further keys wait and go together in the next. There is
//     no timer.
//   - A call begins after all of its keys were asked for, so its answer is as fresh as that of a call of one's own.
//   - Whoever leaves takes nobody along. An error or a panic of the call is everybody's who waits for it.
package together

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
	"time"
)

const (
	// overdue is how long a batch waits for the calls before it. Then it goes beside them: a call that hangs holds up only its own.
	overdue = time.Second
	// mostCalls bounds how many calls run at the same time.
	mostCalls = 4
)

// ErrEnded stands for the error of a call that ended its goroutine.
var ErrEnded = errors.New("together: the call ended early")

// Group answers questions of one kind. It is safe for concurrent use.
type Group[K comparable, V any] struct {
	most int
	call func(ctx context.Context, keys []K) (map[K]V, error)

	mu sync.Mutex
	// running is how many calls run.
	running int
	// waiting are the batches that have not begun, the oldest first.
	waiting []*batch[K, V]
}

// batch is the questions that go together in a call.
type batch[K comparable, V any] struct {
	keys  []K
	asked map[K]struct{}
	// left is how many still wait for it. When nobody does, the call is cancelled.
	left   int
	ctx    context.Context //nolint:containedctx // it belongs to the call, not to one of those who asked
	cancel context.CancelFunc
	// late starts the batch beside a call that hangs; nil if nothing ran when it was made.
	late *time.Timer
	// done is closed when found and err are there.
	done  chan struct{}
	found map[K]V
	err   error
	// panicked is what the call panicked with.
	panicked any
}

// New returns a group that calls with at most so many keys. The call's map leaves out a key for which there is nothing.
func New[K comparable, V any](most int, call func(ctx context.Context, keys []K) (map[K]V, error)) *Group[K, V] {
	return &Group[K, V]{most: most, call: call}
}

// Ask returns the answer for a key, and whether there is one.
func (g *Group[K, V]) Ask(ctx context.Context, key K) (answer V, found bool, err error) {
	if err := ctx.Err(); err != nil {
		return answer, false, err
	}
	b := g.join(key)
	defer g.leave(b)
	select {
	case <-b.done:
	case <-ctx.Done():
		return answer, false, ctx.Err()
	}
	if b.panicked != nil {
		panic(b.panicked)
	}
	answer, found = b.found[key]
	return answer, found, b.err
}

// join adds a key to the batch that goes next, or begins one.
func (g *Group[K, V]) join(key K) *batch[K, V] {
	g.mu.Lock()
	defer g.mu.Unlock()
	if last := len(g.waiting) - 1; last >= 0 {
		if b := g.waiting[last]; b.add(key, g.most) {
			return b
		}
	}
	b := &batch[K, V]{asked: map[K]struct{}{}, done: make(chan struct{})}
	b.ctx, b.cancel = context.WithCancel(context.Background()) //nolint:gosec // leave cancels it
	b.add(key, g.most)
	if g.running == 0 {
		g.running++
		go g.run(b)
		return b
	}
	g.waiting = append(g.waiting, b)
	b.late = time.AfterFunc(overdue, func() { g.hurry(b) })
	return b
}

// add adds a key to a batch that has not begun. It reports false if the batch is full.
func (b *batch[K, V]) add(key K, most int) bool {
	if _, there := b.asked[key]; !there {
		if len(b.keys) >= most {
			return false
		}
		b.keys, b.asked[key] = append(b.keys, key), struct{}{}
	}
	b.left++
	return true
}

// leave notes that one of those who asked waits no more.
func (g *Group[K, V]) leave(b *batch[K, V]) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if b.left--; b.left == 0 {
		b.cancel()
		g.take(b)
	}
}

// take takes a batch from those that wait, and reports whether it was there. From then on nobody joins it.
func (g *Group[K, V]) take(b *batch[K, V]) bool {
	at := slices.Index(g.waiting, b)
	if at < 0 {
		return false
	}
	g.waiting = slices.Delete(g.waiting, at, at+1)
	b.late.Stop()
	return true
}

// run makes the call of a batch, and then the next one.
func (g *Group[K, V]) run(b *batch[K, V]) {
	defer g.next()
	g.answer(b)
}

// next begins the oldest batch that waits. Without one, a call less runs.
func (g *Group[K, V]) next() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.waiting) == 0 {
		g.running--
		return
	}
	b := g.waiting[0]
	g.take(b)
	go g.run(b)
}

// hurry begins a batch that has waited too long, if it still waits and not too many calls hang.
func (g *Group[K, V]) hurry(b *batch[K, V]) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.running < mostCalls && g.take(b) {
		g.running++
		go g.run(b)
	}
}

// answer makes the call of a batch. Whatever becomes of the call, those who wait get an answer.
func (g *Group[K, V]) answer(b *batch[K, V]) {
	b.err = ErrEnded
	defer close(b.done)
	defer func() {
		if p := recover(); p != nil {
			b.panicked = fmt.Sprintf("%v\n\n%s", p, debug.Stack())
		}
	}()
	b.found, b.err = g.call(b.ctx, b.keys)
}
