package programtest

import (
	"testing"
	"time"
)

// Until waits until something holds that a real program comes to by itself. A test of real programs has no other patience
// than the run's: on a slow machine it is late, not wrong.
func Until(t testing.TB, what string, check func() bool) {
	t.Helper()
	ends, failed := runEnds(t), time.Time{}
	for pause := shortest; !check(); pause = min(pause+pause/4, longest) {
		if !t.Failed() {
			failed = time.Now()
		}
		select {
		case <-ends:
			t.Fatalf("not until the end of the run: %s", what)
		default:
		}
		if time.Since(failed) > afterFailure {
			t.Fatalf("the test has failed, and this did not come either: %s", what)
		}
		// The one sleep of tests of real programs: a process of its own tells nobody when its state changes, it has to be asked.
		time.Sleep(pause)
	}
}

// How long Until pauses between two questions, the longer the more there were: each costs the program something.
const shortest, longest = 10 * time.Millisecond, 250 * time.Millisecond

// afterFailure is how long is waited in a test that has failed, and may wait for what can't come any more because of that.
const afterFailure = 5 * time.Minute

// lastWords is how long before the end of the run a test says what is missing: at the end nothing can be said any more.
const lastWords = 15 * time.Second

// runEnds tells when the run is about to end, which is what -timeout of go test says. Without a limit it never does.
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
