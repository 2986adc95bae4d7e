package otp

import (
	"context"
	"sync"
	"time"
)

// pace keeps how long calls of a kind took lately, so that an answer without one takes as long.
type pace struct {
	mu   sync.Mutex
	last []time.Duration
	next int
}

// remembered is how many calls are kept.
const remembered = 32

// took says that a call that began at a time has ended.
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

// like waits until as much has passed since a time as one of the calls took, each in its turn; before the first, nothing.
func (p *pace) like(ctx context.Context, began time.Time) {
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
