package api

import (
	"net/http"
	"testing"

	"krapao/internal/testkit/apptest"
	"krapao/money"
)

// TestAWithdrawalIsReducedByTheAPI: the rest is in the wallet at once, the item still waits, and the member reads the new
// amount and why.
func TestAWithdrawalIsReducedByTheAPI(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, _ := desks(t, a)
		c, reference := waiting(t, a, dao.Client)
		before := c.Balance()
		opened := dao.Get("/api/withdrawal/" + reference).OK(http.StatusOK)
		reduce := func(to int) apptest.Answer {
			return dao.decides("/withdrawal/"+reference+"/reduce", map[string]any{"amount": to, "seen": opened.At("seen")})
		}
		reduce(150).Refused(http.StatusBadRequest, "INVALID_AMOUNT")
		reduce(100).OK(http.StatusOK)
		if got := c.Balance(); got != before+50*money.Baht {
			t.Errorf("50 were given back, and it has %s", got)
		}
		if at := dao.Get("/api/withdrawal/" + reference).OK(http.StatusOK); at.At("amount") != "100" || at.At("state") != "review" {
			t.Errorf("it is %s", at.Text)
		}
		reduce(10).Refused(http.StatusConflict, "STATE_CHANGED")
		row := c.Post("/api/statement", map[string]any{"page": 1, "limit": 1}).OK(http.StatusOK)
		if row.At("statements.0.amount") != "100" || row.At("statements.0.reason") != "WITHDRAW_REDUCED" {
			t.Errorf("the member reads %s", row.Text)
		}
	})
}
