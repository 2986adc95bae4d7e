package clock

import (
	"sync"
	"time"
)

// Shared is the time of all nodes over one database, as one of them tells it: its own clock, and how far that is from theirs. By
// it a lease, a pause and an age mean the same to all, however wrong a node's machine is. It never goes back once it is used.
type Shared struct {
	of Clock

	mu    sync.Mutex
	ahead time.Duration // of the node's own clock
	began time.Time     // when this node began, by its own clock
	whole time.Time
}

// NewShared begins one that nobody shares yet.
func NewShared(of Clock) *Shared { return &Shared{of: of, began: of.Now()} }

// Now implements Clock.
func (s *Shared) Now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.of.Now().Add(s.ahead)
}

// Join takes the others' time, at, which may be earlier than this node's own: nothing goes by it yet. Since whole they have
// counted time without a leap.
func (s *Shared) Join(at, whole time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ahead = at.Sub(s.of.Now())
	s.whole = whole
}

// Follow goes ahead to the others' time, at, where that is later. By more than clocks may lie apart it is a leap, and nothing
// that was counted before it is certain.
func (s *Shared) Follow(at, whole time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	later := at.Sub(s.of.Now().Add(s.ahead))
	if later > Skew && whole.Before(at) {
		whole = at
	}
	s.ahead += max(later, 0)
	if whole.After(s.whole) {
		s.whole = whole
	}
}

// CountFrom is the moment from which a wait is counted that begins at a stored one, where money is decided by its end: never
// earlier than that moment was. What was written before the last leap (a restart with another clock, or after a long time) counts
// from the leap, as nobody knows how long that took; so does what lies ahead, as a clock wrote it that is set right now.
func (s *Shared) CountFrom(stored time.Time) time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	leap := s.whole
	if leap.IsZero() {
		leap = s.began.Add(s.ahead)
	}
	if stored.Before(s.whole) || stored.After(s.of.Now().Add(s.ahead+Skew)) {
		return leap
	}
	return stored
}

// Gap is by how much the machine's clock is ahead of this one.
func (s *Shared) Gap() time.Duration {
	var gap time.Duration
	if set, is := s.of.(interface{ Gap() time.Duration }); is {
		gap = set.Gap()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return gap - s.ahead
}
