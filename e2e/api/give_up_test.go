package api

import (
	"net/http"
	"testing"

	"krapao/internal/testkit/apptest"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
)

// TestGivenUpWhileItsMoneyIsInAGame: the game tells what it holds and does not give it back. The condition is over, what it
// gives back is on its way (202), and the same key is told of the end as soon as there is one.
func TestGivenUpWhileItsMoneyIsInAGame(t *testing.T) {
	t.Parallel()
	withOffers(t, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		a.Deposit(c, "500")
		c.Get("/api/bonus/activate/DOUBLE").OK(http.StatusOK)
		into(c, "joker", 800)
		a.Sandbox.AddFault(sandboxtest.Fault{Target: "game:joker", Op: "move", Mode: "down", Count: 1000})
		began := c.Get("/api/bonus/clear?giveUp=true", "Idempotency-Key", "tap").OK(http.StatusAccepted)
		sees(t, began, map[string]string{"message": "BONUS_CLEAR", "status": "IN_PROGRESS", "outcome": "FAILED", "returned": "500"})
		c.Post("/api/wallet/withdraw", map[string]any{"amount": 100}).Refused(http.StatusConflict, "BONUS_REMAINING")

		a.Sandbox.ClearFaults()
		sees(t, c.GivesUpBy("tap"), map[string]string{"status": "SUCCESS", "outcome": "FAILED", "returned": "500"})
		if got := c.Balance(); got != 500*money.Baht {
			t.Errorf("after the end %s", got)
		}
	})
}
