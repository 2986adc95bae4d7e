package lane

import (
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
)

// lanesAt starts a queue whose commits wait for the test: started receives the batch of each, let lets one continue.
func lanesAt(t *testing.T, lanes int) (w *Queue[*order], started chan []*order, let chan error) {
	t.Helper()
	started, let = make(chan []*order, 16), make(chan error, 16)
	commits := make([]func([]*order) error, lanes)
	for n := range commits {
		commits[n] = func(items []*order) error {
			started <- items
			return <-let
		}
	}
	w = Start(commits...)
	return w, started, let
}

// order is a command on two accounts.
type order struct {
	Place
	debit, credit int64
	err           error
}

func (o *order) Accounts() (debit, credit int64, exclusive bool) { return o.debit, o.credit, true }

func (o *order) Fail(err error) { o.err = err }

func (o *order) Err() error { return o.err }

func between(debit, credit int64) *order { return &order{debit: debit, credit: credit} }

func ids(items []*order) [][2]int64 {
	var list [][2]int64
	for _, i := range items {
		list = append(list, [2]int64{i.debit, i.credit})
	}
	return list
}

// Two lanes work at a time, but never on one account. A command that names an account after another one waits behind it, so that
// none is overtaken for ever.
func TestLanesShareNoAccountAndKeepItsOrder(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w, started, let := lanesAt(t, 2)
		var callers sync.WaitGroup
		hand := func(i *order) {
			callers.Go(func() {
				if err := w.Submit(t.Context(), i); err != nil {
					t.Errorf("%v: %v", i, err)
				}
			})
			synctest.Wait()
		}
		taken := func(want ...[2]int64) {
			t.Helper()
			synctest.Wait()
			select {
			case items := <-started:
				if got := ids(items); !slices.Equal(got, want) {
					t.Fatalf("a lane took %v, want %v", got, want)
				}
			default:
				if len(want) > 0 {
					t.Fatalf("no lane took %v", want)
				}
			}
		}
		hand(between(1, 2))
		taken([2]int64{1, 2})
		hand(between(3, 4))
		taken([2]int64{3, 4}) // beside the first
		hand(between(1, 5))   // waits for 1
		hand(between(5, 6))   // waits behind it, because of 5
		hand(between(7, 8))   // both lanes are busy
		taken()
		close(let) // both end, and all that follow at once
		callers.Wait()
		close(started)
		var order [][2]int64
		for items := range started {
			order = append(order, ids(items)...)
		}
		first, then := slices.Index(order, [2]int64{1, 5}), slices.Index(order, [2]int64{5, 6})
		if len(order) != 3 || then < first {
			t.Fatalf("taken in the order %v", order)
		}
		w.Close()
	})
}

// A batch that fails frees its accounts. Close finishes the commands in the queue and refuses later ones.
func TestAFailedBatchFreesItsAccounts(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w, started, let := lanesAt(t, 2)
		broken := errors.New("disk full")
		first := make(chan error, 1)
		go func() { first <- w.Submit(t.Context(), between(1, 2)) }()
		synctest.Wait()
		<-started
		second := make(chan error, 1)
		go func() { second <- w.Submit(t.Context(), between(2, 1)) }()
		synctest.Wait()
		if len(started) > 0 {
			t.Fatal("the second did not wait for the accounts of the first")
		}
		let <- broken
		if err := <-first; !errors.Is(err, broken) {
			t.Errorf("the first heard %v", err)
		}
		closed := make(chan struct{})
		go func() { w.Close(); close(closed) }()
		let <- nil
		if err := <-second; err != nil {
			t.Errorf("the second heard %v", err)
		}
		<-closed
		if err := w.Submit(t.Context(), between(3, 4)); !errors.Is(err, ErrClosed) {
			t.Errorf("after close: %v", err)
		}
	})
}

// More callers than the queue has places for are all served.
func TestACrowdLargerThanTheQueue(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) { // where somebody who waits for ever is told at once
		w := Start(func([]*order) error { return nil }, func([]*order) error { return nil })
		var callers sync.WaitGroup
		for n := range 3 * MaxQueue {
			callers.Go(func() {
				if err := w.Submit(t.Context(), between(int64(n%7), int64(n%5+10))); err != nil {
					t.Error(err)
				}
			})
		}
		callers.Wait()
		w.Close()
	})
}

// A batch has 256 commands at most: a caller in a crowd waits for a few short commits, not for a long one.
func TestABatchIsBounded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w, started, let := lanesAt(t, 1)
		var callers sync.WaitGroup
		hand := func(n int64) {
			callers.Go(func() {
				if err := w.Submit(t.Context(), between(2*n, 2*n+1)); err != nil {
					t.Error(err)
				}
			})
		}
		hand(1)
		synctest.Wait() // it goes alone
		for n := range int64(600) {
			hand(n + 2)
		}
		synctest.Wait()
		close(let)
		callers.Wait()
		close(started)
		var sizes []int
		for items := range started {
			sizes = append(sizes, len(items))
		}
		if want := []int{1, 256, 256, 88}; !slices.Equal(sizes, want) {
			t.Errorf("batches of %v, want %v", sizes, want)
		}
		w.Close()
	})
}
