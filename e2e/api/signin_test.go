package api

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"krapao/internal/testkit/apptest"
)

// desk is an operator at a console that has just set its secrets, by an invitation.
type desk struct {
	*apptest.Client
	t *testing.T
	a *apptest.App
	// key is that of its telephone's codes.
	key      string
	recovery []any
}

const deskPassword = "seven green umbrellas"

// printed is the invitation that a command printed.
func printed(out string) string {
	lines := strings.Fields(out)
	return lines[len(lines)-1]
}

// deskOf invites the first chief, who sets its secrets and is signed in.
func deskOf(t *testing.T, a *apptest.App, name string) desk {
	t.Helper()
	return deskBy(t, a, printed(mustCommand(t, a, "init", name)))
}

// desks is a house of two chiefs, dao and lek, each at a desk of its own.
func desks(t *testing.T, a *apptest.App) (dao, lek desk) {
	t.Helper()
	dao = deskOf(t, a, "dao")
	mustCommand(t, a, "add", "lek", "@dao", "--reason", "second", "--role", "chief")
	return dao, deskBy(t, a, printed(mustCommand(t, a, "invite", "lek", "@dao", "--reason", "second")))
}

// deskBy sets the secrets of whom an invitation is for, and signs in.
func deskBy(t *testing.T, a *apptest.App, secret string) desk {
	t.Helper()
	d := desk{Client: console(a, ""), t: t, a: a}
	invitation := map[string]any{"invitation": secret, "way": "password"}
	begun := d.Post("/api/signin/invitation/begin", invitation).OK(http.StatusOK)
	d.key = begun.At("totp.secret")
	set := d.Post("/api/signin/invitation/finish", map[string]any{
		"ticket": begun.At("ticket"), "password": deskPassword, "code": d.code(),
	}).OK(http.StatusOK)
	d.recovery, _ = set.Value("recovery").([]any)
	d.keep(set)
	var codes []string
	for _, code := range d.recovery {
		codes = append(codes, fmt.Sprint(code))
	}
	a.Adopt(set.At("operator.name"), codes)
	return d
}

// code is what its telephone shows now.
func (d desk) code() string {
	d.t.Helper()
	code, err := totp.GenerateCode(d.key, d.a.Store.Now())
	if err != nil {
		d.t.Fatal(err)
	}
	return code
}

// keep keeps the cookie of an answer, as a browser does.
func (d desk) keep(a apptest.Answer) {
	d.t.Helper()
	set := a.Header.Get("Set-Cookie")
	token, attributes, _ := strings.Cut(strings.TrimPrefix(set, "krapao_operator="), ";")
	if len(token) < 50 || attributes != " Path=/; HttpOnly; SameSite=Strict" || a.At("token") != "" {
		d.t.Fatalf("the cookie %q beside the token %q", set, a.At("token"))
	}
	d.Header.Set("Cookie", "krapao_operator="+token)
}

// first is the first step of a sign-in; it returns the ticket.
func (d desk) first(name, password string) string {
	d.t.Helper()
	return d.Post("/api/signin/password", map[string]any{"name": name, "password": password}, "Cookie", "").
		Refused(http.StatusUnauthorized, "SECOND_FACTOR").At("params.ticket")
}

// second is the second step.
func (d desk) second(ticket, way, code, as string) apptest.Answer {
	d.t.Helper()
	return d.Post("/api/signin/second"+as, map[string]any{"ticket": ticket, "way": way, "code": code}, "Cookie", "")
}

// TestAnInvitationSetsSecrets once, and signs in by a cookie that no script can read.
func TestAnInvitationSetsSecrets(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := console(a, "")
		ways := c.Get("/api/signin").OK(http.StatusOK)
		if ways.At("ways.0") != "password" || ways.At("house") == "" || ways.At("zone") != "Asia/Bangkok" {
			t.Errorf("ways %s", ways.Text)
		}
		secret := printed(mustCommand(t, a, "init", "nok"))
		named := map[string]any{"invitation": secret}
		if got := c.Post("/api/signin/invitation", named).OK(http.StatusOK); got.At("name") != "nok" || got.At("role") != "chief" ||
			got.At("invitedBy") != "node" {
			t.Errorf("invitation %s", got.Text)
		}
		begun := c.Post("/api/signin/invitation/begin", map[string]any{"invitation": secret, "way": "password"}).OK(http.StatusOK)
		d := desk{Client: c, t: t, a: a, key: begun.At("totp.secret")}
		finish := func(password, code string) apptest.Answer {
			return c.Post("/api/signin/invitation/finish",
				map[string]any{"ticket": begun.At("ticket"), "password": password, "code": code})
		}
		finish("password1234", d.code()).Refused(http.StatusBadRequest, "WEAK_PASSWORD")
		finish(deskPassword, "000000").Refused(http.StatusUnauthorized, "WRONG_CREDENTIAL")
		set := finish(deskPassword, d.code()).OK(http.StatusOK)
		if codes, _ := set.Value("recovery").([]any); len(codes) != 10 || set.At("operator.name") != "nok" {
			t.Errorf("finish %s", set.Text)
		}
		d.keep(set)
		finish(deskPassword, d.code()).Refused(http.StatusNotFound, "INVITATION_INVALID")
		for _, one := range []string{secret, "unknown"} {
			c.Post("/api/signin/invitation", map[string]any{"invitation": one}).Refused(http.StatusNotFound, "INVITATION_INVALID")
			c.Post("/api/signin/invitation/begin", map[string]any{"invitation": one, "way": "password"}).
				Refused(http.StatusNotFound, "INVITATION_INVALID")
		}
		me := d.Get("/api/me").OK(http.StatusOK)
		if me.At("operator.role") != "chief" || !strings.Contains(me.Text, `"getMe"`) || !strings.Contains(me.Text, `"replyChat"`) ||
			me.At("waiting.proposals") != "0" || me.At("limits.assignOver") != "5000" {
			t.Errorf("me %s", me.Text)
		}
	})
}

