package clock

import (
	"sync"
	"time"
)

// slewing bounds the correction of a clock: at most one part in so many of the time that passes. So a clock never goes back and
// never stands still, and an hour is an hour within a tenth.
const slewing = 10

// Steady is the machine's clock for one process. It starts at the machine's time, and then runs by the time that has passed.
// Setting the machine's clock, by an hour or a day, ahead or back, changes nothing at once, so a wait of the process lasts as
// long as it should. Steady approaches the machine's clock again by a tenth of the time that passes.
type Steady struct {
	read func() (passed time.Duration, wall time.Time)

	mu     sync.Mutex
	passed time.Duration
	shown  time.Time
	gap    time.Duration
}

// NewSteady makes one for this machine.
func NewSteady() *Steady {
	began := time.Now()
	return SteadyOf(func() (time.Duration, time.Time) {
		now := time.Now()
		return now.Sub(began), now.Round(0)
	})
}

// SteadyOf makes one from a function that returns the time passed, by a clock that nobody can set, and the machine's clock.
func SteadyOf(read func() (passed time.Duration, wall time.Time)) *Steady {
	passed, wall := read()
	return &Steady{read: read, passed: passed, shown: wall}
}

// Now implements Clock.
func (s *Steady) Now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	passed, wall := s.read()
	went := max(0, passed-s.passed)
	s.passed += went
	s.shown = s.shown.Add(went)
	s.gap = wall.Sub(s.shown)
	most := went / slewing
	s.shown = s.shown.Add(min(max(s.gap, -most), most))
	return s.shown.UTC().Truncate(time.Microsecond)
}

// Gap returns by how much the machine's clock is ahead of this one.
func (s *Steady) Gap() time.Duration {
	s.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.gap
}

// Rising turns a clock that may be set back into one that goes on from where it was, and approaches it again by a tenth of the
// time that passes. It follows a clock that is set ahead.
type Rising struct {
	of Clock

	mu    sync.Mutex
	last  time.Time // what the clock showed
	ahead time.Duration
}

// NewRising makes one of a clock.
func NewRising(of Clock) *Rising { return &Rising{of: of, last: of.Now()} }

// Now implements Clock.
func (r *Rising) Now() time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := r.of.Now()
	switch went := now.Sub(r.last); {
	case went < 0:
		r.ahead -= went
	case r.ahead > 0:
		r.ahead -= min(r.ahead, went/slewing)
	}
	r.last = now
	return now.Add(r.ahead).Truncate(time.Microsecond)
}

// Gap returns by how much the clock is ahead of this one: zero or less.
func (r *Rising) Gap() time.Duration {
	r.mu.Lock()
	defer r.mu.Unlock()
	return -r.ahead
}

// Skew is how far apart the clocks of nodes may be, and how far a clock may jump, before something is wrong. More raises an
// alarm, and a time that another clock wrote is not trusted.
const Skew = 5 * time.Second
