package api

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/internal/config"
	"krapao/internal/content"
	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
)

// panels are the four QR panels with their least amounts of baht.
var panels = []struct {
	code          string
	minimum, less string
}{{"KBANK", "1", "0.99"}, {"WW", "100", "99.99"}, {"FP", "10", "9.99"}, {"PAYONEX", "100", "99"}}

func own(c *apptest.Client) sandboxtest.Payer {
	return sandboxtest.Payer{FromBank: c.Registered.Bank, FromAccount: c.Registered.AccountNo, FromName: c.Registered.AccountName}
}

// TestQRCodesAtFourBanks: each bank's minimum and refusal, its code, the other panels' reloading, and its money.
func TestQRCodesAtFourBanks(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		want := money.Amount(0)
		for i, p := range panels {
			path := "/api/qrcode/" + p.code
			got := c.Raw("POST", path, `{"amount":`+p.less+`}`).Refused(http.StatusBadRequest, "QR_MINIMUM")
			if got.At("params.minimum") != p.minimum || a.Client().Get("/config.json").At("qrMinimum."+p.code) != p.minimum {
				t.Errorf("%s: %s", p.code, got.Text)
			}
			a.Sandbox.AddFault(sandboxtest.Fault{Target: "qr:" + p.code, Op: "create", Mode: "refuse"})
			if got := c.Post(path, map[string]any{"amount": 100}).OK(200); got.At("hasQrcode") != "false" || got.At("message") == "" {
				t.Errorf("%s refuses: %s", p.code, got.Text)
			}
			a.Sandbox.AddFault(sandboxtest.Fault{Target: "qr:" + p.code, Op: "create", Mode: "garbage"})
			c.Post(path, map[string]any{"amount": 100}).Refused(http.StatusServiceUnavailable, "QR_FAIL")
			least := c.Raw("POST", path, `{"amount":`+p.minimum+`}`).OK(200)
			if !strings.HasPrefix(least.At("qrcode"), "<svg") || least.At("amount") != p.minimum || len(least.At("qrcodeId")) != 15 {
				t.Errorf("%s: %s", p.code, least.Text)
			}
			for j, other := range panels {
				shown := c.Get("/api/qrcode/" + other.code).OK(200).At("hasQrcode")
				if shown != map[bool]string{true: "true", false: "false"}[i == j] {
					t.Errorf("a code at %s, and %s shows %s", p.code, other.code, shown)
				}
			}
			a.Sandbox.Pay(least.At("qrcodeId"), own(c))
			want += apptest.Baht(t, p.minimum)
			apptest.Eventually(t, p.code+"'s money", func() bool { return c.Balance() == want })
		}
		if got := a.Sandbox.Totals().QRIn.String(); apptest.Baht(t, got) != want {
			t.Errorf("the banks took in %s", got)
		}
	})
}

// TestQRMinimumsAreSettings: content changes them, also below what the gateway itself takes.
func TestQRMinimumsAreSettings(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{Content: func(d content.Document) {
		d["depositAccounts"] = []byte(strings.NewReplacer(
			`"qrMinimum": 10,`, `"qrMinimum": 250.5,`, `"qrMinimum": 100,`, `"qrMinimum": 5,`).Replace(string(d["depositAccounts"])))
	}}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		got := c.Raw("POST", "/api/qrcode/FP", `{"amount":250.49}`).Refused(http.StatusBadRequest, "QR_MINIMUM")
		if got.At("params.minimum") != "250.5" {
			t.Errorf("FP: %s", got.Text)
		}
		c.Raw("POST", "/api/qrcode/FP", `{"amount":250.5}`).OK(200)
		for _, code := range []string{"WW", "PAYONEX"} { // they want 100, and say so
			if got := c.Raw("POST", "/api/qrcode/"+code, `{"amount":5}`).OK(200); got.At("hasQrcode") != "false" ||
				got.At("message") == "" {
				t.Errorf("%s: %s", code, got.Text)
			}
		}
	})
}

