package settle

import (
	"testing"
	"testing/synctest"
	"time"

	"krapao/internal/testkit/bubble"
)

// TestAMachineThatSleptBeginsNothing: while a machine sleeps, the clock that nobody sets stands still. When it wakes, its tasks
// are another node's, and it notices by the machine's clock, which the hardware sets. A clock that is set back gains nothing.
func TestAMachineThatSleptBeginsNothing(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := newHeld()
		h.add([]string{"poll"})
		h.beatAt(moments())
		bubble.Pass(lease - time.Second)
		begins := func(what string, want bool) {
			t.Helper()
			if h.begin("poll") != want {
				t.Errorf("%s: begins %t", what, !want)
			}
			h.end("poll")
		}
		begins("a beat that lasts", true)
		h.beaten.wall = h.beaten.wall.Add(-time.Second)
		begins("it slept for a second", false)
		h.beaten.wall = h.beaten.wall.Add(time.Hour)
		begins("the clock was set back", true)
		bubble.Pass(time.Second)
		begins("the clock was set back, and the beat is old", false)
		h.beatAt(moments())
		begins("a new beat", true)
	})
}
