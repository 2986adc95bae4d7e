package httpapi

import (
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"krapao/fault"
)

// TestReadersAreFew: at an address and in all; one more waits, is let in when another leaves, and is told to come again where
// nobody does. Another address has places of its own.
func TestReadersAreFew(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := newReaders()
		enter := func(address string) func() {
			t.Helper()
			began := time.Now()
			leave, err := r.enter(t.Context(), address)
			if err != nil || time.Since(began) > 0 {
				t.Fatalf("%s: %v after %s", address, err, time.Since(began))
			}
			return leave
		}
		var leaves []func()
		for range readersOfAddress {
			leaves = append(leaves, enter("one"))
		}
		if _, err := r.enter(t.Context(), "one"); !fault.Is(err, fault.REQUEST_LIMIT) || fault.Of(err).Params["seconds"] != 5 {
			t.Errorf("one too many: %v", err)
		}
		enter("two")()
		var let atomic.Bool
		var all sync.WaitGroup
		all.Go(func() {
			leave, err := r.enter(t.Context(), "one")
			if err != nil {
				t.Error(err)
				return
			}
			let.Store(true)
			leave()
		})
		synctest.Wait()
		if let.Load() {
			t.Error("let in over the number")
		}
		leaves[0]()
		all.Wait()
		for _, address := range "abcdefg" {
			for range readersOfAddress {
				leaves = append(leaves, enter(string(address)))
			}
		}
		leaves = append(leaves, enter("y"))
		if _, err := r.enter(t.Context(), "z"); !fault.Is(err, fault.REQUEST_LIMIT) {
			t.Errorf("more than %d in all: %v", readersInAll, err)
		}
		for _, leave := range leaves[1:] {
			leave()
		}
		if len(r.address) != 0 {
			t.Errorf("%d addresses are kept of nobody", len(r.address))
		}
	})
}