// TestWhoCalls: a console's calls have its cookie and its name, a program's have a token, and nobody has both.
func TestWhoCalls(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		d, m := deskOf(t, a, "nok"), a.Member()
		kept := d.Header.Get("Cookie")
		_, token, _ := strings.Cut(kept, "=")
		for name, step := range map[string]struct {
			status int
			code   string
			header []string
		}{
			"the cookie":              {200, "", nil},
			"the token":               {200, "", []string{"Cookie", "", "Authorization", "Bearer " + token}},
			"a program":               {200, "", []string{"Cookie", "", "Authorization", "Bearer " + token, "X-Requested-With", ""}},
			"both":                    {400, "INVALID_INPUT", []string{"Authorization", "Bearer " + token}},
			"nobody":                  {401, "UNAUTHORIZED", []string{"Cookie", ""}},
			"the cookie twice":        {401, "invalid-token", []string{"Cookie", kept + "; " + kept}},
			"another cookie":          {401, "UNAUTHORIZED", []string{"Cookie", "__Host-krapao_operator=" + token}},
			"without the client":      {400, "KEY_MISSING", []string{"X-Requested-With", ""}},
			"of the members' client":  {403, "KEY_INVALID", []string{"X-Requested-With", "wallet-user"}},
			"a member's cookie":       {401, "INVALID_USER_4", []string{"Cookie", "krapao_operator=" + m.Token}},
			"a member's token":        {401, "INVALID_USER_4", []string{"Cookie", "", "Authorization", "Bearer " + m.Token}},
			"a page of another site":  {200, "", []string{"Sec-Fetch-Site", "cross-site"}}, // a GET changes nothing
			"nothing of any use":      {401, "invalid-token", []string{"Cookie", "krapao_operator=x"}},
			"nobody's token":          {401, "invalid-token", []string{"Cookie", "", "Authorization", "Bearer x"}},
			"an operator's at /login": {401, "INVALID_USER_4", []string{"Cookie", "", "Authorization", "Bearer " + m.Token}},
		} {
			got := d.Get("/api/me", step.header...)
			if got.Status != step.status || step.code != "" && got.At("message") != step.code {
				t.Errorf("%s: %d %s", name, got.Status, got.Text)
			}
		}
		if got := d.Raw(http.MethodPost, "/api/me/signout", "", "Sec-Fetch-Site", "cross-site"); got.Status != http.StatusForbidden {
			t.Errorf("a page of another site signs out: %d", got.Status)
		}
		m.Token = token
		m.Get("/api/wallet").Refused(http.StatusUnauthorized, "INVALID_USER_4")
	})
}

