package api

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/internal/testkit/apptest"
)

// TestOperatorsByTheAPI: two chiefs add an operator, who may act half an hour later; more rights are for two and wait as long,
// fewer are for one and at once; whoever is disabled is out.
func TestOperatorsByTheAPI(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, lek := desks(t, a)
		decide := func(by desk, method, path, body string) apptest.Answer {
			body = strings.Replace(strings.Replace(body, "{", `{"reason":"as we agreed",`, 1), ",}", "}", 1)
			return by.decide(method, path, body)
		}
		state := func(name, field string) string {
			t.Helper()
			return dao.Get("/api/operator/" + name).OK(http.StatusOK).At(field)
		}
		// agreed has lek approve what dao proposed, and lets half an hour pass, in which both are there.
		agreed := func(proposed apptest.Answer) {
			t.Helper()
			if proposed.OK(http.StatusAccepted); proposed.At("message") != "PROPOSED" {
				t.Fatal(proposed.Text)
			}
			id, seen := proposed.At("proposal.id"), proposed.At("proposal.fingerprint")
			decide(lek, http.MethodPost, "/api/proposal/"+id+"/approve", `{"seen":"`+seen+`"}`).OK(http.StatusOK)
			if now := dao.Get("/api/proposal/" + id).OK(http.StatusOK); now.At("state") != "scheduled" {
				t.Errorf("approved, it is %s", now.Text)
			}
			stays(a, 31*time.Minute, dao, lek)
		}
		decide(dao, http.MethodPost, "/api/operator", `{"name":"Not a name","role":"support"}`).
			Refused(http.StatusBadRequest, "INVALID_INPUT")
		decide(dao, http.MethodPost, "/api/operator", `{"name":"lek","role":"support"}`).
			Refused(http.StatusBadRequest, "INVALID_INPUT")
		decide(dao, http.MethodPost, "/api/operator", `{"name":"mai","role":"owner"}`).
			Refused(http.StatusBadRequest, "INVALID_INPUT")
		dao.Get("/api/operator/mai").Refused(http.StatusNotFound, "NO_DATA")
		agreed(decide(dao, http.MethodPost, "/api/operator", `{"name":"mai","role":"support"}`))
		if state("mai", "role") != "support" || state("mai", "active") != "true" || state("mai", "secrets.password") != "false" {
			t.Fatal(dao.Get("/api/operator/mai").Text)
		}
		invited := decide(dao, http.MethodPost, "/api/operator/mai/invitation", `{}`).OK(http.StatusOK)
		again := decide(dao, http.MethodPost, "/api/operator/mai/invitation", `{}`).OK(http.StatusOK)
		if got := dao.Get("/api/operator/mai").OK(http.StatusOK); got.At("invitedUntil") != again.At("endsAt") ||
			got.Value("seenAt") != nil ||
			got.At("decisions") != "0" {
			t.Errorf("invited, mai is %s", got.Text)
		}
		if got := dao.Get("/api/operator/dao").OK(http.StatusOK); got.At("decisions") != "5" || got.Value("invitedUntil") != nil ||
			got.Value("seenAt") == nil || got.At("secrets.passkeys") != "0" {
			t.Errorf("at work, dao is %s", got.Text)
		}
		if invited.At("invitation") == "" || invited.At("invitation") == again.At("invitation") {
			t.Errorf("invited by %s, then by %s", invited.Text, again.Text)
		}
		nobody := console(a, "")
		nobody.Post("/api/signin/invitation", map[string]string{"invitation": invited.At("invitation")}).
			Refused(http.StatusNotFound, "INVITATION_INVALID")
		if got := nobody.Post("/api/signin/invitation", map[string]string{"invitation": again.At("invitation")}).
			OK(http.StatusOK).At("name"); got != "mai" {
			t.Errorf("the invitation is of %q", got)
		}
		decide(dao, http.MethodPost, "/api/operator/nobody/invitation", `{}`).Refused(http.StatusNotFound, "NO_DATA")

		mai := desk{Client: signedIn(t, a, "mai")}
		decide(mai, http.MethodPost, "/api/operator/lek/disable", `{}`).Refused(http.StatusForbidden, "ROLE_FORBIDDEN")
		decide(dao, http.MethodPut, "/api/operator/mai/role", `{"role":"support"}`).Refused(http.StatusConflict, "STATE_CHANGED")
		raise := decide(dao, http.MethodPut, "/api/operator/mai/role", `{"role":"auditor"}`) // it reads what support does not
		if raise.OK(http.StatusAccepted); state("mai", "role") != "support" {
			t.Error("one chief gave more rights")
		}
		agreed(raise)
		if state("mai", "role") != "auditor" {
			t.Error(state("mai", "role"))
		}
		agreed(decide(dao, http.MethodPut, "/api/operator/mai/role", `{"role":"chief"}`))
		decide(dao, http.MethodPut, "/api/operator/mai/role", `{"role":"cashier"}`).OK(http.StatusOK)
		if state("mai", "role") != "cashier" {
			t.Error(state("mai", "role"))
		}
		agreed(decide(dao, http.MethodPut, "/api/operator/mai/member", `{"member":"MEMBER1"}`))
		if state("mai", "member") != "MEMBER1" {
			t.Error(state("mai", "member"))
		}
		old := state("mai", "state")
		decide(dao, http.MethodPost, "/api/operator/mai/disable", `{"seen":"another"}`).Refused(http.StatusConflict, "STATE_CHANGED")
		decide(dao, http.MethodPost, "/api/operator/mai/disable", `{"seen":"`+old+`"}`).OK(http.StatusOK)
		decide(dao, http.MethodPost, "/api/operator/mai/disable", `{}`).Refused(http.StatusNotFound, "NO_DATA")
		for query, want := range map[string]string{
			"": "dao lek mai", "active=true": "dao lek", "role=cashier": "mai", "role=support": "",
		} {
			page := dao.Get("/api/operator?" + query).OK(http.StatusOK)
			items, _ := page.Value("items").([]any)
			var names []string
			for n := range items {
				names = append(names, page.At(fmt.Sprintf("items.%d.name", n)))
			}
			if got := strings.Join(names, " "); got != want {
				t.Errorf("%s: %s", query, got)
			}
		}
		first := dao.Get("/api/operator?limit=2").OK(http.StatusOK)
		if last := dao.Get("/api/operator?limit=2&after=" + first.At("next")).OK(http.StatusOK); last.At("items.0.name") != "mai" {
			t.Errorf("the second page is %s", last.Text)
		}
	})
}
