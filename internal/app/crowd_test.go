package app_test

import (
	"fmt"
	"runtime"
	"sync"
	"testing"

	"krapao/internal/id"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
)

// crowded runs operations that all need one account of the house. While others have their turn there, they wait in line.
func (w *tripWorld) crowded(account ledger.Account, all []func()) (commits int64) {
	w.t.Helper()
	const atOnce = 2
	there, door := make(chan struct{}), make(chan struct{})
	var acting sync.WaitGroup
	for n := range atOnce {
		acting.Go(func() {
			first := store.Together{Row: string(account), Of: fmt.Sprint("first", n)}
			err := w.Store.WriteTogether(w.t.Context(), first, func(*store.Tx) error {
				there <- struct{}{}
				<-door
				return nil
			})
			if err != nil {
				w.t.Error(err)
			}
		})
	}
	for range atOnce {
		<-there
	}
	for _, one := range all {
		acting.Go(one)
	}
	for w.Store.InLine() < len(all) {
		runtime.Gosched()
	}
	before := w.commits.Load()
	close(door)
	acting.Wait()
	return w.commits.Load() - before - atOnce
}

// TestManyMembersShareACommit: deposits into one bank account, and withdrawals, are not longer in line than one commit lasts.
func TestManyMembersShareACommit(t *testing.T) {
	t.Parallel()
	storetest.Ready(t, store.Postgres)
	w := newTripWorld(t, storetest.Open(t, store.Postgres))
	const many = 12
	var members []string
	var deposits, withdrawals []func()
	for range many {
		m, payer := w.somebody()
		members = append(members, m)
		deposits = append(deposits, func() { w.booking(m, payer) })
		withdrawals = append(withdrawals, func() {
			key := ledger.ClientKey(m, "POST /api/wallet/withdraw", id.Text(16))
			if _, err := w.Withdrawals.Request(t.Context(), m, 100*money.Baht, key); err != nil {
				t.Error(err)
			}
		})
	}
	w.Withdrawals.Wake = func() {} // nothing else commits
	if n := w.crowded(ledger.Bank("KBANK"), deposits); n != 1 {
		t.Errorf("%d deposits took %d commits", many, n)
	}
	if n := w.crowded(ledger.Payout, withdrawals); n != 1 {
		t.Errorf("%d withdrawals took %d commits", many, n)
	}
	for _, m := range members {
		w.has(m, 500*money.Baht)
		if b, err := w.Ledger.Balance(t.Context(), ledger.Wallet(m)); err != nil || b.Reserved != 100*money.Baht {
			t.Errorf("%s is reserved, %v", b.Reserved, err)
		}
	}
}
