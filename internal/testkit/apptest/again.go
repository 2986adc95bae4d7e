package apptest

import (
	"crypto/rand"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

// Sets makes a call that prepares a test: again and again, as the app does, as long as the product says so. Use it for
// preparation only: a call that a test is about is made once.
func (c *Client) Sets(method, path string, body any) (answer Answer) {
	c.T.Helper()
	return c.SetsBy(rand.Text(), method, path, body)
}

// SetsBy is Sets with a key that may have been sent before.
func (c *Client) SetsBy(key, method, path string, body any) (answer Answer) {
	c.T.Helper()
	Eventually(c.T, method+" "+path+" is decided", func() bool {
		answer = c.Do(method, path, body, "Idempotency-Key", key)
		again, anew := answer.Again()
		if anew {
			key = rand.Text()
		}
		return !again
	})
	return answer
}

// Again reports whether the product says that the call should be made again, and whether as a new one. A call that is under
// way or undecided is repeated with its key. A call that was refused because somebody else moved at that moment stays refused
// under its key.
func (a Answer) Again() (again, anew bool) {
	switch {
	case a.says("IDEMPOTENCY_IN_PROGRESS"):
		return true, false
	case a.says("TRY_AGAIN"):
		return true, a.Status == http.StatusConflict
	}
	return false, false
}

func (a Answer) says(code string) bool { return strings.Contains(a.Text, `"message":"`+code+`"`) }

// held reports whether the call was refused only because a worker held its member at that moment, as one does to approve a
// withdrawal. Nothing happened then.
func (a Answer) held() bool {
	return a.Status == http.StatusConflict && strings.Contains(a.Text, "another movement of this member is being decided")
}

// free repeats a call to a real program until its member is not held: there nobody can know when a worker holds it. In a
// bubble calls are made while no worker is busy. A call with a key is not repeated: its refusal stays under that key.
func (c *Client) free(what string, header []string, call func() Answer) Answer {
	c.T.Helper()
	answer := call()
	if !answer.held() || virtual(c.T) || slices.Contains(header, "Idempotency-Key") {
		return answer
	}
	Eventually(c.T, what+": its member is free", func() bool {
		answer = call()
		return !answer.held()
	})
	return answer
}

// Eventually waits until check is true. In a bubble, where waiting is free, it gives up after an hour. In real time only the
// run's own limit counts: a slow machine is no failure.
func Eventually(t testing.TB, what string, check func() bool) {
	t.Helper()
	Comes(t, what, func() string {
		if check() {
			return ""
		}
		return "it is not so"
	})
}

// Comes is Eventually for a check that can say what is missing: it waits until nothing is.
func Comes(t testing.TB, what string, off func() string) {
	t.Helper()
	w := wait{}
	for is := off(); is != ""; is = off() {
		if virtual(t) && w.waited > time.Hour {
			t.Fatalf("not within %s: %s: %s", w.waited, what, is)
		}
		if !virtual(t) && w.over(t) {
			t.Fatalf("not until the end of the run: %s: %s", what, is)
		}
		if !virtual(t) && w.hopeless(t) {
			t.Fatalf("the test has failed, and this did not come either: %s: %s", what, is)
		}
		w.pause()
	}
}

// wait counts how long a test has waited for something.
type wait struct {
	waited time.Duration
	// sound is how long it had waited when its test had not failed yet.
	sound time.Duration
}

// AfterFailure is how long a failed test waits: its failure may be the reason why the state never comes.
const AfterFailure = 5 * time.Minute

func (w *wait) hopeless(t testing.TB) bool {
	if !t.Failed() {
		w.sound = w.waited
	}
	return w.waited-w.sound > AfterFailure
}

// pause waits for a fraction of the time waited so far. The longer the wait, the fewer the checks: in a bubble each check
// costs more than the time.
func (w *wait) pause() {
	d := min(max(w.waited/10, 20*time.Millisecond), 500*time.Millisecond)
	time.Sleep(d)
	w.waited += d
}

// over reports whether the run is about to end, with time left to say what is missing.
func (*wait) over(t testing.TB) bool {
	run, limited := t.(interface{ Deadline() (time.Time, bool) })
	if !limited {
		return false
	}
	end, is := run.Deadline()
	return is && time.Until(end) < 10*time.Second
}
