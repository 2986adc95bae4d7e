package api

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/internal/testkit/apptest"
)

// nightly is a token that is asked for: of a system that stops and looks at what is stopped.
func nightly(a *apptest.App, more ...map[string]any) []map[string]any {
	return append([]map[string]any{{
		"system": "nightly", "role": "cashier", "scopes": []string{"brake:read", "brake:decide", "content:decide", "proposal:read"},
		"endsAt": a.Clock.Now().Add(48 * time.Hour),
	}}, more...)
}

// token has two chiefs give a system a token, and waits until it counts.
func token(t *testing.T, a *apptest.App, dao, lek desk, more ...map[string]any) string {
	t.Helper()
	proposed := dao.decides("/token", nightly(a, more...)...)
	lek.approves(proposed)
	stays(a, 31*time.Minute, dao, lek)
	return proposed.At("token")
}

// TestASystemCallsByItsToken that two chiefs gave it: from half an hour later until its end, what its role and its scopes allow,
// and nothing that is for two persons or for a key. It is shown once, and ended at once.
func TestASystemCallsByItsToken(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, lek := desks(t, a)
		for _, wrong := range []map[string]any{
			{"system": "Nightly"},
			{"role": "chief"},
			{"scopes": []string{}},
			{"scopes": []string{"proposal:decide"}},
			{"role": "auditor"},
			{"endsAt": a.Clock.Now().Add(401 * 24 * time.Hour)},
			{"endsAt": a.Clock.Now()},
			{"addresses": []string{"everywhere"}},
		} {
			dao.decides("/token", nightly(a, wrong)...).Refused(http.StatusBadRequest, "INVALID_INPUT")
		}
		body := dao.because(nightly(a)...)
		proposed := dao.sure(http.MethodPost, "/api/token", body, "Idempotency-Key", "a-token").OK(http.StatusAccepted)
		secret := proposed.At("token")
		again := dao.Raw(http.MethodPost, "/api/token", body, "Idempotency-Key", "a-token").OK(http.StatusAccepted)
		if again.Value("token") != nil || again.At("proposal.id") != proposed.At("proposal.id") ||
			strings.Contains(again.Text, secret) {
			t.Errorf("asked again: %s", again.Text)
		}
		system := console(a, secret)
		system.Get("/api/brake").Refused(http.StatusUnauthorized, "invalid-token") // nobody has approved it
		lek.approves(proposed)
		system.Get("/api/brake").Refused(http.StatusUnauthorized, "invalid-token") // and its time has not come
		stays(a, 31*time.Minute, dao, lek)
		system.Get("/api/brake").OK(http.StatusOK)

		if got := system.Get("/api/today").Refused(http.StatusForbidden, "TOKEN_SCOPE"); got.At("params.scope") != "today:read" {
			t.Errorf("another part: %s", got.Text)
		}
		for _, path := range []string{"/api/me", "/api/me/session", "/media/x"} {
			system.Get(path).Refused(http.StatusForbidden, "TOKEN_SCOPE")
		}
		system.Get("/api/token").Refused(http.StatusForbidden, "ROLE_FORBIDDEN")
		system.Raw(http.MethodPost, "/api/proposal/X/approve", `{"reason":"all is well"}`, "Idempotency-Key", "1").
			Refused(http.StatusForbidden, "TOKEN_SCOPE")
		page := system.Get("/api/proposal").OK(http.StatusOK)
		if page.At("items.0.state") != "done" || page.Value("items.0.may.0") != nil {
			t.Errorf("it may approve: %s", page.Text)
		}
		shown := dao.Get("/api/token").OK(http.StatusOK)
		id := shown.At("items.0.id")
		if !strings.HasPrefix(id, "nightly-") || shown.At("items.0.madeBy") != "dao" || shown.At("items.0.second") != "lek" ||
			shown.Value("items.0.seenAt") == nil || strings.Contains(shown.Text, secret) {
			t.Errorf("tokens are %s", shown.Text)
		}
		decidesBySystem(t, dao, system, id)

		dao.decides("/token/nobody/end").Refused(http.StatusNotFound, "NO_DATA")
		lek.decides("/token/"+id+"/end", map[string]any{"seen": "another"}).Refused(http.StatusConflict, "STATE_CHANGED")
		there := console(a, secret)
		there.URL = nodesOf(a)[len(nodesOf(a))-1].Client().URL
		lek.decides("/token/"+id+"/end", map[string]any{"seen": shown.At("items.0.state")}).OK(http.StatusOK)
		system.Get("/api/brake").Refused(http.StatusUnauthorized, "EXPIRED_AUTH_TOKEN")
		lek.decides("/token/"+id+"/end").Refused(http.StatusNotFound, "NO_DATA")
		if page := dao.Get("/api/token?live=true").OK(http.StatusOK); page.Value("items.0") != nil {
			t.Errorf("of those that count: %s", page.Text)
		}
	})
}

// decidesBySystem: what one person decides without a key, the token decides, once under one key, and the audit log says which.
func decidesBySystem(t *testing.T, dao desk, system *apptest.Client, id string) {
	t.Helper()
	stop := func(key, body string) apptest.Answer {
		return system.Raw(http.MethodPost, "/api/brake/slips/stop", body, "Idempotency-Key", key)
	}
	system.Raw(http.MethodPost, "/api/brake/slips/stop", `{"reason":"they differ"}`).Refused(http.StatusBadRequest, "KEY_MISSING")
	first := stop("k", `{"reason":"they differ"}`).OK(http.StatusOK)
	if second := stop("k", `{"reason":"they differ"}`).OK(http.StatusOK); second.Text != first.Text {
		t.Errorf("under one key: %s and %s", first.Text, second.Text)
	}
	stop("k", `{"reason":"another one"}`).Refused(http.StatusConflict, "IDEMPOTENCY_MISMATCH")
	log := dao.Get("/api/audit?operator=token:" + id).OK(http.StatusOK)
	if log.At("items.0.action") != "brake.stop" || log.At("items.0.subject") != "slips" || log.Value("items.1") != nil {
		t.Errorf("the audit log has %s", log.Text)
	}
	seen := dao.seen("info")
	system.Raw(http.MethodPost, "/api/content/info/propose", dao.because(map[string]any{"content": named("Mine"), "seen": seen}),
		"Idempotency-Key", "p").Refused(http.StatusForbidden, "SECOND_PERSON")
}

// TestATokenEndsByItself, and counts from the networks alone that it names.
func TestATokenEndsByItself(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, lek := desks(t, a)
		elsewhere := console(a, token(t, a, dao, lek, map[string]any{"addresses": []string{"203.0.113.0/24"}}))
		elsewhere.Get("/api/brake").Refused(http.StatusUnauthorized, "invalid-token")
		soon := console(a, token(t, a, dao, lek, map[string]any{"endsAt": a.Clock.Now().Add(40 * time.Minute)}))
		soon.Get("/api/brake").OK(http.StatusOK)
		stays(a, 10*time.Minute, dao, lek)
		soon.Get("/api/brake").Refused(http.StatusUnauthorized, "EXPIRED_AUTH_TOKEN")
	})
}
