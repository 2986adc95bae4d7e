package api

import (
	"maps"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"krapao/internal/config"
	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
	"krapao/sandbox/sandboxtest"
)

// with changes some of a registration's fields.
func with(p apptest.Person, changes map[string]any) map[string]any {
	r := p.Registration()
	maps.Copy(r, changes)
	return r
}

// TestRegistration: each rule with its code and status, in the contract's order, on both calls.
func TestRegistration(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		taken := a.Member().Registered
		c := a.Client()
		p := apptest.NewPerson()
		c.Post("/api/account/validate", p.Registration()).Refused(http.StatusForbidden, "UNVERIFIED_OTP")
		c.Post("/api/account", p.Registration()).Refused(http.StatusForbidden, "UNVERIFIED_OTP")
		c.Header.Set("X-Otp-Token", a.Prove(c, p.Phone))
		for name, tc := range map[string]struct {
			changes map[string]any
			status  int
			code    string
		}{
			"Unknown":       {map[string]any{"coin": 999}, 400, "INVALID_INPUT"},
			"WrongType":     {map[string]any{"name": 1}, 400, "INVALID_INPUT"},
			"Currency":      {map[string]any{"currency": "USD"}, 400, "INVALID_INPUT"},
			"Kip":           {map[string]any{"currency": "LAK"}, 400, "INVALID_INPUT"},
			"ShortPhone":    {map[string]any{"username": "081234567"}, 400, "PHONE_NUMBER_REQUIRE_10_DIGIT"},
			"Letters":       {map[string]any{"username": "08123x5678"}, 400, "PHONE_NUMBER_REQUIRE_10_DIGIT"},
			"OtherPhone":    {map[string]any{"username": apptest.NewPerson().Phone}, 403, "UNVERIFIED_OTP"},
			"NoName":        {map[string]any{"name": " "}, 400, "INVALID_USER_INFO"},
			"ShortPassword": {map[string]any{"password": "1234567"}, 400, "INVALID_USER_INFO"},
			"LongPassword":  {map[string]any{"password": strings.Repeat("x", 129)}, 400, "INVALID_USER_INFO"},
			"Source":        {map[string]any{"sourceCode": "NOBODY"}, 400, "INVALID_USER_INFO"},
			"Inviter":       {map[string]any{"inviteCode": "PR000000000000"}, 400, "INVALID_USER_INFO"},
			"InviterForm":   {map[string]any{"inviteCode": "x"}, 400, "INVALID_USER_INFO"},
			"ShortNumber":   {map[string]any{"bankAccountNo": "12345"}, 400, "INVALID_USER_INFO"},
			"NumberLetters": {map[string]any{"bankAccountNo": "12345678x0"}, 400, "INVALID_USER_INFO"},
			"Bank":          {map[string]any{"bankCode": "NOBANK"}, 400, "INVALID_BANK"},
			"ThaiAtKTB":     {map[string]any{"bankCode": "KTB"}, 400, "BANK_ACCOUNT_NAME_ENG"},
			"TakenAccount":  {map[string]any{"bankAccountNo": taken.AccountNo}, 409, "EXISTING_BANK"},
		} {
			for _, path := range []string{"/api/account/validate", "/api/account"} {
				got := c.Post(path, with(p, tc.changes))
				if got.Status != tc.status || got.At("message") != tc.code {
					t.Errorf("%s at %s: %d %s, want %d %s", name, path, got.Status, got.Text, tc.status, tc.code)
				}
			}
		}
		// The last step is checked only where it is told; without a bank a member can't be.
		open := map[string]any{"bankCode": "", "bankAccountName": "", "bankAccountNo": "", "currency": ""}
		c.Post("/api/account/validate", with(p, open)).OK(http.StatusOK)
		if got := c.Post("/api/account", with(p, open)); got.Status != http.StatusBadRequest {
			t.Errorf("registered without a bank: %d %s", got.Status, got.Text)
		}
		inviter := a.Client()
		inviter.Token = c.Post("/api/login", map[string]any{"username": taken.Phone, "password": taken.Password}).OK(200).At("token")
		id := inviter.Get("/api/account/profile").OK(200).At("profile._id")
		c.Post("/api/account", with(p, map[string]any{"inviteCode": "pr" + strings.ToLower(id)})).OK(http.StatusCreated)
		c.Post("/api/account", p.Registration()).Refused(http.StatusConflict, "EXISTING_USER")
	})
}

