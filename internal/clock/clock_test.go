package clock_test

import (
	"testing"
	"time"

	"krapao/internal/clock"
)

func TestPeriodsStartInBangkok(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ at, day, week, month string }{
		{"2026-11-20T16:59:59.9Z", "2026-11-19T17:00:00Z", "2026-11-15T17:00:00Z", "2026-10-31T17:00:00Z"},
		{"2026-11-20T17:00:00Z", "2026-11-20T17:00:00Z", "2026-11-15T17:00:00Z", "2026-10-31T17:00:00Z"},
		{"2026-11-22T16:59:59Z", "2026-11-21T17:00:00Z", "2026-11-15T17:00:00Z", "2026-10-31T17:00:00Z"},
		{"2026-11-30T17:00:00Z", "2026-11-30T17:00:00Z", "2026-11-29T17:00:00Z", "2026-11-30T17:00:00Z"},
	} {
		at, _ := time.Parse(time.RFC3339Nano, tc.at)
		for name, got := range map[string]time.Time{tc.day: clock.Day(at), tc.week: clock.Week(at), tc.month: clock.Month(at)} {
			want, _ := time.Parse(time.RFC3339, name)
			if !got.Equal(want) {
				t.Errorf("at %s: got %s, want %s", tc.at, got.UTC(), want)
			}
		}
	}
}
