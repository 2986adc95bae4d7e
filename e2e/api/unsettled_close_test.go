package api

import (
	"net/http"
	"strings"
	"testing"

	"krapao/internal/testkit/apptest"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
)

// TestAnUnsettledTransferIsNotClosed: money waits in a transfer whose outcome nobody knows. It moved or it did not, and closing
// it as a case books neither.
func TestAnUnsettledTransferIsNotClosed(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := rich(t, a)
		had := c.Balance()
		a.Sandbox.AddFault(sandboxtest.Fault{Target: "game:joker", Op: "move", Mode: "lost_reply"})
		a.Sandbox.AddFault(sandboxtest.Fault{Target: "game:joker", Op: "check", Mode: "down", Count: 1_000_000})
		c.Post("/api/wallet/transfer", map[string]any{"from": "WALLET", "to": "joker", "amount": 10})
		write(t, a, `UPDATE game_doubt SET state = 'case'`)
		dao, _ := desks(t, a)
		id := dao.Get("/api/queue?kind=unsettled").OK(http.StatusOK).At("items.0.id")
		opened := dao.Get("/api/case/" + id).OK(http.StatusOK)
		for _, fact := range []string{`"name":"entry"`, `"name":"walletNow"`, `"name":"gameNow"`} {
			if !strings.Contains(opened.Text, fact) {
				t.Errorf("opened, it has no %s: %s", fact, opened.Text)
			}
		}
		dao.decides("/case/"+id+"/close", map[string]any{"evidence": "a ticket"}).Refused(http.StatusBadRequest, "INVALID_INPUT")
		if left := c.Balance(); id == "" || left != had-10*money.Baht {
			t.Errorf("%q is closed, and %s of %s is in the wallet", id, left, had)
		}
	})
}
