package clock_test

import (
	"testing"
	"time"

	"krapao/internal/clock"
)

// A node that joins takes the others' time, earlier or later than its own, and reports the gap to its machine's clock. From then
// on it goes ahead with them, and never back.
func TestASharedClockIsTheOthers(t *testing.T) {
	t.Parallel()
	for _, step := range steps {
		own := clock.NewFake(time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC))
		c := clock.NewShared(own)
		theirs := own.Now().Add(step)
		c.Join(theirs, theirs.Add(-time.Hour))
		if got := c.Now(); !got.Equal(theirs) || c.Gap() != -step {
			t.Errorf("%s: shows %s, gap %s", step, got.Sub(theirs), c.Gap())
		}
		own.Advance(time.Minute)
		c.Follow(theirs, theirs.Add(-time.Hour)) // an old word
		if got := c.Now().Sub(theirs); got != time.Minute {
			t.Errorf("%s: after a minute it went %s", step, got)
		}
		c.Follow(theirs.Add(time.Minute+time.Second), theirs)
		if got := c.Now().Sub(theirs); got != time.Minute+time.Second {
			t.Errorf("%s: it follows to %s", step, got)
		}
	}
}

// A wait that decides money counts from the stored time, unless nobody counted the time since: then it counts from the leap.
func TestWhatAWaitCountsFrom(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	joined := func(c *clock.Shared) { c.Join(noon, noon.Add(-time.Hour)) }
	for name, tc := range map[string]struct {
		before func(*clock.Shared)
		stored time.Duration // from noon
		want   time.Duration
	}{
		"by itself":                 {func(*clock.Shared) {}, -48 * time.Hour, -48 * time.Hour},
		"by itself, ahead":          {func(*clock.Shared) {}, time.Hour, 0},
		"since others counted":      {joined, -59 * time.Minute, -59 * time.Minute},
		"before others counted":     {joined, -61 * time.Minute, -time.Hour},
		"a little ahead":            {joined, 4 * time.Second, 4 * time.Second},
		"by a clock that was ahead": {joined, 25 * time.Hour, -time.Hour},
		"before the others leapt": {func(c *clock.Shared) {
			joined(c)
			c.Follow(noon.Add(25*time.Hour), noon.Add(-time.Hour))
		}, -time.Minute, 25 * time.Hour},
		"before the others leapt as they say": {func(c *clock.Shared) {
			joined(c)
			c.Follow(noon.Add(time.Second), noon.Add(-time.Minute))
		}, -2 * time.Minute, -time.Minute},
		"no leap in a second": {func(c *clock.Shared) {
			joined(c)
			c.Follow(noon.Add(time.Second), noon.Add(-time.Hour))
		}, -time.Minute, -time.Minute},
	} {
		c := clock.NewShared(clock.NewFake(noon))
		tc.before(c)
		if got := c.CountFrom(noon.Add(tc.stored)).Sub(noon); got != tc.want {
			t.Errorf("%s: counts from %s, want %s", name, got, tc.want)
		}
	}
}
