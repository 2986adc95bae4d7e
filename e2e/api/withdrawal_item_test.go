package api

import (
	"net/http"
	"testing"

	"krapao/internal/app"
	"krapao/internal/testkit/apptest"
)

// factsOf are the facts of an item, by their names.
func factsOf(detail apptest.Answer) map[string]string {
	found := map[string]string{}
	facts, _ := detail.Value("facts").([]any)
	for _, one := range facts {
		fact := one.(map[string]any)
		found[fact["name"].(string)] = fact["after"].(string)
	}
	return found
}

// TestWhoseAccountAndWhoseDeviceAWithdrawalIs: what proves the account, since when, and the browsers that others use, too.
func TestWhoseAccountAndWhoseDeviceAWithdrawalIs(t *testing.T) {
	t.Parallel()
	o := apptest.Options{Before: func(a *app.App) { a.Withdrawals.Wake = func() {} }}
	apptest.Each(t, o, func(t *testing.T, a *apptest.App) {
		dao, _ := desks(t, a)
		c := rich(t, a)
		reference := c.Post("/api/wallet/withdraw", map[string]any{"amount": 150}).OK(http.StatusOK).At("reference")
		write(t, a, `UPDATE withdrawal SET state = 'review', in_hand = 1`)
		write(t, a, `DELETE FROM payout_account`)
		open := func() apptest.Answer { return dao.Get("/api/withdrawal/" + reference).OK(http.StatusOK) }
		if got := open(); factsOf(got)["proof"] != "unproven" || factsOf(got)["provenAt"] != "" || got.Value("devices.0") != nil {
			t.Errorf("of nobody: %s", got.Text)
		}
		write(t, a, `INSERT INTO payout_account (member, account_index, proof, verified_at)
			SELECT member, account_index, 'inquiry', 1764547200000000 FROM withdrawal`)
		from(a, c, sharedBrowser, "203.0.113.9")
		from(a, c, "b1f6a3de-3c80-4b5e-9a55-0f4c3f1f7d11", "203.0.113.9") // its own
		from(a, a.Member(), sharedBrowser, "203.0.113.10")
		got := open()
		if facts := factsOf(got); facts["proof"] != "inquiry" || facts["provenAt"] != "2025-12-01T00:00:00Z" {
			t.Errorf("the account is its by %s, since %s", facts["proof"], facts["provenAt"])
		}
		if got.At("devices.0.members") != "2" || got.At("devices.0.key") == "" || got.At("devices.0.lastAt") == "" ||
			got.Value("devices.1") != nil {
			t.Errorf("devices: %v", got.Value("devices"))
		}
	})
}
