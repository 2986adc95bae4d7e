package line

import (
	"sync"
	"time"
)

// breaker leaves a system alone after so many failures in a row. When the pause is over one call tries; the others are
// let through once it succeeded.
type breaker struct {
	after int
	pause time.Duration
	now   func() time.Time

	mu       sync.Mutex
	failures int
	until    time.Time
	trying   bool
}

func (b *breaker) admit() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case b.failures < b.after:
		return true
	case b.trying || b.now().Before(b.until):
		return false
	}
	b.trying = true
	return true
}

// leave takes back a call of which it can't be said what it came to.
func (b *breaker) leave() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.trying = false
}

// report tells what a call came to, and whether the system is left alone from now on.
func (b *breaker) report(ok bool) (shut bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.trying = false
	if ok {
		b.failures = 0
		return false
	}
	b.failures++
	if b.failures < b.after {
		return false
	}
	b.until = b.now().Add(b.pause)
	return true
}
