package year

import (
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"krapao/internal/store/storetest"
)

// TestTheBubbleHoldsTheProduct: a deposit, a transfer into a game and a withdrawal come to their ends in the bubble's time.
func TestTheBubbleHoldsTheProduct(t *testing.T) {
	for _, engine := range storetest.Engines {
		t.Run(string(engine), func(t *testing.T) {
			storetest.Ready(t, engine)
			synctest.Test(t, func(t *testing.T) {
				w := open(t, engine, 1)
				c := w.Member()
				w.Deposit(c, "500")
				c.Get("/api/wallet/activate/joker").OK(http.StatusOK)
				c.Post("/api/wallet/transfer", map[string]any{"from": "WALLET", "to": "joker", "amount": 100}).OK(http.StatusOK)
				w.clock.To(w.clock.Now().Add(30 * 24 * time.Hour))
				w.rest(5 * time.Second)
				c.Again()
				c.Post("/api/wallet/withdraw", map[string]any{"amount": 300}).OK(http.StatusOK)
				w.rest(30 * time.Second)
				if got := c.Get("/api/wallet").OK(http.StatusOK).At("wallet.amount"); got != "100" {
					t.Errorf("the wallet has %s", got)
				}
				w.whole()
			})
		})
	}
}
