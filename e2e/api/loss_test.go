package api

import (
	"encoding/json"
	"net/http"
	"testing"

	"krapao/internal/content"
	"krapao/internal/testkit/apptest"
)

// withLosses is a demo node that refunds losses and pays for invitations, with a banner each.
func withLosses(t *testing.T, test func(t *testing.T, a *apptest.App)) {
	t.Helper()
	banner := `"banners": [{"image": "/b.webp", "html": {"th": "<b>ไทย</b><script>1</script>", "lo": "ລາວ", "en": "english"}}]`
	apptest.Each(t, apptest.Options{Content: func(d content.Document) {
		terms := `"terms": {"end": "target", "percentSuccess": 150, "percentFail": 10}`
		d["refund"] = json.RawMessage(`{"on": true, ` + terms + `, ` + banner + `}`)
		d["invite"] = json.RawMessage(`{"on": true, "ripenDays": 0, ` + banner + `}`)
		d["budgets"] = json.RawMessage(`{"refund": {"left": 1000, "alarm": 1}, "invite": {"left": 1000, "alarm": 1}}`)
		d["links"] = json.RawMessage(`{"holder": true}`)
	}}, test)
}

// TestALossIsRefunded goes round once: a loss in a game, the sum, the receive, the purse, the wallet and its condition.
func TestALossIsRefunded(t *testing.T) {
	t.Parallel()
	withLosses(t, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		a.Deposit(c, "1000")
		user := into(c, "joker", 900)
		sees(t, c.Get("/api/refund/check").OK(http.StatusOK), map[string]string{
			"result": "false", "bonus": "false", "info.loss": "0", "info.balance": "1000", "info.percent": "5", "info.deposit": "1000",
			"refundAmount": "0", "refundSuccess": "150", "refundFail": "10",
		})
		refused := c.Get("/api/refund/receive").Refused(http.StatusBadRequest, "REFUND_MINIMUM")
		sees(t, refused, map[string]string{"params.minimum": "1", "params.loss": "0"})
		a.Sandbox.Round("joker", user, json.Number("600"), json.Number("0"))
		c.Get("/api/refund/receive", "Purpose", "prefetch").Refused(http.StatusBadRequest, "INVALID_INPUT")
		// The games are read for it: the books do not know of the loss yet.
		sees(t, c.Get("/api/refund/receive", "Idempotency-Key", "one").OK(http.StatusOK), map[string]string{
			"message": "REFUND_SUCCESS", "amount": "30",
		})
		again := c.Get("/api/refund/receive", "Idempotency-Key", "one").OK(http.StatusOK)
		if again.At("amount") != "30" || again.Header.Get("Idempotency-Replayed") != "true" {
			t.Errorf("the same key: %s", again.Text)
		}
		if next := c.Get("/api/refund/receive", "Idempotency-Key", "two").
			Refused(http.StatusConflict, "NO_REFUND").At("params.next"); next == "" {
			t.Error("a refusal does not say when next")
		}
		sees(t, c.Get("/api/refund/check").OK(http.StatusOK), map[string]string{
			"result": "false", "info.before": "400", "info.deposit": "0", "info.balance": "400", "info.loss": "0", "refundAmount": "30",
		})
		sees(t, c.Post("/api/refund", map[string]any{"page": 1, "limit": 10}).OK(http.StatusOK), map[string]string{
			"total": "1", "refunds.0.refundAmount": "30",
		})
		sees(t, c.Get("/api/refund/addWallet", "Idempotency-Key", "add").OK(http.StatusOK), map[string]string{"amount": "30"})
		sees(t, c.Get("/api/refund/addWallet", "Idempotency-Key", "add").OK(http.StatusOK), map[string]string{"amount": "30"})
		sees(t, c.Get("/api/bonus/check/active").OK(http.StatusOK), map[string]string{
			"status": "true", "type": "refund", "base": "30", "own": "400", "target": "445", "floor": "403",
		})
		c.Get("/api/refund/addWallet", "Idempotency-Key", "more").Refused(http.StatusConflict, "REFUND_CONDITION")
		sees(t, statements(c), map[string]string{
			"statements.0.statementType": "bonus", "statements.0.amount": "30", "statements.0.refund.description": "คืนยอดเสีย",
		})
		sees(t, c.Get("/api/refund/banners").OK(http.StatusOK), map[string]string{"0.image": "/b.webp", "0.html": "<b>ไทย</b>"})
	})
}

// TestAnInvitationPays: the invitee's loss is seen by the job, ripens at once in this content, and is received once a day.
func TestAnInvitationPays(t *testing.T) {
	t.Parallel()
	withLosses(t, func(t *testing.T, a *apptest.App) {
		inviter := a.Member()
		inviter.Get("/api/invite/bonus").Refused(http.StatusConflict, "NO_INVITEE_PLAY_INFO")
		code := "PR" + inviter.Get("/api/account/profile").OK(http.StatusOK).At("profile._id")
		invitee := invited(a, code)
		a.Deposit(invitee, "1000")
		user := into(invitee, "joker", 900)
		a.Sandbox.Round("joker", user, json.Number("400"), json.Number("0"))
		invitee.Get("/api/wallet/refresh/slot").OK(http.StatusOK)
		apptest.Eventually(t, "the commission is in the purse", func() bool {
			return inviter.Get("/api/wallet").OK(http.StatusOK).At("invite.amount") == "40"
		})
		sees(t, inviter.Get("/api/wallet").OK(http.StatusOK), map[string]string{"invite.success": "150", "invite.fail": "10"})
		sees(t, inviter.Post("/api/invite", map[string]any{"page": 1, "limit": 10}).OK(http.StatusOK), map[string]string{
			"total": "1", "invites.0.amount": "40", "invites.0.from.name": "สมช***",
		})
		sees(t, inviter.Get("/api/invite/bonus", "Idempotency-Key", "one").OK(http.StatusOK), map[string]string{
			"message": "INVITE_BONUS_SUCCESS", "amount": "40",
		})
		sees(t, inviter.Get("/api/invite/bonus", "Idempotency-Key", "one").OK(http.StatusOK), map[string]string{"amount": "40"})
		sees(t, inviter.Get("/api/bonus/check/active").OK(http.StatusOK), map[string]string{
			"status": "true", "type": "invite", "base": "40",
		})
		inviter.Get("/api/invite/bonus", "Idempotency-Key", "two").Refused(http.StatusConflict, "BONUS_REMAINING")
		inviter.GivesUp()
		if next := inviter.Get("/api/invite/bonus", "Idempotency-Key", "three").
			Refused(http.StatusConflict, "INVITE_COLLECT").At("params.next"); next == "" {
			t.Error("a refusal does not say when next")
		}
		sees(t, inviter.Get("/api/invite/banners", "Accept-Language", "en").OK(http.StatusOK), map[string]string{"0.html": "english"})
	})
}

// invited registers somebody by a code.
func invited(a *apptest.App, code string) *apptest.Client {
	p, c := apptest.NewPerson(), a.Client()
	token := a.Prove(c, p.Phone)
	r := p.Registration()
	r["inviteCode"] = code
	c.Post("/api/account", r, "X-Otp-Token", token).OK(http.StatusCreated)
	c.Token = c.Post("/api/login", map[string]any{"username": p.Phone, "password": p.Password}).OK(http.StatusOK).At("token")
	c.Registered = p
	return c
}
