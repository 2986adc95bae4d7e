package deposittest

import (
	"context"
	"testing"
)

// Halt is a place where a node stops, as if it had died, until it may continue.
type Halt struct{ begun, on chan struct{} }

// NewHalt returns a Halt.
func NewHalt() Halt { return Halt{make(chan struct{}), make(chan struct{})} }

// Stand stops the node.
func (h Halt) Stand() {
	h.begun <- struct{}{}
	<-h.on
}

// Reached starts a node's round of a job and returns once it has stopped. The returned function lets the round
// continue to its end: the node was only asleep.
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
