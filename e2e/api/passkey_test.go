package api

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/descope/virtualwebauthn"

	"krapao/internal/config"
	"krapao/internal/testkit/apptest"
)

// consoleAt is the console's address in these tests, to which passkeys belong.
const consoleAt = "http://ops.krapao.test"

// passkeys is a house whose console is at an address of its own.
var passkeys = apptest.Options{Node: func(n *config.Node) { n.OperatorURL = consoleAt }}

// device is an operator's device, which makes passkeys and recognises its owner.
type device struct {
	site virtualwebauthn.RelyingParty
	virtualwebauthn.Authenticator
	key virtualwebauthn.Credential
}

func deviceOf(owner string) *device {
	d := &device{
		site:          virtualwebauthn.RelyingParty{ID: "ops.krapao.test", Name: "Krapao", Origin: consoleAt},
		Authenticator: virtualwebauthn.NewAuthenticator(), key: virtualwebauthn.NewCredential(virtualwebauthn.KeyTypeEC2),
	}
	d.Options.UserHandle = []byte(owner)
	return d
}

// makes answers what a browser asks the device for a new passkey.
func (d *device) makes(t *testing.T, asked apptest.Answer) map[string]any {
	t.Helper()
	o, err := virtualwebauthn.ParseAttestationOptions(optionsIn(t, asked))
	if err != nil {
		t.Fatal(err)
	}
	return credentialOf(t, virtualwebauthn.CreateAttestationResponse(d.site, d.Authenticator, d.key, *o))
}

// signs answers what a browser asks the device for its passkey.
func (d *device) signs(t *testing.T, asked apptest.Answer) map[string]any {
	t.Helper()
	o, err := virtualwebauthn.ParseAssertionOptions(optionsIn(t, asked))
	if err != nil {
		t.Fatal(err)
	}
	d.key.Counter++
	return credentialOf(t, virtualwebauthn.CreateAssertionResponse(d.site, d.Authenticator, d.key, *o))
}

