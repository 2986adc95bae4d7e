package api

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/internal/testkit/apptest"
)

// invitedBy sets an operator's secrets by an invitation and a device, and signs it in.
func invitedBy(t *testing.T, a *apptest.App, secret string, mine *device) desk {
	t.Helper()
	d := desk{Client: console(a, ""), t: t, a: a}
	begun := d.Post("/api/signin/invitation/begin", map[string]any{"invitation": secret, "way": "passkey"})
	set := d.Post("/api/signin/invitation/finish", map[string]any{
		"ticket": begun.At("ticket"), "credential": mine.makes(t, begun), "name": "laptop",
	}).OK(http.StatusOK)
	d.recovery, _ = set.Value("recovery").([]any)
	d.keep(set)
	return d
}

// touches confirms what a refusal asks for with a device, and makes the call again.
func (d desk) touches(mine *device, method, path, body string) apptest.Answer {
	d.t.Helper()
	refused := d.Raw(method, path, body).Refused(http.StatusForbidden, "CONFIRM_IDENTITY")
	begun := d.Post("/api/me/confirm", map[string]any{"decision": refused.At("params.decision"), "way": "passkey"})
	sure := d.Post("/api/me/confirm/finish", map[string]any{"ticket": begun.At("ticket"), "credential": mine.signs(d.t, begun)}).
		OK(http.StatusOK).At("confirmation")
	return d.Raw(method, path, body, "X-Confirmation", sure)
}

// TestAnInvitationSetsAPasskey in place of a password: it signs in, confirms, and is not removed while it is the last way in.
func TestAnInvitationSetsAPasskey(t *testing.T) {
	t.Parallel()
	apptest.Each(t, passkeys, func(t *testing.T, a *apptest.App) {
		secret, mine, nobody := printed(mustCommand(t, a, "init", "nok")), deviceOf("nok"), console(a, "")
		if got := nobody.Post("/api/signin/invitation",
			map[string]any{"invitation": secret}).OK(http.StatusOK); got.At("ways.0") != "passkey" ||
			got.At("ways.1") != "password" {
			t.Errorf("ways %s", got.Text)
		}
		begun := nobody.Post("/api/signin/invitation/begin", map[string]any{"invitation": secret, "way": "passkey"})
		if begun.OK(http.StatusOK).Value("totp") != nil {
			t.Error(begun.Text)
		}
		made := mine.makes(t, begun)
		for _, wrong := range []map[string]any{
			{"ticket": begun.At("ticket")},
			{"ticket": begun.At("ticket"), "credential": map[string]any{"id": "x"}},
			{"ticket": begun.At("ticket"), "password": deskPassword, "code": "000000"},
		} {
			nobody.Post("/api/signin/invitation/finish", wrong).Refused(http.StatusUnauthorized, "WRONG_CREDENTIAL")
		}
		once := map[string]any{"ticket": begun.At("ticket"), "credential": made}
		set := nobody.Post("/api/signin/invitation/finish", once).OK(http.StatusOK)
		if codes, _ := set.Value("recovery").([]any); len(codes) != 10 || set.At("operator.name") != "nok" {
			t.Errorf("finish %s", set.Text)
		}
		nobody.Post("/api/signin/invitation/finish", once).Refused(http.StatusNotFound, "INVITATION_INVALID")
		d := desk{Client: console(a, ""), t: t, a: a}
		d.keep(set)

		held := d.Get("/api/me/secret").OK(http.StatusOK)
		if held.At("passkeys.0.name") != "passkey" || held.Value("password") != nil || held.Value("totp") != nil ||
			held.At("recoveryLeft") != "10" {
			t.Errorf("secrets %s", held.Text)
		}
		d.Do(http.MethodDelete, "/api/me/passkey/"+held.At("passkeys.0.id"), nil).Refused(http.StatusConflict, "SECRET_REQUIRED")
		if got := d.signsIn(mine).OK(http.StatusOK); got.At("operator.name") != "nok" {
			t.Error(got.Text)
		}
		d.second(d.first("nok", deskPassword), "totp", "000000", "").Refused(http.StatusUnauthorized, "WRONG_CREDENTIAL")
		if _, err := command(a, "init", "lek"); err == nil {
			t.Error("a chief can sign in, and the machine invites another first one")
		}

		d.touches(mine, http.MethodPut, "/api/me/password", `{"password":"eight grey umbrellas"}`).OK(http.StatusOK)
		removed := d.touches(mine, http.MethodDelete, "/api/me/passkey/"+held.At("passkeys.0.id"), "").OK(http.StatusOK)
		if removed.At("message") != "SUCCESS" {
			t.Error(removed.Text)
		}
	})
}

// TestCodesOfNoTelephoneConfirmNothing: who has no telephone has no code that is right, not even one that everybody can compute.
func TestCodesOfNoTelephoneConfirmNothing(t *testing.T) {
	t.Parallel()
	apptest.Each(t, passkeys, func(t *testing.T, a *apptest.App) {
		mine := deviceOf("nok")
		d := invitedBy(t, a, printed(mustCommand(t, a, "init", "nok")), mine)
		refused := d.Raw(http.MethodPut, "/api/me/password", `{"password":"eight grey umbrellas"}`).
			Refused(http.StatusForbidden, "CONFIRM_IDENTITY")
		if ways, _ := refused.Value("params.ways").([]any); len(ways) != 2 || ways[0] != "passkey" || ways[1] != "recovery" {
			t.Errorf("ways %s", refused.Text)
		}
		d.key = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
		d.confirmation(refused, d.code()).Refused(http.StatusUnauthorized, "WRONG_CREDENTIAL")
	})
}

// TestACopiedPasskeyIsTold to everybody by the audit log: its counter went back.
func TestACopiedPasskeyIsTold(t *testing.T) {
	t.Parallel()
	apptest.Each(t, passkeys, func(t *testing.T, a *apptest.App) {
		mine := deviceOf("nok")
		d := invitedBy(t, a, printed(mustCommand(t, a, "init", "nok")), mine)
		d.signsIn(mine).OK(http.StatusOK)
		copied := *mine
		d.signsIn(mine).OK(http.StatusOK)
		copied.key.Counter--
		d.signsIn(&copied).Refused(http.StatusUnauthorized, "WRONG_CREDENTIAL")
		a.Leap(time.Second)
		log := d.Get("/api/audit?action=secret.copied").OK(http.StatusOK)
		if log.At("items.0.subject") != "nok" || !strings.Contains(log.At("items.0.reason"), "laptop") || log.Value("items.1") != nil {
			t.Errorf("the audit log has %s", log.Text)
		}
	})
}
