package bonus

import (
	"testing"
	"time"
)

// A condition that can't end is tried again after two seconds, then after twice as long each time, up to a minute: while its
// games are asked, the member can't move money. After an end the pauses begin anew.
func TestHowOftenAnEndIsTried(t *testing.T) {
	t.Parallel()
	var all retries
	now := time.Date(2026, 11, 20, 5, 0, 0, 0, time.UTC)
	for range 2 {
		if !all.begin("c", now) {
			t.Error("not tried at once")
		}
		for _, pause := range []int{2, 4, 8, 16, 32, 60, 60, 60} {
			now = now.Add(time.Duration(pause)*time.Second - time.Nanosecond)
			if all.begin("c", now) {
				t.Errorf("tried again before %d s", pause)
			}
			if now = now.Add(time.Nanosecond); !all.begin("c", now) {
				t.Errorf("not tried again after %d s", pause)
			}
		}
		if !all.begin("another", now) {
			t.Error("another one waits for it")
		}
		all.end("c")
		all.end("another")
	}
}
