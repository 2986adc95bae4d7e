package api

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/internal/testkit/apptest"
)

// TestAnItemOfTheQueueIsAssigned: a cashier gives one to an operator who may decide it, with a reason. Pages see it, and the
// audit log says to whom. Only a chief takes what a third operator has.
func TestAnItemOfTheQueueIsAssigned(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, lek := house(t, a)
		mai, som := employed(t, a, "mai", "cashier", ""), employed(t, a, "som", "support", "")
		_, id := waiting(t, a, dao)
		keys := 0
		give := func(by *apptest.Client, of, body string) apptest.Answer {
			keys++
			return by.Raw(http.MethodPost, "/api/queue/withdrawal/"+of+"/assign", body, "Idempotency-Key", fmt.Sprint("give", keys))
		}
		to := func(name string) string { return `{"to":"` + name + `","reason":"knows the member"}` }

		give(som, id, to("mai")).Refused(http.StatusForbidden, "ROLE_FORBIDDEN")
		give(mai, id, `{"to":"lek"}`).Refused(http.StatusBadRequest, "REASON_REQUIRED")
		mai.Raw(http.MethodPost, "/api/queue/withdrawal/"+id+"/assign", to("lek")).Refused(http.StatusBadRequest, "KEY_MISSING")
		if needs := give(mai, id, to("som")).Refused(http.StatusForbidden, "ROLE_FORBIDDEN").At("params.needs"); needs != "cashier" {
			t.Errorf("whoever decides it is a %q", needs)
		}
		give(mai, id, to("nobody")).Refused(http.StatusNotFound, "NO_DATA")
		give(mai, "nosuch", to("lek")).Refused(http.StatusNotFound, "NO_DATA")

		page := watches(t, a, "", byCookie(dao.Token), `["queue"]`)
		hear(t, page, `42["queue",{"kind":"","id":"","change":"","by":""}]`, 10*time.Second)
		give(mai, id, to("lek")).OK(http.StatusOK)
		hear(t, page, `42["queue",{"kind":"withdrawal","id":"`+id+`","change":"claimed","by":"lek"}]`, 5*time.Second)
		if got := lek.Get("/api/queue?mine=true").OK(http.StatusOK); got.At("items.0.id") != id {
			t.Errorf("lek has %s", got.Text)
		}
		if by := give(mai, id, to("mai")).Refused(http.StatusConflict, "CLAIMED").At("params.by"); by != "lek" {
			t.Errorf("%q has it", by)
		}
		needs := give(mai, id, `{"to":"mai","take":true,"reason":"lek is out"}`).Refused(http.StatusForbidden, "ROLE_FORBIDDEN")
		if needs.At("params.needs") != "chief" {
			t.Errorf("whoever takes it: %s", needs.Text)
		}
		give(dao, id, `{"to":"mai","take":true,"reason":"lek is out"}`).OK(http.StatusOK)
		if got := mai.Get("/api/queue?mine=true").OK(http.StatusOK); got.At("items.0.claim.by") != "mai" {
			t.Errorf("mai has %s", got.Text)
		}
		log := dao.Get("/api/audit?subject=" + id).OK(http.StatusOK)
		if log.At("items.0.action") != "queue.assign" || log.At("items.0.operator") != "dao" ||
			log.At("items.0.evidence") != "withdrawal, to mai" || strings.Count(log.Text, "queue.assign") != 2 {
			t.Errorf("the audit log has %s", log.Text)
		}
	})
}
