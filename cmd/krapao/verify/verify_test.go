package verify_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"krapao/cmd/krapao/verify"
	"krapao/internal/testkit/apptest"
	"krapao/sandbox/sandboxtest"
)

// TestADifferenceToTheOutsideIsNamed: to the satang, with the account.
func TestADifferenceToTheOutsideIsNamed(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		a.Deposit(c, "500")
		a.Sandbox.Transfer(sandboxtest.Transfer{
			FromBank: "SCB", FromAccount: "9998887776", FromName: "NOBODY WE KNOW", ToBank: "SCB", ToAccount: "4068123456",
			Amount: "120.50",
		})
		apptest.Eventually(t, "the statement is read", func() bool {
			r, err := verify.CheckBy(t.Context(), a.Store, a.HTTP(), a.Sandbox.URL)
			return err == nil && r.OK()
		})
		for _, code := range []string{"joker", "huayhd"} {
			c.Get("/api/wallet/activate/" + code).OK(http.StatusOK)
			c.Post("/api/wallet/transfer", map[string]any{"from": "WALLET", "to": code, "amount": 100}).OK(http.StatusOK)
		}
		user := c.Get("/api/wallet/account/joker").At("username")
		a.Sandbox.Round("joker", user, "10", "35.5") // play is no difference
		check := func(url string) verify.Result {
			t.Helper()
			r, err := verify.CheckBy(t.Context(), a.Store, a.HTTP(), url)
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		if r := check(a.Sandbox.URL); !r.OK() || len(r.Compared) < 17 || len(r.Skipped) > 0 {
			t.Fatalf("whole books: %+v", r)
		}
		a.Sandbox.Transfer(sandboxtest.Transfer{
			FromBank: "SCB", FromAccount: "9998887776", FromName: "NOBODY WE KNOW", ToBank: "KTB", ToAccount: "9831234567", Amount: "33",
		})
		if r := check(a.Sandbox.URL); !r.OK() || len(r.Skipped) != 1 || r.Skipped[0] != "bank:KTB-SLIP: 33.00 arrived without a slip" {
			t.Errorf("money without a slip: %+v", r)
		}
		for name, tc := range map[string]struct {
			change func(totals map[string]any)
			want   string
		}{
			"Codes": {func(v map[string]any) {
				v["gateways"].(map[string]any)["KBANK"].(map[string]any)["in"] = json.Number("500.01")
			}, "bank:KBANK: the books say 500.00, the outside says 500.01"},
			"Transfers": {func(v map[string]any) {
				v["banks"].(map[string]any)["SCB 4068123456"].(map[string]any)["reversed"] = json.Number("0.01")
			}, "bank:SCB-AUTO: the books say 120.50, the outside says 120.49"},
			"Slips": {func(v map[string]any) {
				v["banks"].(map[string]any)["KTB 9831234567"].(map[string]any)["out"] = json.Number("34")
			}, "bank:KTB-SLIP: the books say 0.00, the outside says -1.00"},
			"Vouchers": {
				func(v map[string]any) { v["vouchersRedeemed"] = json.Number("7") },
				"bank:TRUEMONEY: the books say 0.00, the outside says 7.00",
			},
			"Payouts": {
				func(v map[string]any) { v["payoutsSettled"] = json.Number("1") },
				"house:payout: the books say 0.00, the outside says 1.00",
			},
			"Game": {func(v map[string]any) {
				v["games"].(map[string]any)["huayhd"].(map[string]any)["deposited"] = json.Number("9.99")
			}, "game:huayhd: the books say 100.00, the outside says 99.90"},
		} {
			r := check(twisted(t, a, strings.ToLower(name)+".test", tc.change))
			if len(r.Breaks) != 1 || r.Breaks[0] != tc.want {
				t.Errorf("%s: %q, want %q", name, r.Breaks, tc.want)
			}
		}
		if _, err := verify.CheckBy(t.Context(), a.Store, a.HTTP(), "http://nobody.test"); err == nil ||
			!strings.Contains(err.Error(), "does not answer") {
			t.Errorf("a sandbox that is not there: %v", err)
		}
	})
}

// twisted is a proxy of the sandbox that changes its totals.
func twisted(t *testing.T, a *apptest.App, host string, change func(map[string]any)) string {
	t.Helper()
	return a.Sandbox.Beside(host, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer, err := a.HTTP().Get(a.Sandbox.URL + r.URL.Path)
		if err != nil {
			t.Error(err)
			return
		}
		defer func() { _ = answer.Body.Close() }()
		raw, _ := io.ReadAll(answer.Body)
		if r.URL.Path != "/sandbox/totals" {
			_, _ = w.Write(raw)
			return
		}
		var v map[string]any
		d := json.NewDecoder(strings.NewReader(string(raw)))
		d.UseNumber()
		if err := d.Decode(&v); err != nil {
			t.Error(err)
		}
		change(v)
		_ = json.NewEncoder(w).Encode(v)
	}))
}
