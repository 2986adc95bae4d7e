package api

import (
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"krapao/internal/store"
	"krapao/internal/telemetry"
	"krapao/internal/testkit/apptest"
	"krapao/internal/testkit/programtest"
	"krapao/sandbox/sandboxtest"
)

// tokenOf is what in a game's address lets the member in.
func tokenOf(t *testing.T, link string) string {
	t.Helper()
	address, err := url.Parse(link)
	if err != nil || address.Query().Get("token") == "" {
		t.Fatalf("no token in %q: %v", link, err)
	}
	return address.Query().Get("token")
}

// TestNothingTellsASecret: after an evening with failures, neither the log nor the figures nor an answer holds a
// password, a token, a code, a number that a person is known by, or anything of the inside.
func TestNothingTellsASecret(t *testing.T) {
	t.Parallel()
	log := &programtest.Output{}
	apptest.On(t, store.SQLite, apptest.Options{Log: telemetry.NewLogger(log, slog.LevelDebug)}, func(t *testing.T, a *apptest.App) {
		c := rich(t, a)
		account := c.Get("/api/wallet/account/joker").OK(http.StatusOK)
		secrets := []string{
			c.Token, c.Registered.Password, c.Registered.Phone, c.Registered.AccountNo, account.At("password"),
			a.Sandbox.SMS(c.Registered.Phone)[0].Code + `"`,
		}
		secrets = append(secrets, "canary-password", account.At("username")+"/")
		for code, end := range map[string]string{"joker2": "", "pgslot": "/canary-password"} {
			c.Get("/api/wallet/activate/" + code).OK(http.StatusOK)
			keys := c.Get("/api/wallet/account/" + code).OK(http.StatusOK)
			path := "/api/autoLogin/" + code + "/" + keys.At("username") + end
			link := c.Get(path).OK(http.StatusOK).At("link")
			secrets = append(secrets, keys.At("password"), keys.At("username")+"/", link, tokenOf(t, link))
			a.Sandbox.AddFault(sandboxtest.Fault{Target: "game:" + code, Op: "launch", Mode: "garbage"})
			c.Get(path).Refused(http.StatusServiceUnavailable, "TRY_AGAIN")
		}
		for _, target := range []string{"game:joker", "sms", "qr:KBANK", "payout"} {
			for _, mode := range []string{"down", "garbage", "refuse"} {
				a.Sandbox.AddFault(sandboxtest.Fault{Target: target, Mode: mode, Count: 1})
			}
		}
		var answers strings.Builder
		for i := range 4 {
			for _, got := range []apptest.Answer{
				c.Post("/api/wallet/transfer", map[string]any{"from": "WALLET", "to": "joker", "amount": 10}),
				c.Post("/api/otp/send", map[string]any{"phoneNumber": apptest.NewPerson().Phone}),
				c.Post("/api/qrcode/KBANK", map[string]any{"amount": 10 + i}),
				c.Post("/api/wallet/withdraw", map[string]any{"amount": 100}),
				c.Put("/api/account/changepwd", map[string]any{"oldPassword": "canary-password", "newPassword": "canary-password"}),
				c.Post("/api/login", map[string]any{
					"username": c.Registered.Phone, "password": "canary-password", "extra": "canary-password",
				}),
			} {
				answers.WriteString(got.Text)
			}
		}
		operator := a.Client()
		operator.URL = func() string { return a.OperatorURL }
		figures := operator.Get("/metrics").OK(http.StatusOK).Text
		for where, text := range map[string]string{"log": log.String(), "figures": figures, "answers": answers.String()} {
			for _, secret := range secrets {
				if strings.Contains(text, secret) {
					at := strings.Index(text, secret)
					t.Errorf("%s: a secret is in it: %s", where, text[max(0, at-200):min(len(text), at+100)])
				}
			}
		}
		inside := regexp.MustCompile(`pq:|SQLITE|SQLSTATE|goroutine|\.go:|/src/|/work/|127\.0\.0\.1|sandbox\.test`)
		if found := inside.FindString(answers.String()); found != "" {
			t.Errorf("answers hold %q: %s", found, answers.String())
		}
		if !strings.Contains(log.String(), `"route":"/api/autoLogin/{provider}/{user}/{password}"`) {
			t.Error("the call with credentials in its path is not logged by its form")
		}
	})
}