// TestLoginTellsNothing: an unknown member and a wrong password are answered alike, and a token opens only its own doors.
func TestLoginTellsNothing(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		guest := a.Client()
		wrong := guest.Post("/api/login", map[string]any{"username": c.Registered.Phone, "password": "not this one"})
		nobody := guest.Post("/api/login", map[string]any{"username": "0899999999", "password": "not this one"})
		wrong.Refused(http.StatusUnauthorized, "WRONG_CREDENTIAL")
		if wrong.Text != nobody.Text || wrong.Status != nobody.Status {
			t.Errorf("a wrong password: %d %s; nobody: %d %s", wrong.Status, wrong.Text, nobody.Status, nobody.Text)
		}
		second := a.Client()
		second.Token = guest.Post("/api/login", map[string]any{
			"username": c.Registered.Phone, "password": c.Registered.Password, "remember": false,
		}).OK(200).At("token")
		if second.Token == c.Token || len(second.Token) != 52 {
			t.Errorf("token %q", second.Token)
		}
		change := map[string]any{"oldPassword": "not this one", "newPassword": "another good one"}
		c.Put("/api/account/changepwd", change).Refused(http.StatusBadRequest, "WRONG_PASSWORD")
		change["oldPassword"], change["newPassword"] = c.Registered.Password, "short"
		c.Put("/api/account/changepwd", change).Refused(http.StatusBadRequest, "INVALID_USER_INFO")
		change["newPassword"] = "another good one"
		c.Put("/api/account/changepwd", change).OK(http.StatusOK)
		c.Get("/api/account/profile").OK(http.StatusOK)
		second.Get("/api/account/profile").Refused(http.StatusUnauthorized, "INVALID_USER_3")
		guest.Post("/api/login", map[string]any{
			"username": c.Registered.Phone, "password": c.Registered.Password,
		}).Refused(http.StatusUnauthorized, "WRONG_CREDENTIAL")
		if got := c.Post("/api/logout", nil).OK(http.StatusOK).At("message"); got != "SUCCESS" {
			t.Errorf("logout: %s", got)
		}
		c.Get("/api/account/profile").Refused(http.StatusUnauthorized, "invalid-token")
	})
}

// TestSessionsEndByTime: a token past its end says so, and one that is used lives on.
func TestSessionsEndByTime(t *testing.T) {
	t.Parallel()
	apptest.On(t, store.SQLite, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		brief := a.Client()
		brief.Token = brief.Post("/api/login", map[string]any{
			"username": c.Registered.Phone, "password": c.Registered.Password, "remember": false,
		}).OK(200).At("token")
		a.Leap(11 * time.Hour)
		brief.Get("/api/account/profile").OK(http.StatusOK)
		a.Leap(11 * time.Hour)
		brief.Get("/api/account/profile").OK(http.StatusOK)
		a.Leap(13 * time.Hour)
		brief.Get("/api/account/profile").Refused(http.StatusUnauthorized, "EXPIRED_AUTH_TOKEN")
		c.Get("/api/account/profile").OK(http.StatusOK)
		a.Leap(31 * 24 * time.Hour)
		c.Get("/api/account/profile").Refused(http.StatusUnauthorized, "EXPIRED_AUTH_TOKEN")
	})
}

// TestProfile: what a member may change of itself, and when no more.
func TestProfile(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c, other := a.Member(), a.Member()
		p := c.Registered
		profile := c.Get("/api/account/profile").OK(http.StatusOK)
		if len(profile.At("profile._id")) != 12 || profile.At("bankAccount.bankAccountNo") != p.AccountNo ||
			profile.At("bankAccount.bank.nameEN") != "Kasikornbank" {
			t.Errorf("profile: %s", profile.Text)
		}
		if _, err := time.Parse("2006-01-02T15:04:05.000Z", profile.At("profile.createdAt")); err != nil {
			t.Errorf("createdAt: %v", err)
		}
		change := map[string]any{"name": "สมหญิง", "bankCode": "SCB", "bankAccountName": "สมหญิง ใจดี", "bankAccountNo": "9876543210"}
		change["bankAccountNo"] = other.Registered.AccountNo
		change["bankCode"] = other.Registered.Bank
		c.Put("/api/account/profile", change).Refused(http.StatusConflict, "EXISTING_BANK")
		change["bankAccountNo"], change["bankCode"] = "98"+p.Phone, "SCB"
		c.Put("/api/account/profile", change).OK(http.StatusOK)
		if got := c.Get("/api/account/profile"); got.At("profile.name") != "สมหญิง" || got.At("bankAccount.bankCode") != "SCB" {
			t.Errorf("changed profile: %s", got.Text)
		}
		name := map[string]any{"bankCode": "KBANK", "bankAccountName": "SOMYING JAIDEE"}
		c.Put("/api/account/bankAccountName", name).Refused(http.StatusBadRequest, "INVALID_BANK")
		name["bankCode"], name["bankAccountName"] = "SCB", "สมหญิง"
		c.Put("/api/account/bankAccountName", name).Refused(http.StatusBadRequest, "BANK_ACCOUNT_NAME_ENG")
		name["bankAccountName"] = "SOMYING JAIDEE"
		c.Put("/api/account/bankAccountName", name).OK(http.StatusOK)
		c.Post("/api/account/agreement", map[string]any{"version": "2026-11"}).OK(http.StatusOK)
		c.Post("/api/account/agreement", map[string]any{"version": ""}).Refused(http.StatusBadRequest, "INVALID_INPUT")

		c.Registered.Bank, c.Registered.AccountNo, c.Registered.AccountName = "SCB", "98"+p.Phone, "SOMYING JAIDEE"
		a.Deposit(c, "10")
		change["bankAccountNo"], change["bankAccountName"], change["name"] = "1234567890", "X Y", "Z"
		c.Put("/api/account/profile", change).Refused(http.StatusConflict, "BANK_LOCKED")
		if got := c.Get("/api/account/profile"); got.At("profile.name") != "สมหญิง" ||
			got.At("bankAccount.bankAccountNo") != "98"+p.Phone {
			t.Errorf("a refused change changed something: %s", got.Text)
		}
	})
}

