package doubt

import (
	"testing"
	"time"
)

// TestWhatFindsNoPlaceComesBackLessAndLessOften: a crowd at one provider leaves the worker and the store to others.
func TestWhatFindsNoPlaceComesBackLessAndLessOften(t *testing.T) {
	t.Parallel()
	const nextAsk, longest = 15 * time.Second, 5 * time.Second
	for attempts, want := range map[int]time.Duration{
		0: time.Second, 1: time.Second, 2: 2 * time.Second, 3: 4 * time.Second, 4: longest, 5000: longest,
	} {
		for range 100 {
			if got := placePause(attempts, nextAsk); got < want*3/4 || got >= want*5/4 {
				t.Fatalf("after %d attempts it comes back in %s, want about %s", attempts, got, want)
			}
		}
	}
	if got := placePause(9, time.Millisecond); got < 750*time.Millisecond {
		t.Errorf("it comes back in %s", got)
	}
}

// TestACrowdIsServedWithinAMinute: 2,000 transfers at a provider that answers again within a tenth of a second are all
// asked about within a minute, however seldom each comes back.
func TestACrowdIsServedWithinAMinute(t *testing.T) {
	t.Parallel()
	const crowd, places, call, tick = 2000, 8, 100 * time.Millisecond, 10 * time.Millisecond
	due := make([]time.Duration, crowd)
	for i := range due {
		due[i] = placePause(100, 15*time.Second)
	}
	var busy [places]time.Duration
	for now := time.Duration(0); len(due) > 0; now += tick {
		if now > time.Minute {
			t.Fatalf("after %s %d wait", now, len(due))
		}
		waiting := due[:0]
		for _, at := range due {
			place := freeAt(busy[:], now)
			switch {
			case at > now:
				waiting = append(waiting, at)
			case place < 0:
				waiting = append(waiting, now+placePause(100, 15*time.Second))
			default:
				busy[place] = now + call
			}
		}
		due = waiting
	}
}

// freeAt returns a free place; negative where there is none.
func freeAt(busy []time.Duration, now time.Duration) int {
	for i, until := range busy {
		if until <= now {
			return i
		}
	}
	return -1
}
