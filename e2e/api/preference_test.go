package api

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"krapao/internal/testkit/apptest"
)

// TestAConsoleIsAsItsOperatorLikesIt, in every browser: language, theme and kinds of the queue. A filter has a name, and an
// operator keeps fifty at most.
func TestAConsoleIsAsItsOperatorLikesIt(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, lek := desks(t, a)
		if me := dao.Get("/api/me").OK(http.StatusOK); me.Value("preference") != nil || me.At("waiting.mine") != "0" ||
			me.At("limits.withdrawOver") != "50000" {
			t.Errorf("me %s", me.Text)
		}
		put := func(path string, body any) apptest.Answer { return dao.Do(http.MethodPut, path, body) }
		for _, wrong := range []map[string]any{
			{"locale": "fr", "theme": "dark", "kinds": []string{}},
			{"locale": "th", "theme": "pink", "kinds": []string{}},
			{"locale": "th", "theme": "dark", "kinds": []string{"two words"}},
			{"locale": "th", "theme": "dark"},
		} {
			put("/api/me/preference", wrong).Refused(http.StatusBadRequest, "INVALID_INPUT")
		}
		put("/api/me/preference", map[string]any{"locale": "lo", "theme": "dark", "kinds": []string{}}).OK(http.StatusOK)
		put("/api/me/preference", map[string]any{"locale": "en", "theme": "light", "kinds": []string{"slip", "held"}}).OK(http.StatusOK)
		if me := dao.Get("/api/me").OK(http.StatusOK); me.At("preference.locale") != "en" || me.At("preference.theme") != "light" ||
			me.At("preference.kinds.1") != "held" {
			t.Errorf("me %s", me.Text)
		}
		if me := lek.Get("/api/me").OK(http.StatusOK); me.Value("preference") != nil {
			t.Errorf("another's: %s", me.Text)
		}

		name := url.PathEscape("ของคืนนี้ 1")
		put("/api/me/view/audit/"+name, map[string]any{"query": "operator=lek"}).OK(http.StatusOK)
		put("/api/me/view/audit/"+name, map[string]any{"query": "operator=lek&action=brake."}).OK(http.StatusOK)
		if got := dao.Get("/api/me/view").OK(http.StatusOK); got.At("items.0.name") != "ของคืนนี้ 1" ||
			got.At("items.0.list") != "audit" ||
			got.At("items.0.query") != "operator=lek&action=brake." || got.Value("items.1") != nil {
			t.Errorf("views %s", got.Text)
		}
		put("/api/me/view/audit/long", map[string]any{"query": strings.Repeat("x", 2001)}).Refused(http.StatusBadRequest,
			"INVALID_INPUT")
		put("/api/me/view/UPPER/x", map[string]any{"query": ""}).Refused(http.StatusBadRequest, "INVALID_INPUT")
		for n := range 49 {
			put(fmt.Sprint("/api/me/view/queue/v", n), map[string]any{"query": "late=true"}).OK(http.StatusOK)
		}
		put("/api/me/view/queue/one-more", map[string]any{"query": ""}).Refused(http.StatusBadRequest, "INVALID_INPUT")
		put("/api/me/view/queue/v7", map[string]any{"query": "mine=true"}).OK(http.StatusOK)
		dao.Do(http.MethodDelete, "/api/me/view/audit/"+name, nil).OK(http.StatusOK)
		dao.Do(http.MethodDelete, "/api/me/view/audit/"+name, nil).Refused(http.StatusNotFound, "NO_DATA")
		put("/api/me/view/queue/one-more", map[string]any{"query": ""}).OK(http.StatusOK)
		if got := lek.Get("/api/me/view").OK(http.StatusOK); got.Value("items.0") != nil {
			t.Errorf("another's: %s", got.Text)
		}
	})
}

// TestASessionSaysWhatItWasSignedInBy.
func TestASessionSaysWhatItWasSignedInBy(t *testing.T) {
	t.Parallel()
	apptest.Each(t, passkeys, func(t *testing.T, a *apptest.App) {
		d, mine := deskOf(t, a, "nok"), deviceOf("nok")
		d.adds(mine, "laptop").OK(http.StatusOK)
		d.signsIn(mine).OK(http.StatusOK)
		d.second(d.first("nok", deskPassword), "recovery", fmt.Sprint(d.recovery[0]), "").OK(http.StatusOK)
		ways := map[string]bool{}
		for _, one := range d.Get("/api/me/session").OK(http.StatusOK).Value("items").([]any) {
			ways[fmt.Sprint(one.(map[string]any)["way"])] = true
		}
		if !ways["invitation"] || !ways["passkey"] || !ways["recovery"] || len(ways) != 3 {
			t.Errorf("ways %v", ways)
		}
	})
}
