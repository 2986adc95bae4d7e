package api

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"krapao/internal/testkit/apptest"
)

// TestOperatorsNoteThingsAboutAMember for each other: pinned ones come first, then the newest. Who wrote one deletes it within a
// day, and nobody else. The audit log has who wrote, and not what. Nobody writes about itself.
func TestOperatorsNoteThingsAboutAMember(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, lek := house(t, a)
		id, _, _, _ := memberOf(a.Member())
		other, _, _, _ := memberOf(a.Member())
		at := "/api/member/" + id + "/note"
		write := func(c *apptest.Client, text string, pinned bool) apptest.Answer {
			t.Helper()
			a.Step(time.Millisecond)
			key := url.QueryEscape(text)
			return c.Post(at, map[string]any{"text": text, "pinned": pinned}, "Idempotency-Key", key[:min(len(key), 60)])
		}
		first := write(dao, "speaks Lao", true).OK(http.StatusOK).At("id")
		if again := write(dao, "speaks Lao", true).OK(http.StatusOK).At("id"); again != first {
			t.Errorf("the same again is another: %s, %s", first, again)
		}
		write(lek, "called about a slip", false).OK(http.StatusOK)
		write(lek, "called again", false).OK(http.StatusOK)
		write(lek, " \n ", false).Refused(http.StatusBadRequest, "INVALID_INPUT")
		write(lek, strings.Repeat("ก", 2001), false).Refused(http.StatusBadRequest, "INVALID_INPUT")

		var texts []string
		for after := ""; ; {
			page := lek.Get(at + "?limit=1&after=" + url.QueryEscape(after)).OK(http.StatusOK)
			texts = append(texts, page.At("items.0.text"))
			if after = page.At("next"); after == "" {
				break
			}
		}
		if want := []string{"speaks Lao", "called again", "called about a slip"}; !slices.Equal(texts, want) {
			t.Errorf("the notes are %v", texts)
		}
		all := lek.Get(at).OK(http.StatusOK)
		if all.At("items.0.by") != "dao" || all.Value("items.0.may.0") != nil || all.At("items.1.may.0") != "deleteMemberNote" {
			t.Errorf("who may delete: %s", all.Text)
		}
		if got := lek.Get("/api/member/" + other + "/note").OK(http.StatusOK); got.Value("items.0") != nil {
			t.Errorf("another's notes: %s", got.Text)
		}

		lek.Do("DELETE", at+"/"+first, nil).Refused(http.StatusNotFound, "NO_DATA")
		lek.Do("DELETE", at+"/"+all.At("items.1.id"), nil).OK(http.StatusOK)
		dao.Do("DELETE", "/api/member/"+other+"/note/"+first, nil).Refused(http.StatusNotFound, "NO_DATA")
		a.Step(24 * time.Hour)
		dao = signedIn(t, a, "dao")
		dao.Do("DELETE", at+"/"+first, nil).Refused(http.StatusNotFound, "NO_DATA")
		if left := dao.Get(at).OK(http.StatusOK); left.At("items.0.id") != first || left.Value("items.0.may.0") != nil ||
			left.Value("items.2") != nil {
			t.Errorf("left are %s", left.Text)
		}
		log := mustCommand(t, a, "audit", "list", "--limit", "500")
		if strings.Count(log, "wrote a note") != 3 || strings.Count(log, "deleted its note") != 1 || strings.Contains(log, "Lao") {
			t.Errorf("the audit log is %s", log)
		}
		employed(t, a, "mai", "support", id).Post(at, map[string]any{"text": "a good member", "pinned": true}, "Idempotency-Key", "k").
			Refused(http.StatusForbidden, "SELF_DECISION")
		dao.Post("/api/member/000000000000/note", map[string]any{"text": "x", "pinned": false}, "Idempotency-Key", "n").
			Refused(http.StatusNotFound, "NO_USER")
	})
}
