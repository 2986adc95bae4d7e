package api

import (
	"net/http"
	"testing"
	"time"

	"krapao/internal/testkit/apptest"
)

// TestRefreshingHasABudget: a member's readings of all games are calls of the providers. Beyond its budget it gets what was
// read last, with its time, and nobody outside is asked; another member has a budget of its own.
func TestRefreshingHasABudget(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{Limits: true}, func(t *testing.T, a *apptest.App) {
		c, other := a.Member(), a.Member()
		for _, m := range []*apptest.Client{c, other} {
			m.Get("/api/wallet/activate/joker").OK(http.StatusOK)
		}
		asked := func() (n int) {
			for _, m := range a.Sandbox.Calls() {
				if m.Op == "balance" {
					n += m.Calls
				}
			}
			return n
		}
		refresh := func(m *apptest.Client) (at string, outside int) {
			t.Helper()
			before := asked()
			answer := m.Get("/api/wallet/refresh/slot").OK(http.StatusOK)
			if answer.At("failed") != "[]" || slotsByCode(t, answer)["joker"]["amountAt"] == nil {
				t.Errorf("%s", answer.Text)
			}
			return answer.At("syncedAt"), asked() - before
		}
		last := ""
		for n := range 20 {
			at, outside := refresh(c)
			if outside == 0 || at == last {
				t.Fatalf("refresh %d asked nobody", n+1)
			}
			last = at
		}
		if at, outside := refresh(c); outside > 0 || at != last {
			t.Errorf("one too many: %d calls, of %s; the last was of %s", outside, at, last)
		}
		if _, outside := refresh(other); outside == 0 {
			t.Error("another member's budget is used up")
		}
		pass(3 * time.Second)
		if _, outside := refresh(c); outside == 0 {
			t.Error("the budget does not fill up again")
		}
	})
}
