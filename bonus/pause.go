package bonus

import (
	"sync"
	"time"
)

// The pauses between two tries to end one condition. While the games are asked the member can't move money, and a game that
// can't be read takes long to fail.
const (
	firstPause   = 2 * time.Second
	longestPause = time.Minute
)

// retries holds the time of the next try for each condition that this process has tried to end.
type retries struct {
	mu   sync.Mutex
	next map[string]retry
}

type retry struct {
	at    time.Time
	pause time.Duration
}

// begin reports whether a condition may be tried now. If so, it doubles the pause until the next try.
func (r *retries) begin(condition string, now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	last, tried := r.next[condition]
	if tried && now.Before(last.at) {
		return false
	}
	pause := min(longestPause, max(firstPause, 2*last.pause))
	if r.next == nil {
		r.next = map[string]retry{}
	}
	r.next[condition] = retry{now.Add(pause), pause}
	return true
}

// end forgets a condition that has ended.
func (r *retries) end(condition string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.next, condition)
}
