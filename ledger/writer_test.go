package ledger

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"krapao/internal/store"
)

// lanesAt starts a writer whose commits wait for the test: started tells what each took, let lets one go on.
func lanesAt(t *testing.T, lanes int) (w *writer, started chan []*item, let chan error) {
	t.Helper()
	started, let = make(chan []*item, 16), make(chan error, 16)
	commits := make([]func([]*item) error, lanes)
	for n := range commits {
		commits[n] = func(items []*item) error {
			started <- items
			return <-let
		}
	}
	w = startWriter(commits...)
	return w, started, let
}

func between(debit, credit int64) *item { return &item{step: stepMove, debit: debit, credit: credit} }

func ids(items []*item) [][2]int64 {
	var list [][2]int64
	for _, i := range items {
		list = append(list, [2]int64{i.debit, i.credit})
	}
	return list
}

// Two lanes work at a time, but never on one account; whoever names an account after another one waits behind it, so
// that nobody is overtaken for ever.
func TestLanesShareNoAccountAndKeepItsOrder(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w, started, let := lanesAt(t, 2)
		var callers sync.WaitGroup
		hand := func(i *item) {
			callers.Go(func() {
				if err := w.submit(t.Context(), i); err != nil {
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
		w.close()
	})
}

// A batch that fails frees its accounts, and close finishes what was handed in and refuses what comes after.
func TestAFailedBatchFreesItsAccounts(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w, started, let := lanesAt(t, 2)
		broken := errors.New("disk full")
		first := make(chan error, 1)
		go func() { first <- w.submit(t.Context(), between(1, 2)) }()
		synctest.Wait()
		<-started
		second := make(chan error, 1)
		go func() { second <- w.submit(t.Context(), between(2, 1)) }()
		synctest.Wait()
		if len(started) > 0 {
			t.Fatal("the second did not wait for the accounts of the first")
		}
		let <- broken
		if err := <-first; !errors.Is(err, broken) {
			t.Errorf("the first heard %v", err)
		}
		closed := make(chan struct{})
		go func() { w.close(); close(closed) }()
		let <- nil
		if err := <-second; err != nil {
			t.Errorf("the second heard %v", err)
		}
		<-closed
		if err := w.submit(t.Context(), between(3, 4)); !errors.Is(err, ErrClosed) {
			t.Errorf("after close: %v", err)
		}
	})
}

// More callers than the queue has room for are all served.
func TestACrowdLargerThanTheQueue(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) { // where somebody who waits for ever is told at once
		w := startWriter(func([]*item) error { return nil }, func([]*item) error { return nil })
		var callers sync.WaitGroup
		for n := range 3 * maxQueue {
			callers.Go(func() {
				if err := w.submit(t.Context(), between(int64(n%7), int64(n%5+10))); err != nil {
					t.Error(err)
				}
			})
		}
		callers.Wait()
		w.close()
	})
}

// A batch has 256 commands at most: whoever comes in a crowd waits for a few short commits and not for one long one.
func TestABatchIsBounded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w, started, let := lanesAt(t, 1)
		var callers sync.WaitGroup
		hand := func(n int64) {
			callers.Go(func() {
				if err := w.submit(t.Context(), between(2*n, 2*n+1)); err != nil {
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
		w.close()
	})
}

// away is an engine whose database does not answer: at once, or not at all.
type away struct {
	hangs bool
	tried []time.Duration
	since time.Time
}

func (a *away) run(ctx context.Context, _ []*item) error {
	a.tried = append(a.tried, time.Since(a.since))
	if a.hangs {
		<-ctx.Done()
		return ctx.Err()
	}
	return store.ErrBusy
}

func (*away) close() error { return nil }

// A database that is away is tried again for eight seconds, at least four times a second; one that hangs holds an attempt for
// fifteen. Then the callers hear it.
func TestHowLongABatchIsTried(t *testing.T) {
	t.Parallel()
	for hangs, want := range map[bool]time.Duration{false: 8 * time.Second, true: 15 * time.Second} {
		synctest.Test(t, func(t *testing.T) {
			a := &away{hangs: hangs, since: time.Now()}
			err := (&committer{engine: a}).commit([]*item{between(1, 2)})
			if took := time.Since(a.since); err == nil || took < want || took > want+400*time.Millisecond {
				t.Errorf("hangs %t: %v after %s, want %s", hangs, err, took, want)
			}
			if n := len(a.tried); hangs && n != 1 || !hangs && n < 4*8 {
				t.Errorf("hangs %t: tried %d times, at %v", hangs, n, a.tried)
			}
		})
	}
}
