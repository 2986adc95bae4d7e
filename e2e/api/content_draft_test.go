package api

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"krapao/internal/testkit/apptest"
)

// drafts keeps a draft of the section "info" with another name.
func (d desk) drafts(id, name string, revision int, base string) apptest.Answer {
	d.t.Helper()
	body, err := json.Marshal(map[string]any{"section": "info", "revision": revision, "base": base, "body": named(name)})
	if err != nil {
		d.t.Fatal(err)
	}
	return d.Raw(http.MethodPut, "/api/content-draft/"+id, string(body))
}

// TestDraftsByTheAPI: a draft is read by everybody, changed by who began it on whatever device, and proposed; of two from one
// base the second says what has changed underneath.
func TestDraftsByTheAPI(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, lek := desks(t, a)
		base := dao.seen("info")
		kept := dao.drafts("draft-of-dao", "First", 0, base).OK(http.StatusOK)
		first := lek.draft("draft-of-dao")
		if kept.At("by") != "dao" || kept.At("inForce") != "true" || first.At("changes.0.after") != "First" ||
			first.At("from") != base {
			t.Errorf("%s\n%s", kept.Text, first.Text)
		}
		dao.drafts("draft-of-dao", "Second", 1, base).OK(http.StatusOK)
		dao.drafts("draft-of-dao", "Third", 1, base).Refused(http.StatusConflict, "STATE_CHANGED")
		lek.drafts("draft-of-dao", "Lek's", 2, base).Refused(http.StatusNotFound, "NO_DATA")
		lek.drafts("draft-of-lek", "Lek's", 0, base).OK(http.StatusOK)
		dao.drafts("short", "A", 0, base).Refused(http.StatusBadRequest, "INVALID_INPUT")
		dao.drafts("draft-of-wrong", "A", 0, "another").Refused(http.StatusConflict, "CONTENT_CHANGED")
		if all := lek.Get("/api/content-draft").OK(http.StatusOK); all.At("items.0.by") != "dao" || all.At("items.1.by") != "lek" ||
			all.At("items.2.id") != "" || all.At("items.0.may.0") == "putContentDraft" || all.At("items.1.may.0") != "putContentDraft" {
			t.Error(all.Text)
		}

		dao.decides("/content-draft/draft-of-dao/propose", map[string]any{"seen": "another"}).Refused(http.StatusConflict,
			"STATE_CHANGED")
		proposed := dao.decides("/content-draft/draft-of-dao/propose", map[string]any{"seen": lek.draft("draft-of-dao").At("state")})
		if one := lek.draft("draft-of-dao"); one.At("proposal.state") != "open" {
			t.Error(one.Text)
		}
		lek.approves(proposed)
		stays(a, 31*time.Minute, dao, lek)
		dao.Get("/api/content-draft/draft-of-dao").Refused(http.StatusNotFound, "NO_DATA")
		if now := dao.Get("/api/content/info").OK(http.StatusOK); now.At("body.name") != "Second" {
			t.Error(now.Text)
		}
		lek.decides("/content-draft/draft-of-lek/propose").Refused(http.StatusConflict, "CONTENT_CHANGED")
		if two := lek.draft("draft-of-lek"); two.At("inForce") != "false" || two.At("under.0.after") != "Second" {
			t.Error(two.Text)
		}
		lek.Raw(http.MethodDelete, "/api/content-draft/draft-of-lek", "").OK(http.StatusOK)
		if all := lek.Get("/api/content-draft").OK(http.StatusOK); all.At("items.0.id") != "" {
			t.Error(all.Text)
		}
	})
}

// draft reads one.
func (d desk) draft(id string) apptest.Answer {
	d.t.Helper()
	return d.Get("/api/content-draft/" + id).OK(http.StatusOK)
}