// TestOperatorsSignIn by a password and a code. What was wrong is not said, a code counts once, and a session is ended from
// another.
func TestOperatorsSignIn(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		d := deskOf(t, a, "nok")
		d.second(d.first("nok", deskPassword), "totp", d.code(), "").Refused(http.StatusUnauthorized, "WRONG_CREDENTIAL") // used
		a.Leap(30 * time.Second)
		for _, wrong := range [][2]string{{"nobody", deskPassword}, {"nok", "another password"}} {
			ticket := d.first(wrong[0], wrong[1])
			if len(ticket) != len(d.first("nok", deskPassword)) {
				t.Errorf("a ticket tells that %v is wrong", wrong)
			}
			d.second(ticket, "totp", d.code(), "").Refused(http.StatusUnauthorized, "WRONG_CREDENTIAL")
		}
		d.second(d.first("nok", deskPassword), "recovery", "AAAA-AAAA-AAAA", "").Refused(http.StatusUnauthorized, "WRONG_CREDENTIAL")
		d.second("x", "sms", "1", "").Refused(http.StatusBadRequest, "INVALID_INPUT")
		code, _ := d.recovery[0].(string)
		program := d.second(d.first("nok", deskPassword), "recovery", code, "?as=token").OK(http.StatusOK)
		if len(program.At("token")) < 50 || program.Header.Get("Set-Cookie") != "" {
			t.Errorf("as a program: %s %v", program.Text, program.Header)
		}
		d.second(d.first("nok", deskPassword), "recovery", code, "").Refused(http.StatusUnauthorized, "WRONG_CREDENTIAL")
		d.keep(d.second(d.first("nok", deskPassword), "totp", d.code(), "").OK(http.StatusOK))
		if got := d.Get("/api/me/secret").OK(http.StatusOK); got.At("recoveryLeft") != "9" || got.At("password.since") == "" ||
			got.At("totp.since") == "" {
			t.Errorf("secrets %s", got.Text)
		}
		list := d.Get("/api/me/session").OK(http.StatusOK)
		current := 0
		for _, one := range list.Value("items").([]any) {
			if one.(map[string]any)["current"] == true {
				current++
			}
		}
		if items := list.Value("items").([]any); len(items) != 3 || current != 1 {
			t.Errorf("sessions %s", list.Text)
		}
		d.Do(http.MethodDelete, "/api/me/session/NOSUCH", nil).Refused(http.StatusNotFound, "NO_DATA")
		d.Do(http.MethodDelete, "/api/me/session/"+program.At("session.id"), nil).OK(http.StatusOK)
		console(a, program.At("token")).Get("/api/me").Refused(http.StatusUnauthorized, "invalid-token")
		out := d.Post("/api/me/signout", nil).OK(http.StatusOK)
		if set := out.Header.Get("Set-Cookie"); !strings.HasPrefix(set, "krapao_operator=;") || !strings.Contains(set, "Max-Age=0") {
			t.Errorf("the cookie after the sign-out: %q", set)
		}
		d.Get("/api/me").Refused(http.StatusUnauthorized, "invalid-token")
		mustCommand(t, a, "add", "lek", "--role", "chief", "@nok", "--reason", "the second")
		mustCommand(t, a, "disable", "nok", "@lek", "--reason", "left")
		a.Leap(30 * time.Second)
		d.second(d.first("nok", deskPassword), "totp", "000000", "").Refused(http.StatusUnauthorized, "WRONG_CREDENTIAL")
		d.second(d.first("nok", deskPassword), "totp", d.code(), "").Refused(http.StatusUnauthorized, "INACTIVE_USER")
	})
}

// TestWrongSignInsAreCounted alike for names that nobody has.
func TestWrongSignInsAreCounted(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{Limits: true}, func(t *testing.T, a *apptest.App) {
		d := deskOf(t, a, "nok")
		for _, name := range []string{"nok", "nobody"} {
			for range 5 {
				d.second(d.first(name, "wrong"), "totp", "000000", "").Refused(http.StatusUnauthorized, "WRONG_CREDENTIAL")
			}
			refused := d.Post("/api/signin/password", map[string]any{"name": name, "password": deskPassword}).
				Refused(http.StatusTooManyRequests, "REQUEST_LIMIT")
			if refused.Header.Get("Retry-After") == "" {
				t.Errorf("it does not say how long: %s", refused.Text)
			}
		}
		a.Leap(15 * time.Minute)
		d.second(d.first("nok", deskPassword), "totp", d.code(), "").OK(http.StatusOK)
	})
}

// TestAConsoleThatWasLeftIsSignedOut: what its page repeats by itself is no use of the session, which ends 30 minutes after the
// last call of a person, and 12 hours after the sign-in.
func TestAConsoleThatWasLeftIsSignedOut(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		d := deskOf(t, a, "nok")
		alone := func() apptest.Answer { return d.Get("/api/me", "X-Unattended", "1") }
		until := alone().OK(http.StatusOK).At("session.idleUntil")
		for range 5 {
			a.Leap(5 * time.Minute)
			if got := alone().OK(http.StatusOK).At("session.idleUntil"); got != until {
				t.Fatalf("a call that nobody asked for moves the end from %s to %s", until, got)
			}
		}
		a.Leap(4*time.Minute + 50*time.Second)
		alone().OK(http.StatusOK)
		a.Leap(10 * time.Second)
		alone().Refused(http.StatusUnauthorized, "EXPIRED_AUTH_TOKEN")

		d.keep(d.second(d.first("nok", deskPassword), "totp", d.code(), "").OK(http.StatusOK))
		for range 24 {
			a.Leap(29*time.Minute + 50*time.Second)
			d.Get("/api/me").OK(http.StatusOK)
		}
		a.Leap(4 * time.Minute) // 12 hours
		d.Get("/api/me").Refused(http.StatusUnauthorized, "EXPIRED_AUTH_TOKEN")
	})
}
