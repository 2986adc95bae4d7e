package deposittest

import (
	"testing"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

// EachWithClock runs a test on both engines, each with a clock of its own.
func EachWithClock(t *testing.T, test func(t *testing.T, s *store.Store, now *clock.Fake)) {
	t.Helper()
	storetest.EachAt(t, time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC), test)
}
