package outbound

import (
	"sync"
	"time"
)

// breaker is a circuit breaker. It opens after so many failures in a row. When its time is over it admits one trial call,
// and all calls once that one succeeded.
type breaker struct {
	threshold int
	openFor   time.Duration
	now       func() time.Time

	mu       sync.Mutex
	failures int
	until    time.Time
	trying   bool
}

// admit reports whether a call may be made.
func (b *breaker) admit() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case b.failures < b.threshold:
		return true
	case b.trying || b.now().Before(b.until):
		return false
	}
	b.trying = true
	return true
}

// ignore ends a call that says nothing about the system.
func (b *breaker) ignore() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.trying = false
}

// record counts a call that succeeded or failed, and reports whether the breaker is open after it.
func (b *breaker) record(ok bool) (open bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.trying = false
	if ok {
		b.failures = 0
		return false
	}
	b.failures++
	if b.failures < b.threshold {
		return false
	}
	b.until = b.now().Add(b.openFor)
	return true
}
