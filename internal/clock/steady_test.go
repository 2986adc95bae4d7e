package clock_test

import (
	"fmt"
	"testing"
	"time"

	"krapao/internal/clock"
)

// set is a machine whose clock may be set while its time passes.
type set struct {
	passed time.Duration
	wall   time.Time
}

func (s *set) pass(d time.Duration) { s.passed, s.wall = s.passed+d, s.wall.Add(d) }

var steps = []time.Duration{-25 * time.Hour, -time.Hour, -6 * time.Second, time.Hour, 25 * time.Hour}

// Setting the machine's clock changes nothing at once: time goes on, within a tenth, and never back, until the two clocks agree
// again. Their gap can be read.
func TestASteadyClockGoesOn(t *testing.T) {
	t.Parallel()
	for _, step := range steps {
		t.Run(fmt.Sprint(step), func(t *testing.T) {
			t.Parallel()
			m := &set{wall: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)}
			c := clock.SteadyOf(func() (time.Duration, time.Time) { return m.passed, m.wall })
			m.pass(time.Minute)
			if got := c.Now(); !got.Equal(m.wall) || c.Gap() != 0 {
				t.Fatalf("before: %s and not %s, gap %s", got, m.wall, c.Gap())
			}
			before := c.Now()
			m.wall = m.wall.Add(step)
			if got := c.Now(); !got.Equal(before) || c.Gap() != step {
				t.Errorf("at the step it went %s, gap %s", got.Sub(before), c.Gap())
			}
			for range 100 {
				last := c.Now()
				m.pass(10 * time.Second)
				if went := c.Now().Sub(last); went < 9*time.Second || went > 11*time.Second {
					t.Fatalf("in ten seconds it went %s", went)
				}
			}
			m.pass(11 * step.Abs())
			if got := c.Now(); !got.Equal(m.wall) {
				t.Errorf("after long it is %s off", m.wall.Sub(got))
			}
		})
	}
}

// Any other clock may be set back: a Rising clock goes on from where it was, and agrees with it again in time. It follows a clock
// that is set ahead.
func TestARisingClockNeverGoesBack(t *testing.T) {
	t.Parallel()
	for _, step := range steps {
		of := clock.NewFake(time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC))
		c := clock.NewRising(of)
		of.Advance(time.Minute)
		before := c.Now()
		of.Advance(step)
		want := max(step, 0)
		if got := c.Now(); got.Sub(before) != want || c.Gap() != min(step, 0) {
			t.Errorf("%s: it went %s, gap %s", step, got.Sub(before), c.Gap())
		}
		for range 100 {
			last := c.Now()
			of.Advance(10 * time.Second)
			if went := c.Now().Sub(last); went < 9*time.Second || went > 10*time.Second {
				t.Fatalf("%s: in ten seconds it went %s", step, went)
			}
		}
		of.Advance(11 * step.Abs())
		if got := c.Now(); !got.Equal(of.Now()) {
			t.Errorf("%s: after long it is %s off", step, of.Now().Sub(got))
		}
	}
}