// TestOneTimeCodes: the codes of both calls.
func TestOneTimeCodes(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := a.Client()
		phone := apptest.NewPerson().Phone
		verify := func(token, code string) apptest.Answer {
			return c.Post("/api/otp/verify", map[string]any{"otpToken": token, "otpCode": code})
		}
		c.Post("/api/otp/send", map[string]any{"phoneNumber": "12345"}).Refused(http.StatusBadRequest, "PHONE_NUMBER_REQUIRE_10_DIGIT")
		sent := c.Post("/api/otp/send", map[string]any{"phoneNumber": phone}).OK(http.StatusOK)
		token := sent.At("otpToken")
		message := a.Sandbox.SMS(phone)[0]
		if sent.At("code") != "OK" || sent.At("otpRef") != message.Ref || token == "" {
			t.Errorf("sent: %s", sent.Text)
		}
		verify("x", message.Code).Refused(http.StatusBadRequest, "OTP_TOKEN_INVALID")
		verify(strings.Repeat("0", 52), message.Code).Refused(http.StatusNotFound, "OTP_NOT_EXIST")
		n, _ := strconv.Atoi(message.Code)
		wrong := strconv.Itoa(1_000_000 + (n+1)%1_000_000)[1:]
		verify(token, wrong).Refused(http.StatusBadRequest, "OTP_CODE_INVALID")
		if got := verify(token, message.Code).OK(http.StatusOK).At("code"); got != "OTP_CODE_VALID" {
			t.Errorf("verified: %s", got)
		}
		verify(token, message.Code).Refused(http.StatusConflict, "OTP_VERIFIED")
		again := map[string]any{"phoneNumber": phone}
		if got := c.Post("/api/otp/send", again, "X-Otp-Token", token).OK(http.StatusOK).At("code"); got != "OTP_VERIFIED" {
			t.Errorf("sent again: %s", got)
		}
		if got := c.Post("/api/otp/send", again).OK(http.StatusOK).At("code"); got != "OK" { // from the same address
			t.Errorf("who does not hold the proof is told: %s", got)
		}
		other := apptest.NewPerson().Phone
		token = c.Post("/api/otp/send", map[string]any{"phoneNumber": other}).OK(http.StatusOK).At("otpToken")
		message = a.Sandbox.SMS(other)[0]
		n, _ = strconv.Atoi(message.Code)
		wrong = strconv.Itoa(1_000_000 + (n+1)%1_000_000)[1:]
		for range 5 {
			verify(token, wrong).Refused(http.StatusBadRequest, "OTP_CODE_INVALID")
		}
		if got := verify(token, message.Code).Refused(http.StatusTooManyRequests, "OTP_BLOCK").Header.Get("Retry-After"); got == "" {
			t.Error("no Retry-After")
		}
	})
}

