package deposit_test

import (
	"bytes"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"krapao/deposit"
	"krapao/internal/fair"
	"krapao/internal/id"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/sandbox/sandboxtest"
)

// TestNobodysSlipWaitsForAnothers: a member with many slips holds one place of the node's, and one of each turn of the job's.
func TestNobodysSlipWaitsForAnothers(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s, options{})
		turns := fair.New(2)
		n := w.slipNode(func(d *deposit.Deps) { d.Slips.Turns = turns })
		busy, other := w.member(), w.member()
		var stored [2]atomic.Int64
		var all sync.WaitGroup
		uploads := func(i int, member string) {
			file := w.paidFrom(sandboxtest.Transfer{})
			all.Go(func() {
				if _, err := n.UploadSlip(t.Context(), member, ledger.ClientKey(member, "POST /api/wallet/slip", id.Text(16)), bytes.NewReader(file)); err != nil {
					t.Error(err)
				}
				stored[i].Add(1)
			})
		}
		free, err := turns.Take(t.Context(), "m:"+busy) // one of the busy member's is being written anew
		if err != nil {
			t.Fatal(err)
		}
		for range 5 {
			uploads(0, busy)
		}
		synctest.Wait()
		uploads(1, other)
		for stored[1].Load() == 0 { // SQLite's and PostgreSQL's answers are waited for outside of the bubble's time
			pass(1)
		}
		if got := stored[0].Load(); got != 0 {
			t.Errorf("%d of the busy member's are stored while one is in hand", got)
		}
		free()
		all.Wait()
		slips, err := n.SlipPage(t.Context(), other, "", 1, 10)
		if err != nil || len(slips.Slips) != 1 {
			t.Fatalf("%d slips, %v", len(slips.Slips), err)
		}
		if worked := w.slipTurn(n); worked != 2 {
			t.Errorf("a turn of the job works on %d slips: want one of each member", worked)
		}
		if slip := w.slip(n, other, slips.Slips[0].Reference); slip.Progress == deposit.InProgress {
			t.Error("the other member's slip waited for the busy one's")
		}
	})
}
