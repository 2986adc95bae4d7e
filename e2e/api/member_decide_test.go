package api

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"krapao/internal/testkit/apptest"
)

// TestWhatAnOperatorDecidesAboutAMember: by its role, with a reason, on the state that it has seen, each once; nobody about
// itself, and an auditor nothing. What it may is in the page, by the rules that refuse.
func TestWhatAnOperatorDecidesAboutAMember(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, lek := desks(t, a)
		aud := employed(t, a, "aud", "auditor", "")
		c := rich(t, a)
		id, phone, _, _ := memberOf(c)
		at := "/api/member/" + id
		call := func(by *apptest.Client, method, path, body string) apptest.Answer {
			t.Helper()
			return by.Raw(method, path, body, "Idempotency-Key", decisionKey())
		}
		because := func(more string) string { return `{"reason":"the member called"` + more + `}` }
		page := dao.Get(at).OK(http.StatusOK)
		seen := `,"seen":"` + page.At("state") + `"`
		may := fmt.Sprint(page.Value("may"))
		for _, one := range []string{
			"unlockMember", "signOutMember", "deactivateMember", "closeMember", "breakMember", "excludeMember", "setMemberPassword",
		} {
			if !strings.Contains(may, one) {
				t.Errorf("a chief may not %s: %s", one, may)
			}
		}
		if strings.Contains(may, "reactivateMember") || fmt.Sprint(aud.Get(at).OK(http.StatusOK).Value("may")) != "[]" {
			t.Errorf("of an active member: %s; an auditor may %s", may, aud.Get(at).At("may"))
		}
		call(aud, http.MethodPost, at+"/unlock", because("")).Refused(http.StatusForbidden, "ROLE_FORBIDDEN")
		kin := employed(t, a, "kin", "chief", id)
		call(kin, http.MethodPost, at+"/unlock", because("")).Refused(http.StatusForbidden, "SELF_DECISION")
		if kin.Get(at).OK(http.StatusOK).Value("may.0") != nil {
			t.Error("it may decide about itself")
		}
		call(dao.Client, http.MethodPost, at+"/unlock", `{"reason":"x"}`).Refused(http.StatusBadRequest, "REASON_REQUIRED")
		call(dao.Client, http.MethodPost, "/api/member/000000000000/unlock", because("")).Refused(http.StatusNotFound, "NO_USER")
		dao.Raw(http.MethodPost, at+"/unlock", because("")).Refused(http.StatusBadRequest, "KEY_MISSING")
		call(dao.Client, http.MethodPost, at+"/unlock", because(seen)).OK(http.StatusOK)
		call(dao.Client, http.MethodPost, at+"/break", because(`,"days":43`)).Refused(http.StatusBadRequest, "INVALID_INPUT")
		paused := call(dao.Client, http.MethodPost, at+"/break", because(`,"days":7`+seen)).OK(http.StatusOK)
		if paused.At("facts.1.after") != "7" {
			t.Errorf("a break: %s", paused.Text)
		}
		changed := call(lek.Client, http.MethodPost, at+"/deactivate", because(seen))
		if changed.Refused(http.StatusConflict, "STATE_CHANGED"); changed.At("params.state") != dao.Get(at).At("state") {
			t.Errorf("changed: %s", changed.Text)
		}
		if dao.Get(at).At("playing.shutOut") != "true" {
			t.Error("it may play")
		}
		call(lek.Client, http.MethodPost, at+"/password", because("")).Refused(http.StatusForbidden, "CONFIRM_IDENTITY")
		given := lek.sure(http.MethodPost, at+"/password", because("")).OK(http.StatusOK)
		password := given.At("password")
		c.Get("/api/wallet").Refused(http.StatusUnauthorized, "INVALID_USER_3")
		if len(password) != 12 || strings.Contains(mustCommand(t, a, "audit", "list", "--limit", "500"), password) {
			t.Errorf("a password: %s", given.Text)
		}
		login := a.Client().Post("/api/login", map[string]any{"username": phone, "password": password})
		login.OK(http.StatusOK)
		call(dao.Client, http.MethodPost, at+"/signout", because("")).OK(http.StatusOK)
		call(dao.Client, http.MethodDelete, at+"/session/NOSUCH", because("")).Refused(http.StatusNotFound, "NO_DATA")
		call(dao.Client, http.MethodPost, at+"/deactivate", because("")).OK(http.StatusOK)
		if now := dao.Get(at).OK(http.StatusOK); now.At("member.state") != "deactivated" ||
			!strings.Contains(fmt.Sprint(now.Value("may")), "reactivateMember") {
			t.Errorf("deactivated: %s", now.Text)
		}
		call(dao.Client, http.MethodPost, at+"/reactivate", because("")).OK(http.StatusOK)
		call(dao.Client, http.MethodPost, at+"/close", because("")).Refused(http.StatusForbidden, "CONFIRM_IDENTITY")
		dao.sure(http.MethodPost, at+"/close", because(""), "Idempotency-Key", "close").OK(http.StatusOK)
		if got := dao.Get(at).At("member.state"); got != "closed" {
			t.Errorf("closed: %s", got)
		}
		log := mustCommand(t, a, "audit", "list", "--limit", "500")
		if strings.Contains(log, phone) || strings.Count(strings.Join(strings.Fields(log), " "), "member.deactivate "+id) != 1 {
			t.Errorf("the audit log has %s", log)
		}
	})
}
