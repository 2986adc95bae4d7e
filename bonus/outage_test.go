package bonus_test

import (
	"testing"
	"time"
)

// An outage of more than half an hour, of a listed game or of all deposits, is added to the condition's time. Outages at the
// same time count once. Shorter ones and those of other games do not count.
func TestOutagesStopTheClock(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		s.mustOffer(large("BIG", `"games": ["joker"]`))
		s.is("taken", s.activate(nok, "BIG"), "")
		end := sunday.Add(7 * 24 * time.Hour)
		note := func(want int, down ...string) {
			t.Helper()
			s.down = down
			if n, err := s.outages.Note(t.Context()); err != nil || n != want {
				t.Errorf("%v: %d changes, want %d, %v", down, n, want, err)
			}
		}
		expires := func(what string, want time.Time) {
			t.Helper()
			v, err := s.Active(t.Context(), nok)
			if err != nil || v == nil || !v.ExpiresAt.Equal(want) {
				t.Errorf("%s: %+v, %v; want %s", what, v, err, want)
			}
		}
		wait := s.clock.Advance
		expires("without", end)
		note(1, "game:sbo")
		wait(time.Hour)
		note(1)
		expires("a game that is not listed", end)

		note(1, "game:joker")
		wait(30 * time.Minute)
		note(0, "game:joker") // it lasts: one span, not one a minute
		expires("half an hour is too short", end)
		wait(time.Minute)
		expires("while it lasts", end.Add(31*time.Minute))
		note(1)
		wait(time.Hour)
		expires("after it", end.Add(31*time.Minute))

		note(1, "deposits")
		wait(20 * time.Minute)
		note(1, "deposits", "game:joker")
		wait(40 * time.Minute)
		note(1, "game:joker")
		wait(20 * time.Minute)
		note(1)
		expires("two at the same time count once", end.Add(31*time.Minute+80*time.Minute))
		wait(end.Sub(s.clock.Now()))
		if n, err := s.Expire(t.Context()); n != 0 || err != nil {
			t.Errorf("expired %d within the time that was added, %v", n, err)
		}
		wait(111 * time.Minute)
		if n, err := s.Expire(t.Context()); n != 1 || err != nil {
			t.Errorf("expired %d at the end, %v", n, err)
		}
		s.verified()
	})
}
