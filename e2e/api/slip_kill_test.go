package api

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/internal/apptest"
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
		const each = 5
		var traffic sync.WaitGroup
		for _, c := range members {
			traffic.Go(func() {
				for i := range each {
					sendUntilAnswered(t, c, node.box, fmt.Sprint("slip-", i))
				}
			})
		}
		for range 4 {
			time.Sleep(700 * time.Millisecond)
			node.isKilled()
		}
		traffic.Wait()
		for _, c := range members {
			var list apptest.Answer
			within(t, 3*time.Minute, func() bool { // a lease that died with its node lapses after 40 s
				list = c.Post("/api/statement/slip", map[string]any{"page": 1, "limit": 100}).OK(200)
				return strings.Count(list.Text, `"SUCCESS"`) == each
			}, func() string { return list.Text })
			if list.At("total") != fmt.Sprint(each) || c.Balance() != each*10*money.Baht {
				t.Errorf("the wallet has %s: %s", c.Balance(), list.Text)
			}
		}
		node.endsWhole(t)
	})
}

// sendUntilAnswered uploads a slip with its key, again and again while the node is away.
func sendUntilAnswered(t *testing.T, c *apptest.Client, box *sandboxtest.Sandbox, key string) {
	t.Helper()
	p := c.Registered
	paid := box.Transfer(sandboxtest.Transfer{
		FromBank: p.Bank, FromAccount: p.AccountNo, FromName: p.AccountName, ToBank: "KTB", ToAccount: "9831234567", Amount: "10",
	})
	body, kind := form(t, "file", box.Slip(paid.Slip))
	within(t, time.Minute, func() bool {
		got, err := c.Try(http.MethodPost, "/api/wallet/slip", body, "Content-Type", kind, "Idempotency-Key", key)
		return err == nil && got.Status == http.StatusOK
	}, func() string { return "no answer to " + key })
}

func within(t *testing.T, longest time.Duration, check func() bool, last func() string) {
	t.Helper()
	for deadline := time.Now().Add(longest); !check(); time.Sleep(100 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Errorf("not within %s: %s", longest, last())
			return
		}
	}
}
