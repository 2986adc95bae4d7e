package api

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"krapao/internal/app"
	"krapao/internal/config"
	"krapao/internal/testkit/apptest"
	"krapao/sandbox/core"
	"krapao/sandbox/sandboxtest"
)

// byProvider is a house with an OpenID provider.
var byProvider = apptest.Options{
	Node: passkeys.Node,
	Outside: func(o *config.Outside) {
		o.OIDC = app.SandboxedSignIn(strings.TrimSuffix(o.SMS.BaseURL, "/sms"))
	},
}

// browser is somebody who has been sent to the provider.
type browser struct {
	*apptest.Client
	asked string
}

// leaves begins a sign-in by the provider.
func leaves(t *testing.T, a *apptest.App) browser {
	t.Helper()
	c := console(a, "")
	asked := c.Post("/api/signin/oidc", map[string]any{}).OK(http.StatusOK)
	set := asked.Header.Get("Set-Cookie")
	cookie, attributes, _ := strings.Cut(set, ";")
	if !strings.HasPrefix(cookie, "krapao_oidc=") || attributes != " Path=/; Max-Age=600; HttpOnly; SameSite=Lax" {
		t.Fatalf("the cookie is %q", set)
	}
	c.Header = http.Header{"Cookie": {cookie}} // a browser that comes back names no client
	return browser{c, asked.At("url")}
}

// back is where a browser is led that came back with an answer, and the session that it got.
func (b browser) back(address string) (to, session string) {
	b.T.Helper()
	at, err := url.Parse(address)
	if err != nil {
		b.T.Fatal(err)
	}
	got := b.Get(at.RequestURI()).OK(http.StatusFound)
	for _, set := range got.Header.Values("Set-Cookie") {
		if token, found := strings.CutPrefix(set, "krapao_operator="); found {
			session, _, _ = strings.Cut(token, ";")
		}
	}
	return got.Header.Get("Location"), session
}

// TestAnOperatorSignsInByTheProvider whom two chiefs tied to it; what it may do is the house's word, and a confirmation needs a
// key all the same. Untied, or disabled, it is out.
func TestAnOperatorSignsInByTheProvider(t *testing.T) {
	t.Parallel()
	apptest.Each(t, byProvider, func(t *testing.T, a *apptest.App) {
		dao, lek := desks(t, a)
		if ways := dao.Get("/api/signin").OK(http.StatusOK); ways.At("oidc.name") != "Sandbox ID" || ways.At("ways.2") != "oidc" {
			t.Errorf("the ways are %s", ways.Text)
		}
		agreed := func(proposed apptest.Answer) {
			t.Helper()
			lek.approves(proposed)
			stays(a, 31*time.Minute, dao, lek)
		}
		in := func(subject string) (to, session string) {
			t.Helper()
			b := leaves(t, a)
			return b.back(a.Sandbox.Consent(b.asked, subject))
		}
		if to, session := in("sub-mai"); to != "/signin?error=OIDC_UNKNOWN" || session != "" {
			t.Errorf("a stranger is led to %q with %q", to, session)
		}
		agreed(dao.decides("/operator", map[string]any{"name": "mai", "role": "support", "oidc": map[string]any{"subject": "sub-mai"}}))
		dao.decides("/operator", map[string]any{"name": "som", "role": "support", "oidc": map[string]any{"subject": "sub-mai"}}).
			Refused(http.StatusBadRequest, "INVALID_INPUT")
		to, session := in("sub-mai")
		mai := console(a, session)
		if to != "/" || mai.Get("/api/me").OK(http.StatusOK).At("operator.role") != "support" {
			t.Fatalf("mai is led to %q with %q", to, session)
		}
		if got := dao.Get("/api/operator/mai").OK(http.StatusOK); got.At("secrets.oidc") != "true" ||
			got.At("secrets.password") != "false" {
			t.Errorf("mai has %s", got.Text)
		}
		mai.Post("/api/me/passkey", nil).Refused(http.StatusForbidden, "CONFIRM_IDENTITY") // the provider's word confirms nothing

		agreed(dao.decide(http.MethodPut, "/api/operator/lek/oidc", dao.because(map[string]any{"subject": "sub-lek"})))
		if to, session := in("sub-lek"); to != "/" || console(a,
			session).Get("/api/me").OK(http.StatusOK).At("operator.name") != "lek" {
			t.Errorf("lek is led to %q", to)
		}
		dao.decide(http.MethodPut, "/api/operator/mai/oidc", dao.because(map[string]any{"subject": ""})).OK(http.StatusOK)
		mai.Get("/api/me").Refused(http.StatusUnauthorized, "invalid-token")
		if to, session := in("sub-mai"); to != "/signin?error=OIDC_UNKNOWN" || session != "" {
			t.Errorf("untied, mai is led to %q", to)
		}
		dao.decides("/operator/lek/disable").OK(http.StatusOK)
		if to, session := in("sub-lek"); to != "/signin?error=INACTIVE_USER" || session != "" {
			t.Errorf("disabled, lek is led to %q", to)
		}
	})
}

