package programtest

import (
	"testing"
	"time"

	"krapao/internal/testkit/apptest"
)

// Until waits until a real program has reached a state by itself. A test of real programs has no time limit except the run's:
// on a slow machine it is late, not wrong.
func Until(t testing.TB, what string, check func() bool) {
	t.Helper()
	ends, failed := runEnds(t), time.Now()
	for pause := shortest; !check(); pause = min(pause+pause/4, longest) {
		if !t.Failed() {
			failed = time.Now()
		}
		select {
		case <-ends:
			t.Fatalf("not until the end of the run: %s", what)
		default:
		}
		if time.Since(failed) > apptest.AfterFailure {
			t.Fatalf("the test has failed, and this did not come either: %s", what)
		}
		// The only sleep in tests of real programs: a separate process reports no change of its state, it has to be asked.
		time.Sleep(pause)
	}
}

// How long Until pauses between two checks. The pauses grow, since each check costs the program something.
const shortest, longest = 10 * time.Millisecond, 250 * time.Millisecond

// lastWords is how long before the end of the run a test says what is missing: at the end it is too late.
const lastWords = 15 * time.Second

// runEnds returns when the run is about to end, from go test's -timeout. Without a limit it never does.
func runEnds(t testing.TB) <-chan time.Time {
	run, limited := t.(interface{ Deadline() (time.Time, bool) })
	if !limited {
		return nil
	}
	end, is := run.Deadline()
	if !is {
		return nil
	}
	return time.After(time.Until(end) - lastWords)
}