// TestGatewaysLeftOut: without a connection there is no panel, and nobody is promised one.
func TestGatewaysLeftOut(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{Outside: func(o *config.Outside) {
		o.WW, o.PayOneX = config.SignedGateway{}, config.PayOneX{}
	}}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		for _, code := range []string{"WW", "PAYONEX"} {
			c.Post("/api/qrcode/"+code, map[string]any{"amount": 100}).Refused(http.StatusNotFound, "NO_BANK")
			c.Get("/api/qrcode/"+code).Refused(http.StatusNotFound, "NO_BANK")
			a.Client().Raw("POST", "/hooks/"+strings.ToLower(code), `{}`).Refused(http.StatusNotFound, "NO_BANK")
		}
		if text := c.Get("/api/lookup/deposit").OK(200).Text; strings.Contains(text, `"WW"`) || strings.Contains(text, `"PAYONEX"`) ||
			!strings.Contains(text, `"FP"`) {
			t.Errorf("the panels: %s", text)
		}
		c.Post("/api/qrcode/FP", map[string]any{"amount": 100}).OK(200)
	})
}

// TestCallbacksOfFourGateways: a stranger's is refused where it is signed, and without effect where it is not.
func TestCallbacksOfFourGateways(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		outside := a.Client()
		for _, p := range panels {
			c := a.Member()
			id := c.Post("/api/qrcode/"+p.code, map[string]any{"amount": 100}).OK(200).At("qrcodeId")
			hook := "/hooks/" + strings.ToLower(p.code)
			for name, body := range map[string]string{
				"Empty": "", "Garbage": "\x00\xff", "Form": "a=b",
				"Unsigned": `{"action":"notify","merchantNo":"` + p.code + `SANDBOX","orderNo":"` + id + `","timestamp":1,"sign":"",` +
					`"paymentNo":"1","amount":"1000000.00","status":"SUCCESS"}`,
			} {
				if got := outside.Raw("POST", hook, body, "X-Requested-With", ""); got.Status != http.StatusUnauthorized {
					t.Errorf("%s to %s: %d %s", name, hook, got.Status, got.Text)
				}
			}
			for _, mode := range []string{"forged_callback", "old_callback", "duplicate_callback"} {
				a.Sandbox.AddFault(sandboxtest.Fault{Target: "qr:" + p.code, Mode: mode})
			}
			for n := range 3 {
				a.Sandbox.Pay(id, own(c))
				apptest.Eventually(t, "the payment is credited", func() bool { return c.Balance() == money.Amount(n+1)*100*money.Baht })
			}
		}
	})
}

// TestAGatewayTakesAPaymentBack: the member's statement says so, and nothing of it is left.
func TestAGatewayTakesAPaymentBack(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		for _, p := range panels {
			c := a.Member()
			id := c.Post("/api/qrcode/"+p.code, map[string]any{"amount": 100}).OK(200).At("qrcodeId")
			ref := a.Sandbox.Pay(id, own(c))
			apptest.Eventually(t, "credited", func() bool { return c.Balance() == 100*money.Baht })
			a.Sandbox.Reverse(ref)
			apptest.Eventually(t, "taken back", func() bool { return c.Balance() == 0 })
		}
	})
}

// TestCodesAreOrderedSoOften: a member that orders and cancels on and on is told to wait; another is not.
func TestCodesAreOrderedSoOften(t *testing.T) {
	t.Parallel()
	apptest.On(t, store.SQLite, apptest.Options{Limits: true}, func(t *testing.T, a *apptest.App) {
		c, other := a.Member(), a.Member()
		for i := range 10 {
			id := c.Post("/api/qrcode/KBANK", map[string]any{"amount": 100 + i}).OK(200).At("qrcodeId")
			c.Do(http.MethodDelete, "/api/qrcode/"+id, nil).OK(200)
		}
		over := c.Post("/api/qrcode/KBANK", map[string]any{"amount": 300}).Refused(http.StatusTooManyRequests, "REQUEST_LIMIT")
		if over.Header.Get("Retry-After") == "" || over.At("params.seconds") == "" {
			t.Errorf("no word of how long: %s", over.Text)
		}
		other.Post("/api/qrcode/KBANK", map[string]any{"amount": 300}).OK(200)
		a.Pass(time.Minute)
		c.Post("/api/qrcode/KBANK", map[string]any{"amount": 300}).OK(200)
	})
}
