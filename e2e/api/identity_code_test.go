package api

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/internal/content"
	"krapao/internal/testkit/apptest"
	"krapao/money"
)

const (
	confirmPath     = "/api/account/confirm"
	confirmCodePath = confirmPath + "/code"
)

// asksWhoOneIs is a house that did not switch it off.
func asksWhoOneIs(limits bool) apptest.Options {
	return apptest.Options{
		Content: func(d content.Document) { d["protection"] = json.RawMessage(`{}`) }, Limits: limits,
	}
}

// codeFor asks in a session for a code that confirms it, and returns what to send with it.
func codeFor(t *testing.T, a *apptest.App, c *apptest.Client) map[string]any {
	t.Helper()
	asked := c.Post(confirmCodePath, nil).OK(http.StatusOK)
	message := a.Sandbox.SMS(c.Registered.Phone)[0]
	if message.Ref != asked.At("otpRef") {
		t.Errorf("the phone shows %+v, the member was told %s", message, asked.Text)
	}
	return map[string]any{"otpToken": asked.At("otpToken"), "otpCode": message.Code}
}

// elsewhere is another session of a member.
func elsewhere(a *apptest.App, c *apptest.Client) *apptest.Client {
	other := a.Client()
	other.Registered = c.Registered
	other.Again()
	return other
}

// instant reads a time of an answer.
func instant(t *testing.T, text string) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// mistyped is a code that is not the one that came.
func mistyped(code map[string]any) map[string]any {
	other := "000000"
	if code["otpCode"] == other {
		other = "111111"
	}
	return map[string]any{"otpToken": code["otpToken"], "otpCode": other}
}

// TestACodeConfirmsInPlaceOfThePassword: a withdrawal over 5,000 goes on by the code that came to the registered phone. It counts
// once, in this session, for five minutes.
func TestACodeConfirmsInPlaceOfThePassword(t *testing.T) {
	t.Parallel()
	apptest.Each(t, asksWhoOneIs(true), func(t *testing.T, a *apptest.App) {
		c := a.Member()
		a.Deposit(c, "10000")
		c.Get("/api/wallet/activate/pg").OK(http.StatusOK)
		other := elsewhere(a, c)
		withdraw := func() apptest.Answer {
			return c.Post("/api/wallet/withdraw", map[string]any{"amount": 6000}, "Idempotency-Key", "large")
		}
		withdraw().Refused(http.StatusForbidden, "CONFIRM_IDENTITY")
		asked := c.Post(confirmCodePath, nil).OK(http.StatusOK)
		phone := c.Registered.Phone
		if shown := asked.At("phone"); shown != strings.Repeat("x", 6)+phone[6:] {
			t.Errorf("it was sent to %s", shown)
		}
		code := map[string]any{"otpToken": asked.At("otpToken"), "otpCode": a.Sandbox.SMS(phone)[0].Code}
		withdraw().Refused(http.StatusForbidden, "CONFIRM_IDENTITY") // asking alone confirms nothing
		if got := c.Post(confirmPath, mistyped(code)).Refused(http.StatusBadRequest, "OTP_CODE_INVALID"); got.At("params.left") != "4" {
			t.Error(got.Text)
		}
		withdraw().Refused(http.StatusForbidden, "CONFIRM_IDENTITY")
		done := c.Post(confirmPath, code).OK(http.StatusOK)
		// The code counts for as long as the confirmation, and began moments before it.
		began := instant(t, done.At("until")).Sub(instant(t, asked.At("until")))
		if done.At("message") != "SUCCESS" || began <= 0 || began > time.Minute {
			t.Errorf("asked: %s, confirmed: %s", asked.Text, done.Text)
		}
		withdraw().OK(http.StatusOK)
		if got := c.Balance(); got != 4000*money.Baht {
			t.Errorf("the wallet has %s", got)
		}
		c.Post(confirmPath, code).Refused(http.StatusConflict, "OTP_VERIFIED")
		other.Get("/api/wallet/account/pg").Refused(http.StatusForbidden, "CONFIRM_IDENTITY")
		c.Get("/api/wallet/account/pg").OK(http.StatusOK)
		a.Leap(5 * time.Minute)
		c.Get("/api/wallet/account/pg").Refused(http.StatusForbidden, "CONFIRM_IDENTITY")
		c.Post(confirmPath, code).Refused(http.StatusConflict, "OTP_VERIFIED") // nor does it count again
	})
}

