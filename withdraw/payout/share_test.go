package payout_test

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/ledger/ledgertest"
	"krapao/withdraw"
	"krapao/withdraw/payout"
	"krapao/withdraw/withdrawtest"
)

// paying is a bank that has paid whatever it is asked about.
type paying struct{ payout.Bank }

func (paying) Check(context.Context, payout.Order) (payout.Outcome, error) {
	return payout.Outcome{Kind: payout.Paid}, nil
}

// TestPayoutsShareACommit: payouts of many members that end at the same time are one commit, while another one holds the account
// of all payouts.
func TestPayoutsShareACommit(t *testing.T) {
	t.Parallel()
	storetest.Ready(t, store.Postgres)
	w := withdrawtest.New(t, storetest.Open(t, store.Postgres), withdrawtest.Options{
		NoCallbacks: true, Still: true, Bank: func(b payout.Bank) payout.Bank { return paying{b} },
	})
	w.Outside.PayoutAuto(false)
	const many = 6
	var sent []ledger.Transfer
	for range many {
		r := w.Request(w.Member(500*baht), 300*baht)
		w.Settle(r.Reference)
		id, _ := w.Ledger.ParseReference(r.Reference)
		x, err := w.Ledger.Find(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		sent = append(sent, x)
	}
	const atOnce = 2
	there, door := make(chan struct{}), make(chan struct{})
	var acting sync.WaitGroup
	for n := range atOnce {
		acting.Go(func() {
			before := store.Together{Row: string(ledger.Payout), Of: fmt.Sprint("first", n)}
			err := w.Store.WriteTogether(t.Context(), before, func(*store.Tx) error {
				there <- struct{}{}
				<-door
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	for range atOnce {
		<-there
	}
	sealed := ledgertest.Seals(t, w.Store)
	var commits atomic.Int64
	w.Store.OnCommit(func(time.Duration, error) { commits.Add(1) })
	for _, x := range sent {
		acting.Go(func() {
			if _, err := w.Settler.Settle(t.Context(), x); err != nil {
				t.Error(err)
			}
		})
	}
	for w.Store.InLine() < many {
		runtime.Gosched()
	}
	close(door)
	acting.Wait()
	n := commits.Load() - atOnce
	if n -= ledgertest.Seals(t, w.Store) - sealed; n > 2 { // the ledger may renew the lease of its numbers meanwhile
		t.Errorf("%d payouts took %d commits", many, n)
	}
	for _, x := range sent {
		if got := w.Find(w.Ledger.Reference(x.ID)); got.State != withdraw.Paid {
			t.Errorf("a withdrawal is %s", got.State)
		}
	}
}