// TestTheProviderIsAWayIn like a secret: who has it alone is given secrets by two, and may remove its last passkey. Untied, it
// has no way in, and is invited by one chief.
func TestTheProviderIsAWayIn(t *testing.T) {
	t.Parallel()
	apptest.Each(t, byProvider, func(t *testing.T, a *apptest.App) {
		dao, lek := desks(t, a)
		lek.approves(dao.decides("/operator", map[string]any{
			"name": "mai", "role": "support", "oidc": map[string]any{"subject": "sub-mai"},
		}))
		stays(a, 31*time.Minute, dao, lek)
		b := leaves(t, a)
		_, session := b.back(a.Sandbox.Consent(b.asked, "sub-mai"))
		if got := console(a, session).Get("/api/me/session").OK(http.StatusOK); got.At("items.0.way") != "oidc" {
			t.Errorf("mai has the sessions %s", got.Text)
		}
		asked := dao.decides("/operator/mai/invitation")
		lek.approves(asked)
		stays(a, 31*time.Minute, dao, lek)
		mine := deviceOf("mai")
		mai := invitedBy(t, a, asked.At("invitation"), mine)
		held := mai.Get("/api/me/secret").OK(http.StatusOK)
		if held.At("oidc") != "true" || held.Value("passkeys.1") != nil {
			t.Errorf("mai has the secrets %s", held.Text)
		}
		mai.touches(mine, http.MethodDelete, "/api/me/passkey/"+held.At("passkeys.0.id"), "").OK(http.StatusOK)
		dao.decide(http.MethodPut, "/api/operator/mai/oidc", dao.because(map[string]any{"subject": ""})).OK(http.StatusOK)
		if got := dao.decides("/operator/mai/invitation").OK(http.StatusOK); got.Value("endsAt") == nil {
			t.Errorf("mai without a way in: %s", got.Text)
		}
	})
}

// TestWhatTheProviderSaysDoesNotAlwaysCount: not of another question, from another browser, twice, too late, by another issuer,
// for somebody else, or with another's key. A provider that is down says so.
func TestWhatTheProviderSaysDoesNotAlwaysCount(t *testing.T) {
	t.Parallel()
	apptest.Each(t, byProvider, func(t *testing.T, a *apptest.App) {
		dao, lek := desks(t, a)
		lek.approves(dao.decide(http.MethodPut, "/api/operator/lek/oidc", dao.because(map[string]any{"subject": "sub-lek"})))
		stays(a, 31*time.Minute, dao, lek)
		refused := func(what, address string, b browser, want string) {
			t.Helper()
			if to, session := b.back(address); to != "/signin?error="+want || session != "" {
				t.Errorf("%s: led to %q with %q", what, to, session)
			}
		}
		b := leaves(t, a)
		answer := a.Sandbox.Consent(b.asked, "sub-lek")
		other := leaves(t, a)
		refused("another browser", answer, other, "OIDC_REFUSED")
		refused("another state", strings.Replace(answer, "state=", "state=x", 1), b, "OIDC_REFUSED")
		refused("no cookie", answer, browser{Client: console(a, "")}, "OIDC_REFUSED")
		if to, session := b.back(answer); to != "/" || session == "" {
			t.Fatalf("the right one is led to %q", to)
		}
		refused("the same again", answer, b, "OIDC_REFUSED")
		refused("no code", "http://x/oidc/callback?error=access_denied", leaves(t, a), "OIDC_REFUSED")

		b = leaves(t, a)
		answer = a.Sandbox.Consent(b.asked, "sub-lek")
		a.Pass(10*time.Minute + time.Second)
		refused("after ten minutes", answer, b, "OIDC_REFUSED")
		for _, lie := range []string{"nonce", "issuer", "audience", "expired", "signature", "subject"} {
			a.Sandbox.OIDCLies(lie)
			b := leaves(t, a)
			refused("a lie about the "+lie, a.Sandbox.Consent(b.asked, "sub-lek"), b, "OIDC_REFUSED")
		}
		a.Sandbox.OIDCLies("")
		b = leaves(t, a)
		answer = a.Sandbox.Consent(b.asked, "sub-lek")
		a.Sandbox.AddFault(sandboxtest.Fault{Target: "oidc", Mode: "down"})
		refused("a provider that is down", answer, b, "OIDC_DOWN")
		a.Pass(2 * time.Hour) // what it said of itself is too old by now
		a.Sandbox.AddFault(sandboxtest.Fault{Target: "oidc", Op: core.OpCheck, Mode: "down"})
		down := console(a, "").Post("/api/signin/oidc", map[string]any{})
		if down.Refused(http.StatusServiceUnavailable, "TRY_AGAIN"); down.At("params.system") != "Sandbox ID" {
			t.Errorf("down: %s", down.Text)
		}
		b = leaves(t, a)
		if to, session := b.back(a.Sandbox.Consent(b.asked, "sub-lek")); to != "/" || session == "" {
			t.Errorf("up again, lek is led to %q", to)
		}
	})
}

// TestAHouseWithoutAProvider has no such way in.
func TestAHouseWithoutAProvider(t *testing.T) {
	t.Parallel()
	apptest.Each(t, passkeys, func(t *testing.T, a *apptest.App) {
		dao, _ := desks(t, a)
		if ways := dao.Get("/api/signin").OK(http.StatusOK); ways.Value("oidc") != nil {
			t.Errorf("the ways are %s", ways.Text)
		}
		console(a, "").Post("/api/signin/oidc", map[string]any{}).Refused(http.StatusNotFound, "NO_DATA")
		dao.decide(http.MethodPut, "/api/operator/lek/oidc", dao.because(map[string]any{"subject": "x"})).
			Refused(http.StatusBadRequest, "INVALID_INPUT")
	})
}
