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

// hints makes one inquiry for many hints about a reference.
//
// A hint that comes while an inquiry is under way may be about a payment that this inquiry does not see yet. So it waits for
// the next one, which all hints share that come in the meantime. A paid code is credited at once, and a second payment soon
// after. Only a caller that hints again and again waits longer: five seconds for each inquiry.
type hints struct {
	limiter *ratelimit.Limiter
	mu      sync.Mutex
	looks   map[string]*looks
}

// looks are the inquiries about one reference: the one under way and the next one. Either may be nil.
type looks struct{ running, next *look }

type look struct {
	done chan struct{}
	err  error // valid once done is closed
}

// inquiries limits the inquiries caused by hints about one reference to 12 a minute in the long run, which is also
// how often an open code is asked about.
var inquiries = ratelimit.Limit{Name: "inquiry", Count: 12, Per: time.Minute, Burst: 3}

func newHints() *hints {
	return &hints{limiter: ratelimit.New(ratelimit.NewMemory(), clock.System{}), looks: map[string]*looks{}}
}

// look waits for an inquiry that began after the call. An inquiry goes on if its caller leaves.
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

// run waits for the inquiry before it and for its turn, and then asks.
func (h *hints) run(ctx context.Context, reference string, about *looks, l, before *look, ask func(context.Context) error) {
	if before != nil {
		<-before.done
	}
	err := h.turn(ctx, reference)
	h.mu.Lock()
	about.running, about.next = l, nil // a hint that comes after this waits for another inquiry
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

// turn waits until the limit allows one more inquiry about a reference.
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

// contained returns a panic of an inquiry as an error. The inquiry runs beside the request that caused it, so that a
// panic would end the node.
func contained(ask func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("deposit: inquiry: panic: %v", p)
		}
	}()
	return ask()
}