// TestACodeConfirmsItsOwnSession alone, of its own member, and is a code for nothing else; nor does a code for anything else
// confirm. None of that is a guess.
func TestACodeConfirmsItsOwnSession(t *testing.T) {
	t.Parallel()
	apptest.Each(t, asksWhoOneIs(false), func(t *testing.T, a *apptest.App) {
		c, stranger, guest := a.Member(), a.Member(), a.Client()
		other, phone := elsewhere(a, c), c.Registered.Phone
		code := codeFor(t, a, c)
		for range 6 {
			other.Post(confirmPath, code).Refused(http.StatusNotFound, "OTP_NOT_EXIST")
			stranger.Post(confirmPath, code).Refused(http.StatusNotFound, "OTP_NOT_EXIST")
			guest.Post("/api/otp/verify", code).Refused(http.StatusNotFound, "OTP_NOT_EXIST")
		}
		guest.Post(confirmPath, code).Refused(http.StatusUnauthorized, "UNAUTHORIZED")
		for call, body := range map[string]map[string]any{
			"/api/otp/send":       {"phoneNumber": phone},
			"/api/account/forgot": {"phoneNumber": phone},
		} {
			token := guest.Post(call, body).OK(http.StatusOK).At("otpToken")
			foreign := map[string]any{"otpToken": token, "otpCode": a.Sandbox.SMS(phone)[0].Code}
			c.Post(confirmPath, foreign).Refused(http.StatusNotFound, "OTP_NOT_EXIST")
			guest.Post("/api/otp/verify", foreign).OK(http.StatusOK) // it was not used up
			c.Post(confirmPath, foreign).Refused(http.StatusNotFound, "OTP_NOT_EXIST")
		}
		c.Post(confirmPath, map[string]any{"otpToken": "no token", "otpCode": "123456"}).
			Refused(http.StatusBadRequest, "OTP_TOKEN_INVALID")
		for _, body := range []map[string]any{
			{},
			{"otpToken": code["otpToken"]},
			{"otpCode": "123456"},
			{"password": c.Registered.Password, "otpToken": code["otpToken"], "otpCode": code["otpCode"]},
		} {
			c.Post(confirmPath, body).Refused(http.StatusBadRequest, "INVALID_INPUT")
		}
		c.Post(confirmPath, code).OK(http.StatusOK)
		guest.Post("/api/account/forgot/reset", map[string]any{"phoneNumber": phone, "newPassword": "a river in autumn"},
			"X-Otp-Token", code["otpToken"].(string)).Refused(http.StatusForbidden, "UNVERIFIED_OTP")

		late := codeFor(t, a, other)
		a.Leap(5 * time.Minute)
		other.Post(confirmPath, late).Refused(http.StatusConflict, "OTP_EXPIRED")
		blocked := codeFor(t, a, other)
		for range 5 {
			other.Post(confirmPath, mistyped(blocked)).Refused(http.StatusBadRequest, "OTP_CODE_INVALID")
		}
		other.Post(confirmPath, blocked).Refused(http.StatusTooManyRequests, "OTP_BLOCK")
		other.Post(confirmPath, codeFor(t, a, other)).OK(http.StatusOK)

		twoChiefs(t, a)
		old := codeFor(t, a, stranger)
		told(t, a, "members", "deactivate", stranger.Registered.Phone, "@lek", "--reason", "a doubt")
		if got := stranger.Post(confirmPath, old); got.Status != http.StatusUnauthorized {
			t.Errorf("a member that was deactivated: %s", got.Text)
		}
		told(t, a, "members", "reactivate", stranger.Registered.Phone, "@lek", "--reason", "no doubt")
		stranger.Again()
		stranger.Post(confirmPath, old).Refused(http.StatusNotFound, "OTP_NOT_EXIST")
	})
}

// TestCodesThatConfirmAreFew: a member's phone gets one a minute and five an hour, whatever strangers ask for; and five wrong
// codes or passwords end the session, as a thief of it would have guessed them.
func TestCodesThatConfirmAreFew(t *testing.T) {
	t.Parallel()
	apptest.Each(t, asksWhoOneIs(true), func(t *testing.T, a *apptest.App) {
		c := a.Member()
		other, stranger := elsewhere(a, c), a.Client()
		a.Leap(time.Minute)
		stranger.Post("/api/account/forgot", map[string]any{"phoneNumber": c.Registered.Phone}).OK(http.StatusOK)
		for n := range 5 {
			codeFor(t, a, c)
			if n == 4 {
				break
			}
			soon := c.Post(confirmCodePath, nil).Refused(http.StatusTooManyRequests, "REQUEST_LIMIT_1MIN")
			if soon.At("params.seconds") == "" {
				t.Error(soon.Text)
			}
			other.Post(confirmCodePath, nil).Refused(http.StatusTooManyRequests, "REQUEST_LIMIT_1MIN") // it is one phone
			a.Leap(time.Minute)
		}
		a.Leap(time.Minute)
		c.Post(confirmCodePath, nil).Refused(http.StatusTooManyRequests, "REQUEST_LIMIT")
		if n := len(a.Sandbox.SMS(c.Registered.Phone)); n != 7 { // one registered it, and the stranger asked for one
			t.Errorf("%d messages", n)
		}
		a.Leap(time.Hour)
		code := codeFor(t, a, c)
		for range 2 {
			c.Post(confirmPath, map[string]any{"password": "nobody's password"}).Refused(http.StatusBadRequest, "WRONG_PASSWORD")
		}
		for range 3 {
			c.Post(confirmPath, mistyped(code)).Refused(http.StatusBadRequest, "OTP_CODE_INVALID")
		}
		c.Post(confirmPath, code).Refused(http.StatusTooManyRequests, "REQUEST_LIMIT")
		c.Get("/api/wallet").Refused(http.StatusUnauthorized, "invalid-token")
		other.Post(confirmPath, code).Refused(http.StatusNotFound, "OTP_NOT_EXIST")
		other.Get("/api/wallet").OK(http.StatusOK)
	})
}