func optionsIn(t *testing.T, asked apptest.Answer) string {
	t.Helper()
	text, err := json.Marshal(asked.OK(http.StatusOK).Value("options"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func credentialOf(t *testing.T, text string) (credential map[string]any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &credential); err != nil {
		t.Fatal(err)
	}
	return credential
}

// signsIn signs in by a device, without a name.
func (d desk) signsIn(by *device) apptest.Answer {
	d.t.Helper()
	asked := d.Post("/api/signin/passkey", nil, "Cookie", "")
	return d.Post("/api/signin/passkey/finish",
		map[string]any{"ticket": asked.At("ticket"), "credential": by.signs(d.t, asked)}, "Cookie", "")
}

// adds adds a device's passkey.
func (d desk) adds(by *device, name string) apptest.Answer {
	d.t.Helper()
	asked := d.sure(http.MethodPost, "/api/me/passkey", "")
	return d.Post("/api/me/passkey/finish", map[string]any{
		"ticket": asked.At("ticket"), "name": name, "credential": by.makes(d.t, asked),
	})
}

// TestAPasskeySignsIn who holds it, without a name or a code, at this console alone, and only where the device has recognised its
// owner. One that was copied is refused.
func TestAPasskeySignsIn(t *testing.T) {
	t.Parallel()
	apptest.Each(t, passkeys, func(t *testing.T, a *apptest.App) {
		d, mine := deskOf(t, a, "nok"), deviceOf("nok")
		if ways := d.Get("/api/signin").OK(http.StatusOK); ways.At("ways.0") != "passkey" || ways.At("ways.1") != "password" {
			t.Errorf("ways %s", ways.Text)
		}
		d.signsIn(mine).Refused(http.StatusUnauthorized, "WRONG_CREDENTIAL") // nobody's yet
		d.adds(mine, "laptop").OK(http.StatusOK)
		if got := d.signsIn(mine).OK(http.StatusOK); got.At("operator.name") != "nok" || got.At("token") != "" {
			t.Errorf("signed in: %s", got.Text)
		}
		asked := d.Post("/api/signin/passkey", nil)
		once := map[string]any{"ticket": asked.At("ticket"), "credential": mine.signs(t, asked)}
		d.Post("/api/signin/passkey/finish", once).OK(http.StatusOK)
		d.Post("/api/signin/passkey/finish", once).Refused(http.StatusUnauthorized, "WRONG_CREDENTIAL")
		other := d.Post("/api/signin/passkey", nil)
		d.Post("/api/signin/passkey/finish", map[string]any{"ticket": other.At("ticket"), "credential": once["credential"]}).
			Refused(http.StatusUnauthorized, "WRONG_CREDENTIAL") // it was signed for another question
		for what, change := range map[string]func(*device){
			"another site":    func(x *device) { x.site.Origin = "https://ops.krapao.example" },
			"nobody verified": func(x *device) { x.Options.UserNotVerified = true },
			"a copy":          func(x *device) { x.key.Counter = 0 },
			"another's name":  func(x *device) { x.Options.UserHandle = []byte("lek") },
			"another key":     func(x *device) { x.key.Key = virtualwebauthn.NewCredential(virtualwebauthn.KeyTypeEC2).Key },
		} {
			wrong := *mine
			change(&wrong)
			if got := d.signsIn(&wrong); got.Status != http.StatusUnauthorized || got.At("message") != "WRONG_CREDENTIAL" {
				t.Errorf("%s: %s", what, got.Text)
			}
		}
		list := d.Get("/api/me/secret").OK(http.StatusOK)
		if list.At("passkeys.0.name") != "laptop" || list.At("passkeys.0.usedAt") == "" || list.At("passkeys.0.backedUp") != "false" {
			t.Errorf("secrets %s", list.Text)
		}
		d.sure(http.MethodDelete, "/api/me/passkey/NOSUCH", "").Refused(http.StatusNotFound, "NO_DATA")
		d.sure(http.MethodDelete, "/api/me/passkey/"+list.At("passkeys.0.id"), "").OK(http.StatusOK)
		d.signsIn(mine).Refused(http.StatusUnauthorized, "WRONG_CREDENTIAL")
		log := mustCommand(t, a, "audit", "list")
		for _, line := range []string{"a passkey is added: laptop", "a passkey is removed: laptop", "confirmed by totp"} {
			if !strings.Contains(log, line) {
				t.Errorf("the audit log lacks %q: %s", line, log)
			}
		}
	})
}

// TestAPasskeyOfOneWhoLeft is right, and signs nobody in.
func TestAPasskeyOfOneWhoLeft(t *testing.T) {
	t.Parallel()
	apptest.Each(t, passkeys, func(t *testing.T, a *apptest.App) {
		dao, lek := desks(t, a)
		device := deviceOf("lek")
		lek.adds(device, "laptop").OK(http.StatusOK)
		lek.signsIn(device).OK(http.StatusOK)
		dao.decides("/operator/lek/disable").OK(http.StatusOK)
		lek.signsIn(device).Refused(http.StatusUnauthorized, "INACTIVE_USER")
	})
}

// TestAPasskeyConfirms a decision by a touch of its owner, and the audit log names it. Another operator's does not.
func TestAPasskeyConfirms(t *testing.T) {
	t.Parallel()
	apptest.Each(t, passkeys, func(t *testing.T, a *apptest.App) {
		dao, mine := deskOf(t, a, "dao"), deviceOf("dao")
		dao.adds(mine, "phone").OK(http.StatusOK)
		refused := dao.Raw(http.MethodPost, "/api/me/recovery", "").Refused(http.StatusForbidden, "CONFIRM_IDENTITY")
		if refused.At("params.ways.0") != "passkey" {
			t.Errorf("it asks for %s", refused.Text)
		}
		confirm := func(by *device) apptest.Answer {
			asked := dao.Post("/api/me/confirm", map[string]any{"decision": refused.At("params.decision"), "way": "passkey"})
			return dao.Post("/api/me/confirm/finish", map[string]any{"ticket": asked.At("ticket"), "credential": by.signs(t, asked)})
		}
		confirm(deviceOf("dao")).Refused(http.StatusUnauthorized, "WRONG_CREDENTIAL")
		sure := confirm(mine).OK(http.StatusOK).At("confirmation")
		dao.Raw(http.MethodPut, "/api/me/password", `{"password":"eight grey umbrellas"}`, "X-Confirmation", sure).
			Refused(http.StatusForbidden, "CONFIRM_IDENTITY") // that is another decision
		made := dao.Raw(http.MethodPost, "/api/me/recovery", "", "X-Confirmation", sure).OK(http.StatusOK)
		if codes, _ := made.Value("recovery").([]any); len(codes) != 10 {
			t.Errorf("new codes: %s", made.Text)
		}
		dao.Raw(http.MethodPost, "/api/me/recovery", "", "X-Confirmation", sure).Refused(http.StatusForbidden, "CONFIRM_IDENTITY")
		if log := mustCommand(t, a, "audit", "list"); !strings.Contains(log, "confirmed by passkey phone") {
			t.Errorf("the audit log has %s", log)
		}
	})
}

// TestOwnSecretsAreChanged: a new password ends all other sessions, and another telephone's codes count in place of the former.
func TestOwnSecretsAreChanged(t *testing.T) {
	t.Parallel()
	apptest.Each(t, passkeys, func(t *testing.T, a *apptest.App) {
		d, mine := deskOf(t, a, "nok"), deviceOf("nok")
		d.adds(mine, "laptop").OK(http.StatusOK)
		other := console(a, "")
		other.Header.Set("Cookie", strings.Split(d.signsIn(mine).Header.Get("Set-Cookie"), ";")[0])
		other.Get("/api/me").OK(http.StatusOK)
		d.sure(http.MethodPut, "/api/me/password", `{"password":"short"}`).Refused(http.StatusBadRequest, "WEAK_PASSWORD")
		d.sure(http.MethodPut, "/api/me/password", `{"password":"eight grey umbrellas"}`).OK(http.StatusOK)
		other.Get("/api/me").Refused(http.StatusUnauthorized, "invalid-token")
		d.Get("/api/me").OK(http.StatusOK)

		begun := d.sure(http.MethodPost, "/api/me/totp", "").OK(http.StatusOK)
		finish := func(code string) apptest.Answer {
			return d.Post("/api/me/totp/finish", map[string]any{"ticket": begun.At("ticket"), "code": code})
		}
		finish("000000").Refused(http.StatusUnauthorized, "WRONG_CREDENTIAL")
		before := d.key
		d.key = begun.At("secret")
		finish(d.code()).OK(http.StatusOK)
		finish(d.code()).Refused(http.StatusUnauthorized, "WRONG_CREDENTIAL")
		a.Leap(30 * time.Second)
		former := d
		former.key = before
		d.second(d.first("nok", "eight grey umbrellas"), "totp", former.code(), "").
			Refused(http.StatusUnauthorized, "WRONG_CREDENTIAL")
		d.second(d.first("nok", deskPassword), "totp", d.code(), "").Refused(http.StatusUnauthorized, "WRONG_CREDENTIAL")
		d.second(d.first("nok", "eight grey umbrellas"), "totp", d.code(), "").OK(http.StatusOK)
		d.signsIn(mine).OK(http.StatusOK)
	})
}

// TestAConsoleAtANumberHasNoPasskeys: a passkey belongs to a name.
func TestAConsoleAtANumberHasNoPasskeys(t *testing.T) {
	t.Parallel()
	number := apptest.Options{Node: func(n *config.Node) { n.OperatorURL = "https://192.0.2.7" }}
	apptest.Each(t, number, func(t *testing.T, a *apptest.App) {
		c := console(a, "")
		if ways := c.Get("/api/signin").OK(http.StatusOK); strings.Contains(ways.Text, "passkey") {
			t.Errorf("ways %s", ways.Text)
		}
		c.Post("/api/signin/passkey", nil).Refused(http.StatusNotFound, "NO_DATA")
	})
}
