package otp

import (
	"context"
	"sync"
	"time"
)

// pace remembers how long recent calls took, so that an answer without a call can take as long.
type pace struct {
	mu   sync.Mutex
	last []time.Duration
	next int
}

// remembered is how many calls pace remembers.
const remembered = 32

// took records that a call which began at a time has ended.
func (p *pace) took(began time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.last) < remembered {
		p.last = append(p.last, time.Since(began))
		return
	}
	p.last[p.next%remembered] = time.Since(began)
	p.next++
}

// waitLike waits until as much time has passed since began as one of the remembered calls took, each in turn. Before the
// first call it does not wait.
func (p *pace) waitLike(ctx context.Context, began time.Time) {
	p.mu.Lock()
	var long time.Duration
	if len(p.last) > 0 {
		long = p.last[p.next%len(p.last)]
		p.next++
	}
	p.mu.Unlock()
	wait := time.NewTimer(long - time.Since(began))
	defer wait.Stop()
	select {
	case <-wait.C:
	case <-ctx.Done():
	}
}
