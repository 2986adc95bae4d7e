package clock

import (
	"maps"
	"slices"
	"sync"
	"time"
)

const (
	// OutsideSkew is the gap to the outside systems' time that raises an alarm: their own clocks may be off by less, and a bank
	// refuses what was signed with more.
	OutsideSkew = 2 * time.Minute
	// toldFor is how long an outside system's time counts after its last answer.
	toldFor = time.Hour
	// fewest is how many outside systems have to be known: one of fewer could be wrong and not be outvoted.
	fewest = 3
)

// Outside compares a clock with those of outside systems. It notices a clock that was wrong from the start, to which a node
// has nothing of its own to compare. It raises an alarm and nothing more: what an outside system says about the time decides
// nothing.
type Outside struct {
	of Clock

	mu   sync.Mutex
	told map[string]told
}

// told is what one outside system's last answer said.
type told struct {
	gap time.Duration
	at  time.Time // by the machine's monotonic clock
}

// NewOutside makes one for a clock.
func NewOutside(of Clock) *Outside { return &Outside{of: of, told: map[string]told{}} }

// Saw takes in the time at which a system wrote an answer, in whole seconds, as a Date header has them. The call ended now and
// took so long. The answer was written in between, so the gap is what lies outside of that.
func (o *Outside) Saw(system string, written time.Time, took time.Duration) {
	now := o.of.Now()
	sent, second := now.Add(-took), written.Add(time.Second)
	gap := time.Duration(0)
	switch {
	case written.After(now):
		gap = now.Sub(written)
	case second.Before(sent):
		gap = sent.Sub(second)
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.told[system] = told{gap, time.Now()}
}

// Gap returns by how much the clock is ahead of the outside systems' median time, and how many of them answered within the
// last hour. known is false where they are too few. Of two middle ones the nearer counts, so that only a majority is an alarm.
func (o *Outside) Gap() (gap time.Duration, systems int, known bool) {
	gaps := slices.Sorted(maps.Values(o.Gaps()))
	n := len(gaps)
	if n < fewest {
		return 0, n, false
	}
	low, high := gaps[(n-1)/2], gaps[n/2]
	switch {
	case low < 0 && high > 0:
		return 0, n, true
	case low.Abs() > high.Abs():
		return high, n, true
	}
	return low, n, true
}

// Gaps returns by how much the clock is ahead of each system that answered within the last hour.
func (o *Outside) Gaps() map[string]time.Duration {
	o.mu.Lock()
	defer o.mu.Unlock()
	gaps := map[string]time.Duration{}
	for system, t := range o.told {
		if time.Since(t.at) <= toldFor {
			gaps[system] = t.gap
		}
	}
	return gaps
}
