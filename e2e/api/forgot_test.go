package api

import (
	"net/http"
	"slices"
	"testing"

	"krapao/internal/testkit/apptest"
)

// typed proves a phone by the code that came last, and returns the headers that say so.
func typed(t *testing.T, a *apptest.App, c *apptest.Client, phone, token string) []string {
	t.Helper()
	messages := a.Sandbox.SMS(phone)
	if len(messages) == 0 {
		t.Fatal("no message arrived")
	}
	c.Post("/api/otp/verify", map[string]any{"otpToken": token, "otpCode": messages[0].Code}).OK(http.StatusOK)
	return []string{"X-Otp-Token", token}
}

// TestAForgottenPassword: who holds the phone chooses a new password, whoever else asks learns nothing, and no code for one thing
// is good for another.
func TestAForgottenPassword(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c, guest, nobody := a.Member(), a.Client(), apptest.NewPerson()
		phone := c.Registered.Phone
		ask := func(phone string) apptest.Answer {
			return guest.Post("/api/account/forgot", map[string]any{"phoneNumber": phone}).OK(http.StatusOK)
		}
		known, unknown := ask(phone), ask(nobody.Phone)
		if known.At("code") != "OK" || unknown.At("code") != "OK" || len(known.Text) != len(unknown.Text) {
			t.Errorf("a member: %s; nobody: %s", known.Text, unknown.Text)
		}
		reset := map[string]any{"phoneNumber": phone, "newPassword": "a river in autumn"}
		guest.Post("/api/account/forgot/reset", reset).Refused(http.StatusForbidden, "UNVERIFIED_OTP")
		register := a.Prove(guest, phone)
		guest.Post("/api/account/forgot/reset", reset, "X-Otp-Token", register).Refused(http.StatusForbidden, "UNVERIFIED_OTP")
		proof := typed(t, a, guest, phone, ask(phone).At("otpToken"))
		guest.Post("/api/account/validate", c.Registered.Registration(), proof...).Refused(http.StatusForbidden, "UNVERIFIED_OTP")

		reset["newPassword"] = "12345678"
		if got := guest.Post("/api/account/forgot/reset", reset,
			proof...).Refused(http.StatusBadRequest, "WEAK_PASSWORD"); got.At("params.why") != "pattern" {
			t.Errorf("weak: %s", got.Text)
		}
		reset["newPassword"] = "a river in autumn"
		keyed := slices.Concat(proof, []string{"Idempotency-Key", "tap"})
		guest.Post("/api/account/forgot/reset", reset, keyed...).OK(http.StatusOK)
		guest.Post("/api/account/forgot/reset", reset, keyed...).OK(http.StatusOK) // the answer was lost
		guest.Post("/api/account/forgot/reset", reset, proof...).Refused(http.StatusForbidden, "UNVERIFIED_OTP")
		c.Get("/api/wallet").Refused(http.StatusUnauthorized, "INVALID_USER_3")
		login := map[string]any{"username": phone, "password": c.Registered.Password}
		guest.Post("/api/login", login).Refused(http.StatusUnauthorized, "WRONG_CREDENTIAL")
		login["password"] = "a river in autumn"
		c.Token = guest.Post("/api/login", login).OK(http.StatusOK).At("token")
		if got := c.Get("/api/account/protection").OK(http.StatusOK); got.Value("resetAt") == nil {
			t.Errorf("the account does not show it: %s", got.Text)
		}
		proof = typed(t, a, guest, nobody.Phone, ask(nobody.Phone).At("otpToken"))
		reset["phoneNumber"] = nobody.Phone
		guest.Post("/api/account/forgot/reset", reset, proof...).Refused(http.StatusNotFound, "NO_USER")
	})
}

// TestAStrangerKeepsNobodyOut: after any number of wrong logins from anywhere, a member on a new device types a code, and is in.
func TestAStrangerKeepsNobodyOut(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{Limits: true}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		phone := c.Registered.Phone
		before := len(a.Sandbox.SMS(phone))
		guess := map[string]any{"username": phone, "password": "a wrong guess"}
		for range 5 {
			a.Client().Post("/api/login", guess).Refused(http.StatusUnauthorized, "WRONG_CREDENTIAL")
		}
		for range 3 {
			a.Client().Post("/api/login", guess).Refused(http.StatusTooManyRequests, "REQUEST_LIMIT")
		}
		right := map[string]any{"username": phone, "password": c.Registered.Password}
		asked := a.Client().Post("/api/login", right).Refused(http.StatusTooManyRequests, "REQUEST_LIMIT")
		member := a.Client()
		member.Get("/api/lookup/active") // the message is sent after the answer
		if n := len(a.Sandbox.SMS(phone)) - before; n != 1 {
			t.Fatalf("%d messages: one is sent, after the right password", n)
		}
		proof := typed(t, a, member, phone, asked.At("params.otpToken"))
		a.Client().Post("/api/login", right).Refused(http.StatusTooManyRequests, "REQUEST_LIMIT") // a stranger who knows the password
		member.Token = member.Post("/api/login", right, proof...).OK(http.StatusOK).At("token")
		member.Get("/api/wallet").OK(http.StatusOK)
		member.Post("/api/login", right, proof...).Refused(http.StatusTooManyRequests, "REQUEST_LIMIT") // once
	})
}
