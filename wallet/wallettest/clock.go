package wallettest

import (
	"sync"
	"time"
)

// Ahead is the bubble's clock, which a test moves on by whole days: transfers are made, then the night comes.
type Ahead struct {
	mu sync.Mutex
	by time.Duration
}

// Now implements clock.Clock.
func (a *Ahead) Now() time.Time {
	a.mu.Lock()
	defer a.mu.Unlock()
	return time.Now().UTC().Add(a.by).Truncate(time.Microsecond)
}

// Move moves it on.
func (a *Ahead) Move(by time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.by += by
}
