package clock

import (
	"sync"
	"time"
)

// Shared is the time of all nodes over one database, on one of them: its own clock, and how far that is from theirs. With it a
// lease, a pause and an age mean the same on all nodes, however wrong a node's machine is. It never goes back once it is used.
type Shared struct {
	of Clock

	mu    sync.Mutex
	ahead time.Duration // of the node's own clock
	began time.Time     // when this node began, by its own clock
	whole time.Time     // since when the nodes have counted time without a leap
}

// NewShared makes one that no other node shares yet.
func NewShared(of Clock) *Shared { return &Shared{of: of, began: of.Now()} }

// Now implements Clock.
func (s *Shared) Now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.of.Now().Add(s.ahead)
}

// Join takes the others' time, at. It may be earlier than this node's own, because nothing uses that yet. The others have
// counted time without a leap since whole.
func (s *Shared) Join(at, whole time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ahead = at.Sub(s.of.Now())
	s.whole = whole
}

// Follow goes ahead to the others' time, at, if that is later. If it is later by more than Skew, it is a leap, and no wait that
// was counted before it is certain.
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

// CountFrom returns the moment from which a wait that began at a stored time is counted, where money is decided by its end. It is
// never earlier than the wait really began. A time from before the last leap (a restart with another clock, or after a long time)
// counts from the leap, because nobody knows how long the leap took. So does a time that lies ahead: the clock that wrote it was
// wrong.
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

// Gap returns by how much the machine's clock is ahead of this one.
func (s *Shared) Gap() time.Duration {
	var gap time.Duration
	if set, is := s.of.(interface{ Gap() time.Duration }); is {
		gap = set.Gap()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return gap - s.ahead
}
