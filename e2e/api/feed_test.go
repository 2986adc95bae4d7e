package api

import (
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
	"krapao/ledger"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
)

// TestAnAutoAccountCreditsByItself: a transfer from the registered account, as the statement shows it (six digits and a cut
// name), with the feed off and on again, taken back, and a stranger's.
func TestAnAutoAccountCreditsByItself(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		paid := a.Sandbox.Transfer(toAuto(c, "", "150.25"))
		apptest.Eventually(t, "it is credited", func() bool { return c.Balance() == 15025 })
		got := c.Post("/api/statement", map[string]any{"page": 1, "limit": 10}).OK(http.StatusOK)
		if got.At("total") != "1" || got.At("statements.0.statementType") != "deposit" || got.At("statements.0.status") != "SUCCESS" ||
			got.At("statements.0.from") != "SCB" || got.At("statements.0.to") != "WALLET" {
			t.Errorf("statement: %s", got.Text)
		}
		a.Sandbox.Feed(false)
		a.Sandbox.Transfer(toAuto(c, "", "100"))
		a.Sandbox.Reverse(paid.Ref)
		a.Pass(3 * time.Second) // it is asked in this time, and tells nothing new
		if got := c.Balance(); got != 15025 {
			t.Errorf("while the feed is off: %s", got)
		}
		a.Sandbox.Feed(true)
		apptest.Eventually(t, "on again", func() bool { return c.Balance() == 100*money.Baht })
		a.Sandbox.Transfer(toAuto(c, "0001110001", "77"))
		apptest.Eventually(t, "a stranger's is nobody's", func() bool { return houseBalance(t, a, ledger.Unmatched) == 77*money.Baht })
		agreed(t, a)
	})
}

// TestADeclaredTransferIsNoticedInTime: a member declared a transfer, and nothing was written on any node since. The line is
// credited 13 seconds after the bank has it, at the latest (docs/operating.md).
func TestADeclaredTransferIsNoticedInTime(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		c.Post(addPath, amount(100)).OK(http.StatusOK)
		for range 3 {
			before := c.Balance()
			pass(5 * time.Minute)
			a.Sandbox.Transfer(toAuto(c, "", "100"))
			pass(13 * time.Second)
			if got := c.Balance() - before; got != 100*money.Baht {
				t.Errorf("after 13 s %s is credited", got)
			}
		}
	})
}

// TestTwoWhomALineFits: neither has it by itself; a declaration says whose it is, in either order.
func TestTwoWhomALineFits(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		p, q := apptest.NewPerson(), apptest.NewPerson()
		q.AccountNo = "999" + p.AccountNo[3:]
		if q.AccountNo == p.AccountNo {
			q.AccountNo = "998" + p.AccountNo[3:]
		}
		c, other := a.Join(p), a.Join(q)
		a.Sandbox.Transfer(toAuto(c, "", "100"))
		apptest.Eventually(t, "it is nobody's", func() bool { return houseBalance(t, a, ledger.Unmatched) == 100*money.Baht })
		first := c.Post(addPath, amount(100)).OK(http.StatusOK)
		if first.At("status") != "SUCCESS" || c.Balance() != 100*money.Baht || houseBalance(t, a, ledger.Unmatched) != 0 {
			t.Errorf("the line came first: %s", first.Text)
		}
		if got := other.Post(addPath, amount(250)).OK(http.StatusOK).At("status"); got != "IN_PROGRESS" {
			t.Errorf("declared first: %s", got)
		}
		a.Sandbox.Transfer(toAuto(other, "", "250"))
		apptest.Eventually(t, "the declaration came first", func() bool { return other.Balance() == 250*money.Baht })
		if c.Balance() != 100*money.Baht {
			t.Error("the other one's money moved")
		}
		agreed(t, a)
	})
}

// TestTheFeedsFaults: whatever the bank's end does, each transfer is credited once.
func TestTheFeedsFaults(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		want := money.Amount(0)
		for i, mode := range []string{"down", "garbage", "refuse", "not_found", "slow", "late_callback", "duplicate_callback"} {
			op := map[bool]string{true: "", false: "check"}[i > 4]
			a.Sandbox.AddFault(sandboxtest.Fault{Target: "feed", Op: op, Mode: mode, Count: 1, DelayMS: 1500})
			a.Sandbox.Transfer(toAuto(c, "", fmt.Sprintf("%d.50", i+1)))
			want += money.Amount(i+1)*money.Baht + 50
			apptest.Eventually(t, "credited in spite of "+mode, func() bool { return c.Balance() == want })
		}
		agreed(t, a)
		if got := c.Balance(); got != want {
			t.Errorf("the wallet has %s, want %s", got, want)
		}
	})
}

// TestStatementsOverNodesAndARestart: two nodes read, one of them is started anew in the middle; the books agree with the
// bank to the satang.
func TestStatementsOverNodesAndARestart(t *testing.T) {
	t.Parallel()
	apptest.On(t, store.Postgres, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		b := a.Beside()
		clients := []*apptest.Client{a.Member(), a.Member(), a.Member()}
		var all sync.WaitGroup
		for n, c := range clients {
			all.Go(func() {
				for i := range 30 {
					a.Sandbox.Transfer(toAuto(c, "", fmt.Sprintf("%d.%02d", 10+n, i)))
					a.Pass(100 * time.Millisecond)
				}
			})
		}
		a.Pass(time.Second) // in the middle
		b.Restart()
		all.Wait()
		for n, c := range clients {
			want := money.Amount(30*(10+n))*money.Baht + 435
			apptest.Eventually(t, "all are credited", func() bool { return c.Balance() == want })
		}
		agreed(t, a)
	})
}
