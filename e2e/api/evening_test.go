// Package api tests the product from outside, over HTTP, as API.md has it: each call, on both engines, with the sandbox
// as the outside.
package api

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"krapao/internal/testkit/apptest"
)

// TestAnEvening is the first evening of a new member: register with a one-time code, deposit 500 by QR, move 200 into a
// game, play, bring everything back, withdraw 300, and read it all in the statement.
func TestAnEvening(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		// One game of each family, in baht.
		for _, code := range []string{"joker", "pgslot", "pg", "areaslot", "betflix", "ufabet", "imi", "slotxo"} {
			evening(t, a, code)
		}
	})
}

func evening(t *testing.T, a *apptest.App, code string) {
	t.Helper()
	c := a.Member()
	home := c.Get("/api/wallet").OK(http.StatusOK)
	if home.At("wallet.amount") != "0" || home.At("profile.username") != c.Registered.Phone || home.Value("syncedAt") != nil {
		t.Fatalf("a new member's home: %s", home.Text)
	}
	a.Deposit(c, "500")

	slot := c.Get("/api/wallet/activate/" + code).OK(http.StatusOK)
	if slot.At("slot.isActive") != "true" || slot.At("slot.code") != code {
		t.Fatalf("activated: %s", slot.Text)
	}
	account := c.Get("/api/wallet/account/" + code).OK(http.StatusOK)
	user := account.At("username")
	if user == "" || account.At("password") == "" != (slot.At("slot.canResetPassword") == "false") {
		t.Fatalf("credentials: %s", account.Text)
	}

	moved := c.Post("/api/wallet/transfer", map[string]any{"from": "WALLET", "to": code, "amount": 200}).OK(http.StatusOK)
	if moved.At("message") != "SUCCESS" || moved.At("status") != "SUCCESS" || len(moved.At("reference")) != 15 {
		t.Fatalf("transfer: %s", moved.Text)
	}
	if got := a.Sandbox.Account(code, user).Balance; got != "200.00" && got != "200" {
		t.Fatalf("the game has %s", got)
	}
	a.Sandbox.Round(code, user, json.Number("50"), json.Number("80"))
	fresh := c.Get("/api/wallet/refresh/slot").OK(http.StatusOK)
	if fresh.At("failed") != "[]" || fresh.At("syncedAt") == "" {
		t.Fatalf("refresh: %s", fresh.Text)
	}
	if total := c.Get("/api/wallet").At("total"); total != "530" {
		t.Fatalf("total %s, want 530", total)
	}
	// A provider without references is not moved from while it is being played on: the demo waits a second.
	apptest.Eventually(t, "everything comes back", func() bool {
		back := c.Post("/api/wallet/transferAll", map[string]any{"to": "WALLET"})
		return back.Status == http.StatusOK && back.At("status") == "SUCCESS"
	})
	if got := c.Balance(); got != 53000 {
		t.Fatalf("balance %s after everything came back, want 530", got)
	}
	taken := c.Post("/api/wallet/withdraw", map[string]any{"amount": 300}).OK(http.StatusOK)
	if taken.At("message") != "SUCCESS" || taken.At("status") != "IN_PROGRESS" || c.Balance() != 23000 {
		t.Fatalf("withdraw: %s", taken.Text)
	}
	apptest.Eventually(t, "the payout", func() bool {
		list := c.Post("/api/statement", map[string]any{"page": 1, "limit": 10}).OK(http.StatusOK)
		return list.At("statements.0.statementType") == "withdraw" && list.At("statements.0.status") == "SUCCESS"
	})
	readEvening(t, c, code, taken.At("reference"))
}

func readEvening(t *testing.T, c *apptest.Client, code, withdrawal string) {
	t.Helper()
	list := c.Post("/api/statement", map[string]any{"page": 1, "limit": 10}).OK(http.StatusOK)
	var got []string
	for _, i := range []string{"0", "1", "2", "3"} {
		at := func(field string) string { return list.At("statements." + i + "." + field) }
		got = append(got, strings.Join([]string{
			at("statementType"), at("from"), at("to"), at("amount"), at("balance"), at("status"),
		}, " "))
	}
	want := []string{
		"withdraw WALLET KBANK 300 230 SUCCESS",
		"transfer " + code + " WALLET 230 530 SUCCESS",
		"transfer WALLET " + code + " 200 300 SUCCESS",
		"deposit KBANK WALLET 500 500 SUCCESS",
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("line %d: %q, want %q", i, got[i], want[i])
		}
	}
	if list.At("total") != "4" || list.At("statements.0.reference") != withdrawal {
		t.Errorf("statement: %s", list.Text)
	}
}
