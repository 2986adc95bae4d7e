package clock_test

import (
	"testing"
	"testing/synctest"
	"time"

	"krapao/internal/clock"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// What each system's answer says about a clock that shows noon, after calls of two seconds.
func TestWhatAnAnswerSaysAboutAClock(t *testing.T) {
	t.Parallel()
	for written, want := range map[time.Duration]time.Duration{
		0: 0, -time.Second: 0, -2 * time.Second: 0, -3 * time.Second: 0, // a header has whole seconds
		time.Second: -time.Second, time.Hour: -time.Hour, -4 * time.Second: time.Second, -time.Hour: time.Hour - 3*time.Second,
		400 * 24 * time.Hour: -400 * 24 * time.Hour,
	} {
		o := clock.NewOutside(clock.NewFake(noon))
		o.Saw("joker", noon.Add(written), 2*time.Second)
		if got := o.Gaps()["joker"]; got != want {
			t.Errorf("written %s after noon: %s, want %s", written, got, want)
		}
	}
}

// The median says how far the clock is off, as soon as three systems answered. Whoever is wrong alone, or with as many as are
// right, changes nothing.
func TestTheOutsidesTimeIsTheMajoritys(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		ahead []time.Duration // of the clock before each system
		want  time.Duration
		known bool
	}{
		"nobody":                    {nil, 0, false},
		"two":                       {[]time.Duration{time.Hour, time.Hour}, 0, false},
		"three":                     {[]time.Duration{time.Hour, time.Hour, time.Hour}, time.Hour, true},
		"one is wrong":              {[]time.Duration{0, -5 * time.Hour, 0}, 0, true},
		"one of a wrong house's":    {[]time.Duration{time.Hour, 0, time.Hour}, time.Hour, true},
		"half of them":              {[]time.Duration{0, 0, time.Hour, time.Hour}, 0, true},
		"half of them, behind":      {[]time.Duration{0, -time.Hour, -time.Hour, 0}, 0, true},
		"wrong both ways":           {[]time.Duration{time.Hour, -time.Hour, time.Hour, -time.Hour}, 0, true},
		"behind, each a bit":        {[]time.Duration{-time.Hour, -time.Hour, -59 * time.Minute, -2 * time.Hour}, -time.Hour, true},
		"ahead, with one far ahead": {[]time.Duration{time.Minute, time.Minute, 30 * 24 * time.Hour}, time.Minute, true},
	} {
		o := clock.NewOutside(clock.NewFake(noon))
		for i, ahead := range tc.ahead {
			written := noon.Add(-ahead)
			if ahead > 0 {
				written = written.Add(-time.Second)
			}
			o.Saw(string(rune('a'+i)), written, 0)
		}
		if gap, systems, known := o.Gap(); gap != tc.want || known != tc.known || systems != len(tc.ahead) {
			t.Errorf("%s: %s of %d, %v", name, gap, systems, known)
		}
	}
}

// The last answer of a system counts, for an hour.
func TestAnOldAnswerSaysNothing(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		o := clock.NewOutside(clock.System{})
		for _, system := range []string{"a", "b", "c"} {
			o.Saw(system, time.Now().Add(time.Hour), 0)
			o.Saw(system, time.Now(), 0)
		}
		if gap, _, known := o.Gap(); gap != 0 || !known {
			t.Errorf("now right: %s, %v", gap, known)
		}
		<-time.After(time.Hour + time.Second)
		if _, systems, known := o.Gap(); systems != 0 || known {
			t.Errorf("an hour later %d are known", systems)
		}
	})
}
