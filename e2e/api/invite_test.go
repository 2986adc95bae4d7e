package api

import (
	"net/http"
	"testing"

	"krapao/internal/config"
	"krapao/internal/testkit/apptest"
)

// TestAnInviteBonusThatWouldEndAtOnce: content refuses terms under which a condition would be at an end as soon as it is
// granted, so only a database that an earlier, laxer program wrote can have such. Then the call fails and nothing moves; once
// the terms are mended, the very same call succeeds.
func TestAnInviteBonusThatWouldEndAtOnce(t *testing.T) {
	t.Parallel()
	quick := apptest.Options{Node: func(n *config.Node) { n.RegisterOTP = false }}
	apptest.Each(t, quick, func(t *testing.T, a *apptest.App) {
		p := place{t: t, box: a.Sandbox, guest: a.Client}
		c := p.join("")
		p.loses(p.rich(1000, "PR"+c.Get("/api/account/profile").OK(http.StatusOK).At("profile._id")), 400)
		stands := func(purse, wallet, rows string) {
			t.Helper()
			apptest.Eventually(t, "the purse has "+purse, func() bool {
				return c.Get("/api/wallet").OK(http.StatusOK).At("invite.amount") == purse
			})
			if got := c.Get("/api/wallet").OK(http.StatusOK).At("wallet.amount"); got != wallet {
				t.Errorf("the wallet has %s, not %s", got, wallet)
			}
			if got := statements(c); got.At("total") != rows {
				t.Errorf("the statement: %s", got.Text)
			}
		}
		stands("40", "0", "0")
		var body string
		if err := a.Store.DB().QueryRowContext(t.Context(), `SELECT body FROM invite_setting`).Scan(&body); err != nil {
			t.Fatal(err)
		}
		changed(t, a, `UPDATE invite_setting SET body = $1`, `{"on": true, "ripenDays": 0, "terms": {"percentSuccess": 100}}`)
		for range 2 {
			c.Get("/api/invite/bonus", "Idempotency-Key", "one").Refused(http.StatusServiceUnavailable, "INVITE_BONUS_FAIL")
		}
		stands("40", "0", "0")
		if active := c.Get("/api/bonus/check/active").OK(http.StatusOK); active.At("status") != "false" {
			t.Errorf("a condition: %s", active.Text)
		}
		changed(t, a, `UPDATE invite_setting SET body = $1`, body)
		sees(t, c.Get("/api/invite/bonus", "Idempotency-Key", "one").OK(http.StatusOK), map[string]string{
			"message": "INVITE_BONUS_SUCCESS", "amount": "40",
		})
		stands("0", "40", "1")
		booksWhole(t, a)
	})
}
