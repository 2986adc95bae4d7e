package api

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"krapao/internal/app"
	"krapao/internal/testkit/apptest"
	"krapao/internal/testkit/programtest"
	"krapao/operator/identity"
)

// onePress is a demo whose console is signed in to by one press. Its operators are made before it runs.
func onePress(t *testing.T) apptest.Options {
	t.Helper()
	return apptest.Options{DemoOperators: []string{"nok", "mai"}, Before: func(a *app.App) {
		if err := identity.DemoOf(a.Operators().Identity).Open(context.Background()); err != nil {
			t.Error(err)
		}
	}}
}

// asDemo signs in to a program's console by one press.
func asDemo(t *testing.T, env map[string]string, name string) apptest.Answer {
	t.Helper()
	c := programtest.Guest(t, env["KRAPAO_OPERATOR_ADDR"])
	c.Header = http.Header{"X-Requested-With": {"krapao-operator"}}
	return c.Post("/api/signin/demo", map[string]any{"name": name})
}

// pressed signs in by one press.
func pressed(t *testing.T, a *apptest.App, name string) desk {
	t.Helper()
	d := desk{Client: console(a, ""), t: t, a: a}
	d.keep(d.Post("/api/signin/demo", map[string]any{"name": name}).OK(http.StatusOK))
	return d
}

// presses decides, and confirms by one press.
func (d desk) presses(path, body string) apptest.Answer {
	d.t.Helper()
	refused := d.Raw(http.MethodPost, path, body, "Idempotency-Key", path).Refused(http.StatusForbidden, "CONFIRM_IDENTITY")
	if refused.At("params.ways.0") != "demo" || refused.At("params.ways.1") != "" {
		d.t.Errorf("it asks for %s", refused.Text)
	}
	begun := d.Post("/api/me/confirm", map[string]any{"decision": refused.At("params.decision"), "way": "demo"})
	sure := d.Post("/api/me/confirm/finish", map[string]any{"ticket": begun.At("ticket")}).OK(http.StatusOK).At("confirmation")
	return d.Raw(http.MethodPost, path, body, "Idempotency-Key", path, "X-Confirmation", sure)
}

// TestInADemoOnePressSignsIn as one of two chiefs, and one press confirms. The audit log says so. Whoever has set its own secrets
// signs in by them alone.
func TestInADemoOnePressSignsIn(t *testing.T) {
	t.Parallel()
	apptest.Each(t, onePress(t), func(t *testing.T, a *apptest.App) {
		c := console(a, "")
		ways := c.Get("/api/signin").OK(http.StatusOK)
		if ways.At("demo.0.name") != "nok" || ways.At("demo.1.name") != "mai" || ways.At("demo.1.role") != "chief" {
			t.Errorf("ways %s", ways.Text)
		}
		for _, name := range []string{"lek", "node", ""} {
			if got := c.Post("/api/signin/demo", map[string]any{"name": name}); got.Status < 400 || got.Header.Get("Set-Cookie") != "" {
				t.Errorf("as %q: %d %s", name, got.Status, got.Text)
			}
		}
		nok, mai := pressed(t, a, "nok"), pressed(t, a, "mai")
		added := nok.presses("/api/operator", `{"name":"lek","role":"cashier","reason":"more people"}`).OK(http.StatusAccepted)
		mai.presses("/api/proposal/"+added.At("proposal.id")+"/approve", `{"reason":"all is well"}`).OK(http.StatusOK)
		log := mustCommand(t, a, "audit", "list")
		if !strings.Contains(log, "confirmed by a press, as in a demo") || strings.Count(log, "who signs in by one press") != 2 {
			t.Errorf("the audit log has %s", log)
		}
		if got := mai.Get("/api/me/secret").OK(http.StatusOK); got.Value("password") != nil || got.At("recoveryLeft") != "0" {
			t.Errorf("secrets %s", got.Text)
		}

		deskOf(t, a, "nok") // by an invitation
		if left := c.Get("/api/signin").OK(http.StatusOK); left.At("demo.0.name") != "mai" || left.At("demo.1.name") != "" {
			t.Errorf("afterwards %s", left.Text)
		}
		c.Post("/api/signin/demo", map[string]any{"name": "nok"}).Refused(http.StatusUnauthorized, "WRONG_CREDENTIAL")
	})
}

// TestAHouseHasNoDemo: without the demo's operators there is no such call, and no such way to confirm.
func TestAHouseHasNoDemo(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		d := deskOf(t, a, "nok")
		if ways := d.Get("/api/signin").OK(http.StatusOK); ways.Value("demo") != nil {
			t.Errorf("ways %s", ways.Text)
		}
		d.Post("/api/signin/demo", map[string]any{"name": "nok"}).Refused(http.StatusNotFound, "NO_DATA")
		refused := d.Raw(http.MethodPost, "/api/me/recovery", "").Refused(http.StatusForbidden, "CONFIRM_IDENTITY")
		if strings.Contains(refused.Text, "demo") {
			t.Errorf("it asks for %s", refused.Text)
		}
		d.Post("/api/me/confirm", map[string]any{"decision": refused.At("params.decision"), "way": "demo"}).
			Refused(http.StatusUnauthorized, "WRONG_CREDENTIAL")
	})
}

// TestADemoTakesNoHouse: where a house has its two chiefs, the demo adds nobody.
func TestADemoTakesNoHouse(t *testing.T) {
	t.Parallel()
	o := onePress(t)
	o.Before = nil
	apptest.Each(t, o, func(t *testing.T, a *apptest.App) {
		desks(t, a)
		if err := identity.DemoOf(a.Operators().Identity).Open(context.Background()); err != nil {
			t.Fatal(err)
		}
		if list := mustCommand(t, a, "list"); strings.Contains(list, "nok") || strings.Contains(list, "mai") {
			t.Errorf("operators %s", list)
		}
		console(a, "").Post("/api/signin/demo", map[string]any{"name": "nok"}).Refused(http.StatusUnauthorized, "WRONG_CREDENTIAL")
	})
}
