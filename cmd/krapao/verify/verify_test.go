package verify_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"krapao/cmd/krapao/verify"
	"krapao/internal/apptest"
)

// TestADifferenceToTheOutsideIsNamed: to the satang, by the account.
func TestADifferenceToTheOutsideIsNamed(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		a.Deposit(c, "500")
		for _, code := range []string{"joker", "huayhd"} {
			c.Get("/api/wallet/activate/" + code).OK(http.StatusOK)
			c.Post("/api/wallet/transfer", map[string]any{"from": "WALLET", "to": code, "amount": 100}).OK(http.StatusOK)
		}
		user := c.Get("/api/wallet/account/joker").At("username")
		a.Sandbox.Round("joker", user, "10", "35.5") // play is no difference
		check := func(url string) verify.Result {
			t.Helper()
			r, err := verify.Check(t.Context(), a.Store, url)
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		if r := check(a.Sandbox.URL); !r.OK() || len(r.Compared) < 17 || len(r.Skipped) > 0 {
			t.Fatalf("whole books: %+v", r)
		}
		for name, tc := range map[string]struct {
			change func(totals map[string]any)
			want   string
		}{
			"Deposits": {func(v map[string]any) { v["qrIn"] = json.Number("500.01") }, "bank:KBANK: the books say 500.00, the outside says 500.01"},
			"Payouts":  {func(v map[string]any) { v["payoutsSettled"] = json.Number("1") }, "house:payout: the books say 0.00, the outside says 1.00"},
			"Game": {func(v map[string]any) {
				v["games"].(map[string]any)["huayhd"].(map[string]any)["deposited"] = json.Number("9.99")
			}, "game:huayhd: the books say 100.00, the outside says 99.90"},
		} {
			r := check(twisted(t, a.Sandbox.URL, tc.change))
			if len(r.Breaks) != 1 || r.Breaks[0] != tc.want {
				t.Errorf("%s: %q, want %q", name, r.Breaks, tc.want)
			}
		}
		if _, err := verify.Check(t.Context(), a.Store, "http://127.0.0.1:1"); err == nil || !strings.Contains(err.Error(), "does not answer") {
			t.Errorf("a sandbox that is not there: %v", err)
		}
	})
}

// twisted is the sandbox with its totals changed.
func twisted(t *testing.T, sandbox string, change func(map[string]any)) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer, err := http.Get(sandbox + r.URL.Path)
		if err != nil {
			t.Error(err)
			return
		}
		defer func() { _ = answer.Body.Close() }()
		raw, _ := io.ReadAll(answer.Body)
		var v map[string]any
		d := json.NewDecoder(strings.NewReader(string(raw)))
		d.UseNumber()
		if err := d.Decode(&v); err != nil {
			t.Error(err)
		}
		change(v)
		_ = json.NewEncoder(w).Encode(v)
	}))
	t.Cleanup(s.Close)
	return s.URL
}