// TestAPhoneIsProvedByItsHolder: whoever shares the address of a new member gets nothing of what it proved, and a proof is good
// for its phone and one registration.
func TestAPhoneIsProvedByItsHolder(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c, thief, p := a.Client(), a.Client(), apptest.NewPerson()
		token := a.Prove(c, p.Phone)
		stolen := apptest.NewPerson().Registration()
		stolen["username"] = p.Phone
		thief.Post("/api/account/validate", stolen).Refused(http.StatusForbidden, "UNVERIFIED_OTP")
		thief.Post("/api/account", stolen).Refused(http.StatusForbidden, "UNVERIFIED_OTP")
		mine := apptest.NewPerson()
		c.Post("/api/account", mine.Registration(), "X-Otp-Token", token).Refused(http.StatusForbidden, "UNVERIFIED_OTP")

		c.Post("/api/account/validate", p.Registration(), "X-Otp-Token", token).OK(http.StatusOK) // uses nothing up
		c.Post("/api/account", p.Registration(), "X-Otp-Token", token).OK(http.StatusCreated)
		c.Post("/api/account", p.Registration(), "X-Otp-Token", token).Refused(http.StatusConflict, "EXISTING_USER")
		thief.Post("/api/account", p.Registration()).Refused(http.StatusForbidden, "UNVERIFIED_OTP")
		if got := c.Post("/api/otp/send", map[string]any{"phoneNumber": p.Phone},
			"X-Otp-Token", token).OK(http.StatusOK).At("code"); got != "OK" {
			t.Errorf("a proof that was used up spares a message: %s", got)
		}
	})
}

// TestABrowserHoldsItsProof: a client by SPEC.md alone knows no header; its browser keeps the proof where no script reads it.
func TestABrowserHoldsItsProof(t *testing.T) {
	t.Parallel()
	o := apptest.Options{Node: func(n *config.Node) { n.TrustedProxies = "127.0.0.0/8" }}
	apptest.On(t, store.SQLite, o, func(t *testing.T, a *apptest.App) {
		c, p := a.Client(), apptest.NewPerson()
		sent := c.Post("/api/otp/send", map[string]any{"phoneNumber": p.Phone}).OK(http.StatusOK)
		entry := map[string]any{"otpToken": sent.At("otpToken"), "otpCode": a.Sandbox.SMS(p.Phone)[0].Code}
		verified := c.Post("/api/otp/verify", entry, "X-Forwarded-Proto", "https").OK(http.StatusOK)
		cookie := verified.Header.Get("Set-Cookie")
		for _, rule := range []string{"Path=/api", "HttpOnly", "SameSite=Strict", "Secure", "Max-Age=1800"} {
			if !strings.Contains(cookie, rule) {
				t.Errorf("the cookie %q is not %s", cookie, rule)
			}
		}
		kept, _, _ := strings.Cut(cookie, ";")
		c.Post("/api/account/validate", p.Registration(), "Cookie", kept).OK(http.StatusOK)
		c.Post("/api/account", p.Registration(), "Cookie", kept).OK(http.StatusCreated)

		p = apptest.NewPerson()
		sent = c.Post("/api/otp/send", map[string]any{"phoneNumber": p.Phone}).OK(http.StatusOK)
		entry = map[string]any{"otpToken": sent.At("otpToken"), "otpCode": a.Sandbox.SMS(p.Phone)[0].Code}
		if plain := c.Post("/api/otp/verify", entry).OK(http.StatusOK).Header.Get("Set-Cookie"); strings.Contains(plain, "Secure") {
			t.Errorf("over plain HTTP a browser would drop it: %q", plain)
		}
	})
}

// TestARegistrationIsRepeated: with its key, a registration whose answer was lost gets the first answer again, though its
// proof is used up; the key is its holder's alone.
func TestARegistrationIsRepeated(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c, p := a.Client(), apptest.NewPerson()
		token := a.Prove(c, p.Phone)
		headers := []string{"X-Otp-Token", token, "Idempotency-Key", "tap-1"}
		c.Post("/api/account", p.Registration(), headers...).OK(http.StatusCreated)
		if again := c.Post("/api/account", p.Registration(),
			headers...).OK(http.StatusCreated); again.Header.Get("Idempotency-Replayed") != "true" {
			t.Error("the first answer again is not marked")
		}
		other := apptest.NewPerson()
		c.Post("/api/account", other.Registration(), headers...).Refused(http.StatusConflict, "IDEMPOTENCY_MISMATCH")
		headers[1] = a.Prove(c, other.Phone)
		c.Post("/api/account", other.Registration(), headers...).OK(http.StatusCreated) // somebody else's first tap
	})
}

