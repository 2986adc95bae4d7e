package slip_test

import (
	"bytes"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"krapao/deposit"
	"krapao/deposit/deposittest"
	"krapao/internal/fair"
	"krapao/internal/id"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/sandbox/sandboxtest"
)

// TestNobodysSlipWaitsForAnothers: a member with many slips uses one place of the node and one in each turn of the
// job.
func TestNobodysSlipWaitsForAnothers(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{})
		turns := fair.New(2)
		n := slipNode(w, func(d *deposittest.Deps) { d.Slips.Turns = turns })
		busy, other := w.Member(), w.Member()
		var stored [2]atomic.Int64
		var all sync.WaitGroup
		uploads := func(i int, member string) {
			file := paidFrom(w, sandboxtest.Transfer{})
			all.Go(func() {
				key := ledger.ClientKey(member, "POST /api/wallet/slip", id.Text(16))
				if _, err := n.Slips.Upload(t.Context(), member, key, bytes.NewReader(file)); err != nil {
					t.Error(err)
				}
				stored[i].Add(1)
			})
		}
		free, err := turns.Take(t.Context(), "m:"+busy) // one picture of the busy member is being re-encoded
		if err != nil {
			t.Fatal(err)
		}
		for range 5 {
			uploads(0, busy)
		}
		synctest.Wait()
		uploads(1, other)
		for stored[1].Load() == 0 { // SQLite's and PostgreSQL's answers are waited for outside of the bubble's time
			deposittest.Pass(1)
		}
		if got := stored[0].Load(); got != 0 {
			t.Errorf("%d of the busy member's are stored while one is in hand", got)
		}
		free()
		all.Wait()
		slips, err := n.Slips.Page(t.Context(), other, "", 1, 10)
		if err != nil || len(slips.Slips) != 1 {
			t.Fatalf("%d slips, %v", len(slips.Slips), err)
		}
		if worked := slipTurn(w, n); worked != 2 {
			t.Errorf("a turn of the job works on %d slips: want one of each member", worked)
		}
		if slip := slipOf(w, n, other, slips.Slips[0].Reference); slip.Progress == deposit.InProgress {
			t.Error("the other member's slip waited for the busy one's")
		}
	})
}
