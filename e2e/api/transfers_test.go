package api

import (
	"net/http"
	"testing"
	"time"

	"krapao/internal/testkit/apptest"
	"krapao/sandbox/sandboxtest"
)

// listedAs demands a member's only transfer.
func listedAs(t *testing.T, c *apptest.Client, want map[string]string) {
	t.Helper()
	got := c.Get(addPath).OK(http.StatusOK)
	if list, _ := got.Value("transfers").([]any); len(list) != 1 {
		t.Errorf("listed: %s", got.Text)
		return
	}
	for field, value := range want {
		if is := got.At("transfers.0." + field); is != value {
			t.Errorf("%s is %q, not %q: %s", field, is, value, got.Text)
		}
	}
}

// TestWhereTransfersStand: a declared transfer and a wallet link from their beginning to their end, as API.md has them.
func TestWhereTransfersStand(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c, other := a.Member(), a.Member()
		if got := c.Get(addPath).OK(http.StatusOK).Text; got != "{\"transfers\":[]}\n" {
			t.Errorf("nothing: %q", got)
		}
		declared := c.Post(addPath, amount(40.5)).OK(http.StatusOK).At("reference")
		listedAs(t, c, map[string]string{"reference": declared, "kind": "declared", "amount": "40.5", "status": "IN_PROGRESS"})
		row, _ := c.Get(addPath).OK(http.StatusOK).Value("transfers.0").(map[string]any)
		made, _ := row["createdAt"].(string)
		lapses, _ := row["lapsesAt"].(string)
		from, err1 := time.Parse(time.RFC3339, made)
		until, err2 := time.Parse(time.RFC3339, lapses)
		if err1 != nil || err2 != nil || until.Sub(from) != 48*time.Hour || row["note"] != nil {
			t.Errorf("open: %v", row)
		}
		nok := a.Operator("nok")
		refusedAt(t, nok, "INVALID", "deposits", "reject", declared, "--code=MONEY_NOT_ENOUGH", "--reason=not there")
		nok.Must("deposits", "reject", declared, "--reason=not there")
		listedAs(t, c, map[string]string{"reference": declared, "status": "FAILED", "note": "DEPOSIT_NOT_FOUND"})
		if got := other.Get(addPath).OK(http.StatusOK).Text; got != "{\"transfers\":[]}\n" {
			t.Errorf("another member sees %s", got)
		}

		link := voucher(a, "66")
		a.Sandbox.AddFault(sandboxtest.Fault{Target: "truemoney", Mode: "garbage"})
		pending := redeem(t, other, link).OK(http.StatusAccepted)
		apptest.Eventually(t, "the link's end", func() bool {
			return other.Get(addPath).OK(http.StatusOK).At("transfers.0.status") == "SUCCESS"
		})
		listedAs(t, other, map[string]string{
			"reference": pending.At("reference"), "kind": "truelink", "amount": "66", "status": "SUCCESS",
		})
	})
}

// TestHeldMoneySaysWhy: on the home screen's call, where there is any.
func TestHeldMoneySaysWhy(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		if got := c.Get("/api/wallet").OK(http.StatusOK); got.Value("wallet.holds") != nil {
			t.Errorf("nothing is held: %s", got.Text)
		}
		code := c.Post("/api/qrcode/WW", amount(100)).OK(http.StatusOK).At("qrcodeId")
		a.Sandbox.Pay(code, sandboxtest.Payer{FromBank: "BBL", FromAccount: "5550001112", FromName: "ANAN STRANGER"})
		apptest.Eventually(t, "the held money", func() bool {
			return c.Get("/api/wallet").OK(http.StatusOK).At("wallet.held") == "100"
		})
		got := c.Get("/api/wallet").OK(http.StatusOK)
		for field, want := range map[string]string{"amount": "100", "from": "WW", "reason": "NOT_MATCH"} {
			if is := got.At("wallet.holds.0." + field); is != want {
				t.Errorf("%s is %q", field, is)
			}
		}
		if len(got.At("wallet.holds.0.reference")) == 0 || len(got.At("wallet.holds.0.createdAt")) != 24 {
			t.Errorf("held: %s", got.Text)
		}
	})
}
