package ledger_test

import (
	"context"
	"strconv"
	"sync"
	"testing"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/ledger/proof"
)

// ids moves n satang and returns the transfers' ids.
func ids(t *testing.T, l *ledger.Ledger, n int) []ledger.ID {
	t.Helper()
	var all []ledger.ID
	for range n {
		r, err := l.Move(context.Background(), ledger.Order{
			Key: newKey(), Kind: "x", Debit: ledger.Bank("kbank"), Credit: ledger.Unmatched, Amount: 1,
		})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, r.Transfer.ID)
	}
	return all
}

func TestIdsRiseAndNeverRepeat(t *testing.T) {
	t.Parallel()
	storetest.EachAt(t, noon, func(t *testing.T, s *store.Store, c *clock.Fake) {
		seen := map[ledger.ID]bool{}
		var last ledger.ID
		rising := func(all []ledger.ID) {
			t.Helper()
			for _, id := range all {
				if seen[id] || id <= last {
					t.Fatalf("id %d after %d, seen %v", id, last, seen[id])
				}
				seen[id], last = true, id
			}
		}
		l, err := ledger.Open(context.Background(), s)
		if err != nil {
			t.Fatal(err)
		}
		rising(ids(t, l, 20)) // the clock stands still
		c.Advance(-time.Hour)
		rising(ids(t, l, 20)) // and goes back
		c.Advance(25 * time.Hour)
		rising(ids(t, l, 20)) // and far ahead, beyond the lease
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		c.Advance(-24 * time.Hour)
		for range 3 { // restarts that never closed, while the clock is behind: each has a number of its own
			l, err := ledger.Open(context.Background(), s)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = l.Close() }()
			for _, id := range ids(t, l, 5) {
				if seen[id] {
					t.Fatalf("id %d twice", id)
				}
				seen[id] = true
			}
		}
		r, err := proof.Verify(context.Background(), s)
		if err != nil || !r.OK() {
			t.Errorf("%v, %v", r.Problems, err)
		}
	})
}

// A node checks its lease every few seconds, even when nothing moves, and renews it as soon as half of it is used. So ids are
// close to their moment on all nodes, also when a node or its database stands still for most of a minute.
func TestAnIdleNodesLeaseIsRenewed(t *testing.T) {
	t.Parallel()
	storetest.EachAt(t, noon, func(t *testing.T, s *store.Store, c *clock.Fake) {
		l, err := ledger.Open(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = l.Close() }()
		millisecond := func() int64 { return int64(ids(t, l, 1)[0]) >> 22 } // below it are the node and the sequence
		first := millisecond()
		c.Advance(46 * time.Second) // of a lease of a minute and a half
		pass(6 * time.Second)       // the looks are by the bubble's time; the store's clock stands
		c.Advance(89 * time.Second)
		if passed := time.Duration(millisecond()-first) * time.Millisecond; passed != 135*time.Second {
			t.Errorf("the ids are %s apart, their moments 2m15s", passed)
		}
	})
}

func TestNodesMakeDifferentIds(t *testing.T) {
	t.Parallel()
	s := storetest.OpenAt(t, store.Postgres, clock.NewFake(noon))
	var mu sync.Mutex
	seen := map[ledger.ID]string{}
	var wg sync.WaitGroup
	for n := range 6 {
		wg.Go(func() {
			l, err := ledger.Open(context.Background(), s)
			if err != nil {
				t.Error(err)
				return
			}
			defer func() { _ = l.Close() }()
			for _, id := range ids(t, l, 10) {
				mu.Lock()
				if other, twice := seen[id]; twice {
					t.Errorf("node %d and node %s made %d", n, other, id)
				}
				seen[id] = strconv.Itoa(n)
				mu.Unlock()
			}
		})
	}
	wg.Wait()
}
