package api

import (
	"net/http"
	"testing"

	"krapao/internal/testkit/apptest"
	"krapao/money"
)

// TestAnAdjustmentTakesTwo: with what shows the mistake, confirmed, and by another person. It is in the member's wallet, and
// can't be withdrawn before a day is over. What the wallet does not have is not taken, and nobody adjusts its own.
func TestAnAdjustmentTakesTwo(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, lek := desks(t, a)
		c := rich(t, a)
		id, _, _, _ := memberOf(c)
		asked := func(way string, amount int) map[string]any {
			return map[string]any{"member": id, "way": way, "amount": amount, "evidence": "ticket 4711"}
		}
		before := c.Balance()
		dao.decides("/adjustment", map[string]any{"member": id, "way": "give", "amount": 50}).
			Refused(http.StatusBadRequest, "EVIDENCE_REQUIRED")
		dao.decides("/adjustment", asked("take", 5_000)).Refused(http.StatusConflict, "MONEY_NOT_ENOUGH")
		dao.decides("/adjustment", map[string]any{"member": "000000000000", "way": "give", "amount": 50, "evidence": "x"}).
			Refused(http.StatusNotFound, "NO_USER")
		proposed := dao.decides("/adjustment", asked("give", 50)).OK(http.StatusAccepted)
		if c.Balance() != before || proposed.At("proposal.facts.0.after") != "50.00" {
			t.Errorf("proposed, it is %s: %s", c.Balance(), proposed.Text)
		}
		at := "/proposal/" + proposed.At("proposal.id") + "/approve"
		seen := map[string]any{"seen": proposed.At("proposal.fingerprint")}
		dao.decides(at, seen).Refused(http.StatusForbidden, "SECOND_PERSON")
		lek.decides(at, seen).OK(http.StatusOK)
		if got := c.Balance(); got != before+50*money.Baht {
			t.Errorf("approved, it has %s", got)
		}
		reference := c.Post("/api/wallet/withdraw", map[string]any{"amount": 150}).OK(http.StatusOK).At("reference")
		apptest.Eventually(t, "the withdrawal to wait for a person", func() bool {
			return dao.Get("/api/queue?member="+id).OK(http.StatusOK).At("items.0.id") == reference
		})
		dao.decides("/withdrawal/" + reference + "/return").OK(http.StatusOK)
		taken := dao.decides("/adjustment", asked("take", 20)).OK(http.StatusAccepted)
		lek.decides("/proposal/"+taken.At("proposal.id")+"/approve", map[string]any{"seen": taken.At("proposal.fingerprint")}).
			OK(http.StatusOK)
		if got := c.Balance(); got != before+30*money.Baht {
			t.Errorf("20 were taken, and it has %s", got)
		}
		own := map[string]any{"member": id, "way": "give", "amount": 1, "reason": "mine", "evidence": "x"}
		employed(t, a, "kin", "chief", id).Post("/api/adjustment", own, "Idempotency-Key", "k").
			Refused(http.StatusForbidden, "SELF_DECISION")
	})
}
