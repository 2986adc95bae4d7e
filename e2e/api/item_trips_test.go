package api

import (
	"math"
	"net/http"
	"testing"

	"krapao/internal/app"
	"krapao/internal/testkit/apptest"
)

// TestWhatLookingAtAnItemCosts holds how often an item's detail asks the database, where it was looked at before: the withdrawal
// itself, who is signed in and may look, its claim, and what is known of its member (sums, movements, links, conditions, and the
// flags of all whom it names at once).
func TestWhatLookingAtAnItemCosts(t *testing.T) {
	t.Parallel()
	const most = 20
	o := apptest.Options{Before: func(a *app.App) { a.Withdrawals.Wake = func() {} }}
	apptest.Each(t, o, func(t *testing.T, a *apptest.App) {
		dao, _ := desks(t, a)
		c := rich(t, a)
		reference := c.Post("/api/wallet/withdraw", map[string]any{"amount": 150}).OK(http.StatusOK).At("reference")
		took := int64(math.MaxInt64)
		for range 5 { // the first one is in the audit log; a job of the program may ask beside one of them
			before := a.Store.Statements()
			dao.Get("/api/withdrawal/" + reference).OK(http.StatusOK)
			took = min(took, a.Store.Statements()-before)
		}
		t.Logf("a detail: %d statements", took)
		if took > most {
			t.Errorf("a detail takes %d statements; it was %d", took, most)
		}
	})
}
