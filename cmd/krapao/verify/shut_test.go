package verify_test

import (
	"net/http"
	"testing"

	"krapao/cmd/krapao/verify"
	"krapao/internal/testkit/apptest"
)

// TestWhoIsShutOutStaysOut: every half-done state of a shut-out is found.
func TestWhoIsShutOutStaysOut(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		a.Deposit(c, "500")
		c.Get("/api/wallet/activate/joker").OK(http.StatusOK)
		c.Post("/api/wallet/transfer", map[string]any{"from": "WALLET", "to": "joker", "amount": 100}).OK(http.StatusOK)
		c.Post("/api/account/protection/break", map[string]any{"days": 1}).OK(http.StatusOK)
		apptest.Eventually(t, "its money is home, and nothing else is under way", func() bool {
			r, err := verify.CheckBy(t.Context(), a.Store, a.HTTP(), a.Sandbox.URL)
			return err == nil && r.OK() && c.Get("/api/account/protection").OK(http.StatusOK).At("comingHome") == "false"
		})
		areFound(t, a, []lie{
			{
				`UPDATE member_state SET gates = gates - 2 WHERE break_until > 0`,
				`UPDATE member_state SET gates = gates + 2 WHERE break_until > 0`, "its gates and its shut-out don't agree",
			},
			{
				`UPDATE member_shut SET member = 'X' || member`, `UPDATE member_shut SET member = SUBSTR(member, 2)`,
				"its gates and its shut-out don't agree",
			},
			{
				`UPDATE member_shut SET since = since - 7200000000`, `UPDATE member_shut SET since = since + 7200000000`,
				"went into a game while",
			},
		})
	})
}
