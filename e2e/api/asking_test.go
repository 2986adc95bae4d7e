package api

import (
	"net/http"
	"strings"
	"testing"

	"krapao/internal/config"
	"krapao/internal/testkit/apptest"
)

const (
	askersBrowser   = "6f1c3c1e-6a2b-4e57-9d2c-8d8a3f0b1c11"
	anothersBrowser = "1e0f4d2a-97c1-4b0d-8a54-5d6c1e2f3a4b"
)

// TestAskingForACodeTellsAStrangerNothing: that somebody asked for a code to a phone is told to who asked, and to nobody
// else: not to who shares its address, not to who calls from elsewhere, and whatever the code is for.
func TestAskingForACodeTellsAStrangerNothing(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{
		Limits: true, Node: func(n *config.Node) { n.TrustedProxies = "127.0.0.1/32" },
	}, func(t *testing.T, a *apptest.App) {
		registered := a.Member().Registered.Phone
		for _, call := range []string{"/api/otp/send", "/api/account/forgot"} {
			phone := apptest.NewPerson().Phone
			if call == "/api/account/forgot" {
				phone = registered
			}
			ask := func(header ...string) apptest.Answer {
				return a.Client().Post(call, map[string]any{"phoneNumber": phone}, header...)
			}
			own := ask("X-Forwarded-For", "203.0.113.7", "X-Device-Id", askersBrowser).OK(http.StatusOK)
			if own.Header.Get("Set-Cookie") != "" {
				t.Errorf("%s: a browser that is known got a cookie", call)
			}
			for what, header := range map[string][]string{
				"another browser at the address": {"X-Forwarded-For", "203.0.113.7", "X-Device-Id", anothersBrowser},
				"a script at the address":        {"X-Forwarded-For", "203.0.113.7"},
				"a script elsewhere":             {"X-Forwarded-For", "198.51.100.8"},
			} {
				got := ask(header...).OK(http.StatusOK)
				if got.At("code") != "OK" || got.At("otpRef") == own.At("otpRef") || len(got.At("otpToken")) != len(own.At("otpToken")) {
					t.Errorf("%s, %s: %s", call, what, got.Text)
				}
				cookie, _, _ := strings.Cut(got.Header.Get("Set-Cookie"), ";")
				if (cookie != "") != (len(header) == 2) {
					t.Errorf("%s, %s: cookie %q", call, what, cookie)
				}
				if cookie != "" { // wherever it calls from next
					ask("X-Forwarded-For", "192.0.2.1", "Cookie", cookie).Refused(http.StatusTooManyRequests, "REQUEST_LIMIT_1MIN")
				}
				ask(header...).Refused(http.StatusTooManyRequests, "REQUEST_LIMIT_1MIN")
			}
			ask("X-Forwarded-For", "192.0.2.9", "X-Device-Id", askersBrowser).Refused(http.StatusTooManyRequests, "REQUEST_LIMIT_1MIN")
		}
	})
}

// TestACodeForTwoBrowsers: who asks once more from another browser types the code that came.
func TestACodeForTwoBrowsers(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{Limits: true}, func(t *testing.T, a *apptest.App) {
		p, c := apptest.NewPerson(), a.Client()
		asked := map[string]any{"phoneNumber": p.Phone}
		c.Post("/api/otp/send", asked, "X-Device-Id", askersBrowser).OK(http.StatusOK)
		again := c.Post("/api/otp/send", asked, "X-Device-Id", anothersBrowser).OK(http.StatusOK).At("otpToken")
		messages := a.Sandbox.SMS(p.Phone)
		if len(messages) != 1 {
			t.Fatalf("%d messages", len(messages))
		}
		c.Post("/api/otp/verify", map[string]any{"otpToken": again, "otpCode": messages[0].Code}).OK(http.StatusOK)
		c.Post("/api/account", p.Registration(), "X-Otp-Token", again).OK(http.StatusCreated)
	})
}
