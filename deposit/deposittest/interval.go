package deposittest

import (
	"context"
	"testing"
)

// Halt is where a node stands still, as if it had died, until it may go on.
type Halt struct{ begun, on chan struct{} }

// NewHalt makes one.
func NewHalt() Halt { return Halt{make(chan struct{}), make(chan struct{})} }

// Stand stands still.
func (h Halt) Stand() {
	h.begun <- struct{}{}
	<-h.on
}

// Reached begins a node's round of a job, returns once it stands still, and gives what ends the round: it was only asleep.
func (h Halt) Reached(t *testing.T, round func(context.Context) (int, error)) (wakes func()) {
	t.Helper()
	over := make(chan error)
	go func() {
		_, err := round(t.Context())
		over <- err
	}()
	select {
	case <-h.begun:
	case err := <-over:
		t.Fatalf("the node asks nothing: %v", err)
	}
	return func() {
		t.Helper()
		close(h.on)
		if err := <-over; err != nil {
			t.Error(err)
		}
	}
}
