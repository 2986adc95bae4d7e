package api

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"krapao/internal/testkit/apptest"
	"krapao/internal/testkit/programtest"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
)

// TestSlipsOverKills: members upload slips while the node is killed (-9) again and again. Every upload that was
// acknowledged is there and becomes its money, once; one that was not, and is sent again with its key, is no second one.
func TestSlipsOverKills(t *testing.T) {
	t.Parallel()
	eachKillable(t, func(t *testing.T, node *killable) {
		var members []*apptest.Client
		for range 4 {
			members = append(members, member(t, node.addr))
		}
		const each, times = 5, 3
		var sent sync.WaitGroup
		var tries atomic.Int64 // uploads that were tried, answered or not
		for _, c := range members {
			sent.Go(func() {
				for i := range each {
					sendUntilAnswered(t, c, node.box, fmt.Sprint("slip-", i), &tries)
				}
			})
		}
		for i := range times {
			programtest.Until(t, "more uploads", func() bool { return tries.Load() > int64(i*each) })
			node.isKilled()
		}
		sent.Wait()
		for _, c := range members {
			var list apptest.Answer
			programtest.Until(t, "all slips are money", func() bool { // a lease that died with its node lapses after 40 s
				list = c.Post("/api/statement/slip", map[string]any{"page": 1, "limit": 100}).OK(200)
				return strings.Count(list.Text, `"SUCCESS"`) >= each
			})
			if list.At("total") != fmt.Sprint(each) || c.Balance() != each*10*money.Baht {
				t.Errorf("the wallet has %s: %s", c.Balance(), list.Text)
			}
		}
		node.endsWhole(t)
	})
}

// sendUntilAnswered uploads a slip with its key, again and again while the node is away.
func sendUntilAnswered(t *testing.T, c *apptest.Client, box *sandboxtest.Sandbox, key string, tries *atomic.Int64) {
	t.Helper()
	p := c.Registered
	paid := box.Transfer(sandboxtest.Transfer{
		FromBank: p.Bank, FromAccount: p.AccountNo, FromName: p.AccountName, ToBank: "KTB", ToAccount: "9831234567", Amount: "10",
	})
	body, kind := form(t, "file", box.Slip(paid.Slip))
	programtest.Until(t, key+" is acknowledged", func() bool {
		tries.Add(1)
		got, err := c.Try(http.MethodPost, "/api/wallet/slip", body, "Content-Type", kind, "Idempotency-Key", key)
		return err == nil && got.Status == http.StatusOK
	})
}
