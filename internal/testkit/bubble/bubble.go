// Package bubble has what the conformance suites share: each test of a suite runs in a bubble of testing/synctest, where waits
// are virtual, exact and free.
package bubble

import (
	"testing"
	"testing/synctest"
	"time"
)

// Each runs the tests of a suite in parallel. open makes the bench of one test inside its bubble.
func Each[B any](t *testing.T, open func(*testing.T) B, tests map[string]func(*testing.T, B)) {
	t.Helper()
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) { test(t, open(t)) })
		})
	}
}

// Pass lets a bubble's time pass, and waits until everything due by then is done. Outside a bubble it panics.
func Pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// Ends reports a call that took longer or shorter than want, in a bubble's time.
func Ends(t *testing.T, what string, began time.Time, want time.Duration) {
	t.Helper()
	if took := time.Since(began); took != want {
		t.Errorf("%s: took %s, want %s", what, took, want)
	}
}
