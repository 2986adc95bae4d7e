package clock_test

import (
	"testing"
	"time"

	"krapao/internal/clock"
)

func TestAStoredTimeIsReadBack(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 20, 17, 0, 0, 5_000, clock.Bangkok)
	for _, tc := range []struct {
		at time.Time
		us clock.Micros
	}{{at, 1795168800000005}, {time.Time{}, 0}} {
		if got := clock.MicrosOf(tc.at); got != tc.us || !got.Time().Equal(tc.at) || got.Time().Location() != time.UTC {
			t.Errorf("%s is stored as %d and read as %s", tc.at, got, got.Time())
		}
	}
	if got := clock.Micros(0).Add(time.Hour); got != 0 {
		t.Errorf("an hour after never is %d", got)
	}
}
