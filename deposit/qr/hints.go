package qr

import (
	"context"
	"fmt"
	"sync"
	"time"

	"krapao/internal/clock"
	"krapao/internal/patience"
	"krapao/internal/ratelimit"
)

// hints makes one inquiry of many hints about a reference.
//
// A hint that comes while an inquiry is under way may be of a payment that this one does not see yet, so it waits for the next,
// which all that come meanwhile share. A code that is paid is credited at once, and one that is paid again soon after; only who
// hints on and on waits longer, five seconds an inquiry.
type hints struct {
	limiter *ratelimit.Limiter
	mu      sync.Mutex
	looks   map[string]*looks
}

// looks are the inquiries about one reference: under way, and to come. Either may be nil.
type looks struct{ running, next *look }

type look struct {
	done chan struct{}
	err  error // once done
}

// inquiries is how many hints may cause about one reference: 12 a minute in the long run, as an open code is asked about anyway.
var inquiries = ratelimit.Limit{Name: "inquiry", Count: 12, Per: time.Minute, Burst: 3}

func newHints() *hints {
	return &hints{limiter: ratelimit.New(ratelimit.NewMemory(), clock.System{}), looks: map[string]*looks{}}
}

// look waits for an inquiry that began after it was called. What has begun goes on when the caller leaves.
func (h *hints) look(ctx context.Context, reference string, ask func(context.Context) error) error {
	l := h.join(ctx, reference, ask)
	select {
	case <-l.done:
		return l.err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (h *hints) join(ctx context.Context, reference string, ask func(context.Context) error) *look {
	h.mu.Lock()
	defer h.mu.Unlock()
	about := h.looks[reference]
	if about == nil {
		about = &looks{}
		h.looks[reference] = about
	}
	if about.next != nil {
		return about.next
	}
	l := &look{done: make(chan struct{})}
	about.next = l
	before := about.running
	go func() {
		ctx, cancel := patience.Request(context.WithoutCancel(ctx))
		defer cancel()
		h.run(ctx, reference, about, l, before, ask)
	}()
	return l
}

// run waits for the inquiry before and for its own turn, and asks.
func (h *hints) run(ctx context.Context, reference string, about *looks, l, before *look, ask func(context.Context) error) {
	if before != nil {
		<-before.done
	}
	err := h.turn(ctx, reference)
	h.mu.Lock()
	about.running, about.next = l, nil // who comes from here on waits for another
	h.mu.Unlock()
	if err == nil {
		err = contained(func() error { return ask(ctx) })
	}
	h.mu.Lock()
	l.err = err
	if about.running = nil; about.next == nil {
		delete(h.looks, reference)
	}
	h.mu.Unlock()
	close(l.done)
}

// turn waits until one more inquiry about a reference is allowed.
func (h *hints) turn(ctx context.Context, reference string) error {
	for {
		d, err := h.limiter.Take(ctx, inquiries.On(reference))
		if err != nil || d.Allowed {
			return err
		}
		select {
		case <-time.After(d.Wait):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// contained keeps a panic of an inquiry from ending the node: it runs beside the request that caused it.
func contained(ask func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("deposit: inquiry: panic: %v", p)
		}
	}()
	return ask()
}
