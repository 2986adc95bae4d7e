package approval_test

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger/ledgertest"
	"krapao/withdraw"
	"krapao/withdraw/approval"
	"krapao/withdraw/internal/withdrawdb"
	"krapao/withdraw/withdrawtest"
)

// TestManyApprovalsShareTheHousesLimit: approvals of many members at the same time pay no more than one after the other would. On
// PostgreSQL they are one commit.
func TestManyApprovalsShareTheHousesLimit(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		const many = 6
		w := withdrawtest.New(t, s, withdrawtest.Options{
			NoCallbacks: true, Still: true,
			Settings: `{"requiredPlayPercent": 0, "reviewFirst": false, "housePerHour": 1000}`,
		})
		var asked []withdrawdb.Withdrawal
		for range many {
			r := w.Request(w.Member(500*baht), 300*baht)
			row, err := withdrawdb.New(s.DB()).WithdrawalByReference(t.Context(), r.Reference)
			if err != nil {
				t.Fatal(err)
			}
			asked = append(asked, row)
		}
		commits := together(t, s, many, func(n int) {
			if _, _, err := w.Approvals.Check(t.Context(), asked[n]); err != nil {
				t.Error(err)
			}
		})
		if s.Engine() == store.Postgres && commits > 2 { // the ledger may renew the lease of its numbers meanwhile
			t.Errorf("%d approvals took %d commits", many, commits)
		}
		states := map[withdraw.State]int{}
		for _, one := range asked {
			x := w.Find(one.Reference)
			states[x.State]++
			if x.State == withdraw.Review && (len(x.Why) != 1 || x.Why[0] != "house brake of the hour") {
				t.Errorf("why: %v", x.Why)
			}
		}
		if states[withdraw.Sending] != 3 || states[withdraw.Review] != 3 {
			t.Errorf("%v", states)
		}
	})
}

// together runs approvals at the same time, and returns their commits. On PostgreSQL all are in line before the first is decided.
func together(t *testing.T, s *store.Store, many int, one func(n int)) int64 {
	t.Helper()
	const atOnce = 2
	there, door := make(chan struct{}), make(chan struct{})
	var acting sync.WaitGroup
	if s.Engine() == store.Postgres {
		for n := range atOnce {
			acting.Go(func() {
				err := s.WriteTogether(t.Context(), approval.Together(fmt.Sprint("first", n)), func(*store.Tx) error {
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
	}
	sealed := ledgertest.Seals(t, s)
	var commits, before atomic.Int64
	s.OnCommit(func(time.Duration, error) { commits.Add(1) })
	for n := range many {
		acting.Go(func() { one(n) })
	}
	if s.Engine() == store.Postgres {
		for s.InLine() < many {
			runtime.Gosched()
		}
		before.Store(commits.Load() + atOnce)
		close(door)
	}
	acting.Wait()
	n := commits.Load() - before.Load()
	return n - (ledgertest.Seals(t, s) - sealed)
}