// TestLimits: the numbers of the contract, with the seconds to wait.
func TestLimits(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{Limits: true}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		phone := apptest.NewPerson().Phone
		c.Post("/api/otp/send", map[string]any{"phoneNumber": phone}).OK(http.StatusOK)
		again := c.Post("/api/otp/send", map[string]any{"phoneNumber": phone}).Refused(http.StatusTooManyRequests, "REQUEST_LIMIT_1MIN")
		if seconds, err := strconv.Atoi(again.Header.Get("Retry-After")); err != nil || seconds < 1 || seconds > 60 {
			t.Errorf("Retry-After %q", again.Header.Get("Retry-After"))
		}
		for name, username := range map[string]string{"Known": c.Registered.Phone, "Unknown": "0877777777"} {
			guess := map[string]any{"username": username, "password": "a wrong guess"}
			for range 5 {
				a.Client().Post("/api/login", guess).Refused(http.StatusUnauthorized, "WRONG_CREDENTIAL")
			}
			a.Client().Post("/api/login", guess).Refused(http.StatusTooManyRequests, "REQUEST_LIMIT")
			right := map[string]any{"username": username, "password": c.Registered.Password}
			if got := a.Client().Post("/api/login", right); got.Status != http.StatusTooManyRequests {
				t.Errorf("%s: after 5 wrong ones: %d %s", name, got.Status, got.Text)
			}
		}
		refused := 0
		for made := 0; refused == 0 && made < 305; made++ { // 300 a minute, and what comes back meanwhile
			if got := c.Get("/api/spinwheel/active"); got.Status == http.StatusTooManyRequests {
				refused++
				if got.At("message") != "REQUEST_LIMIT" || got.Header.Get("Retry-After") == "" {
					t.Fatalf("refused: %s", got.Text)
				}
			}
		}
		if refused == 0 {
			t.Error("305 calls of one member were all allowed")
		}
		a.Member().Get("/api/wallet").OK(http.StatusOK) // another member is not slowed down
	})
}

// TestAKnownDevicePasses: nobody locks a member out of its own browser.
func TestAKnownDevicePasses(t *testing.T) {
	t.Parallel()
	apptest.On(t, store.SQLite, apptest.Options{Limits: true}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		device := "3f2b8a54-8d0e-4b7e-9a57-0d9b6a1f2c3d"
		right := map[string]any{"username": c.Registered.Phone, "password": c.Registered.Password}
		a.Client().Post("/api/login", right, "X-Device-Id", device).OK(http.StatusOK)
		for range 6 {
			a.Client().Post("/api/login", map[string]any{"username": c.Registered.Phone, "password": "a wrong guess"})
		}
		a.Client().Post("/api/login", right).Refused(http.StatusTooManyRequests, "REQUEST_LIMIT")
		a.Client().Post("/api/login", right, "X-Device-Id", device).OK(http.StatusOK)
	})
}

// TestAddressesComeFromTrustedProxiesOnly: a header of the client's own does not make it somebody else.
func TestAddressesComeFromTrustedProxiesOnly(t *testing.T) {
	t.Parallel()
	for name, trusted := range map[string]string{"Trusted": "127.0.0.0/8", "NotTrusted": ""} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := apptest.Options{Limits: true, Node: func(n *config.Node) { n.TrustedProxies = trusted }}
			apptest.On(t, store.SQLite, o, func(t *testing.T, a *apptest.App) {
				blocked := 0
				for i := range 1200 { // an address has a burst of 1,000
					got := a.Client().Now(http.MethodGet, "/api/lookup/active", nil, "X-Forwarded-For", "203.0.113."+strconv.Itoa(i%250))
					if got.Status == http.StatusTooManyRequests {
						blocked++
					}
				}
				if want := map[string]int{"Trusted": 0, "NotTrusted": 200}[name]; blocked != want {
					t.Errorf("%d of 1,200 calls were refused, want %d", blocked, want)
				}
			})
		})
	}
}

// TestAChangedPasswordResetsTheGamesToo: whoever knew the old one may know the games' passwords.
func TestAChangedPasswordResetsTheGamesToo(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := rich(t, a)
		account := c.Get("/api/wallet/account/joker").OK(http.StatusOK)
		a.Sandbox.AddFault(sandboxtest.Fault{Target: "game:joker", Op: "password", Mode: "refuse", Count: 1}) // it is tried again
		change := map[string]any{"oldPassword": c.Registered.Password, "newPassword": "another good one"}
		c.Put("/api/account/changepwd", change).OK(http.StatusOK)
		apptest.Eventually(t, "another password at the game", func() bool {
			now := c.Get("/api/wallet/account/joker").OK(http.StatusOK).At("password")
			return now != "" && now != account.At("password") && now == a.Sandbox.Account("joker", account.At("username")).Password
		})
	})
}
