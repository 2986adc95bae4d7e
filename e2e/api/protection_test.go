package api

import (
	"encoding/json"
	"net/http"
	"testing"

	"krapao/deposit"
	"krapao/internal/content"
	"krapao/internal/testkit/apptest"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
)

const protectionPath = "/api/account/protection"

// TestLimitsOfDeposits: a member bounds its own deposits; the gateway is not asked for more, and what arrives anyway is
// credited and counted.
func TestLimitsOfDeposits(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		if got := c.Get(protectionPath).OK(http.StatusOK); got.Text == "" || len(got.Value("limits").([]any)) != 0 ||
			got.Value("breakUntil") != nil || got.At("net.deposits") != "0" || got.At("net.withdrawals") != "0" {
			t.Errorf("at first: %s", got.Text)
		}
		limit := func(amount any) map[string]any {
			return map[string]any{"kind": "deposit", "period": "day", "amount": amount}
		}
		c.Do("PUT", protectionPath+"/limit", limit(500)).OK(http.StatusOK)
		a.Deposit(c, "300")
		refused := c.Post("/api/qrcode/KBANK", map[string]any{"amount": 201}).Refused(http.StatusForbidden, "LIMIT_REACHED")
		if refused.At("params.limit") != "500" || refused.At("params.used") != "300" || refused.At("params.period") != "day" {
			t.Errorf("refused: %s", refused.Text)
		}
		open := c.Post("/api/qrcode/KBANK", map[string]any{"amount": 200}).OK(http.StatusOK).At("qrcodeId")
		c.Do("PUT", protectionPath+"/limit", limit(400)).OK(http.StatusOK) // tighter, while a code is open
		a.Sandbox.Pay(open, sandboxtest.Payer{})
		apptest.Eventually(t, "it is booked", func() bool { return c.Balance() == 500*money.Baht })
		c.Post("/api/qrcode/KBANK", map[string]any{"amount": 1}).Refused(http.StatusForbidden, "LIMIT_REACHED")
		c.Do("PUT", protectionPath+"/limit", limit(nil)).OK(http.StatusOK) // lifted tomorrow
		got := c.Get(protectionPath).OK(http.StatusOK)
		if got.At("limits.0.amount") != "400" || got.At("limits.0.used") != "500" || got.At("limits.0.next.from") == "" ||
			got.At("net.deposits") != "500" {
			t.Errorf("later: %s", got.Text)
		}
		c.Post("/api/qrcode/KBANK", map[string]any{"amount": 1}).Refused(http.StatusForbidden, "LIMIT_REACHED")
		confirm := map[string]any{"kind": "deposit", "period": "day"}
		c.Post(protectionPath+"/limit/confirm", confirm).Refused(http.StatusConflict, "TRY_AGAIN")
		confirm["period"] = "week"
		c.Post(protectionPath+"/limit/confirm", confirm).Refused(http.StatusNotFound, "NO_DATA")
		for name, bad := range map[string]any{
			"a text": limit("500"), "three decimals": limit(1.005), "below zero": limit(-1),
		} {
			if r := c.Do("PUT", protectionPath+"/limit", bad); r.Status != http.StatusBadRequest || r.At("message") != "INVALID_AMOUNT" {
				t.Errorf("%s: %d %s", name, r.Status, r.Text)
			}
		}
		for name, bad := range map[string]any{
			"a stake":   map[string]any{"kind": "stake", "period": "day", "amount": 1},
			"a year":    map[string]any{"kind": "deposit", "period": "year", "amount": 1},
			"no amount": map[string]any{"kind": "deposit", "period": "day"},
			"more":      map[string]any{"kind": "deposit", "period": "day", "amount": 1, "x": 1},
		} {
			if r := c.Do("PUT", protectionPath+"/limit", bad); r.Status != http.StatusBadRequest || r.At("message") != "INVALID_INPUT" {
				t.Errorf("%s: %d %s", name, r.Status, r.Text)
			}
		}
	})
}

// TestCoinsOfDeposits: the demo's first deposit earns ten coins at once; with the strict numbers they wait to be played
// for, a withdrawal cancels them, and a deposit that is taken back takes them along.
func TestCoinsOfDeposits(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		a.Deposit(c, "100")
		if got := c.Get("/api/account/profile").OK(http.StatusOK); got.At("profile.coin") != "10" ||
			got.At("profile.pendingCoin") != "0" {
			t.Errorf("the demo: %s", got.Text)
		}
	})
	strict := func(d content.Document) { d["coins"] = json.RawMessage(`{}`) }
	apptest.Each(t, apptest.Options{Content: strict}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		coins := func(want string) {
			t.Helper()
			if got := c.Get("/api/wallet").OK(http.StatusOK); got.At("profile.coin") != "0" || got.At("profile.pendingCoin") != want {
				t.Errorf("want %s pending: %s", want, got.Text)
			}
		}
		for range 3 { // to and fro earns nothing
			a.Deposit(c, "1000")
			coins("2")
			c.Post("/api/wallet/withdraw", map[string]any{"amount": 1000}).OK(http.StatusOK)
			coins("0")
		}
		a.Deposit(c, "2500")
		coins("5")
		c.Post("/api/wallet/withdraw", map[string]any{"amount": 500}).OK(http.StatusOK)
		coins("4")
		last := deposit.ReverseRequest{Reference: "R1"}
		err := a.Store.DB().QueryRowContext(t.Context(), `SELECT account, source FROM inflow WHERE member = $1 AND amount = 250000`,
			c.Get("/api/account/profile").OK(http.StatusOK).At("profile._id")).Scan(&last.Account, &last.Source)
		if err != nil {
			t.Fatal(err)
		}
		if err := a.Deposits.Reverse(t.Context(), last); err != nil {
			t.Fatal(err)
		}
		coins("0")
		got := c.Get("/api/wallet").OK(http.StatusOK)
		if got.At("wallet.amount") != "0" || got.At("wallet.owed") != "500" {
			t.Errorf("the wallet: %s", got.Text)
		}
		row := c.Post("/api/statement", map[string]any{"page": 1, "limit": 1}).OK(http.StatusOK)
		if row.At("statements.0.statementType") != "withdraw" || row.At("statements.0.reason") != "DEPOSIT_REVERSED" ||
			row.At("statements.0.amount") != "2000" || row.At("statements.0.from") != "WALLET" || row.At("statements.0.to") != "KBANK" {
			t.Errorf("the statement: %s", row.Text)
		}
	})
}
