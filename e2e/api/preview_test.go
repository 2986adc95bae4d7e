package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/internal/config"
	"krapao/internal/testkit/apptest"
)

// seeing is a page that shows the preview of a draft, in the place of a member or of a visitor.
func seeing(a *apptest.App, link apptest.Answer, as string) *apptest.Client {
	c := a.Client()
	_, token, _ := strings.Cut(link.At("path"), "?preview=member.")
	c.Token = "preview." + as + "." + token
	return c
}

// TestADraftIsSeenInTheMemberApp: a link shows members' pages as they are with a draft that nobody has put into force, to whoever
// has it, and what is typed meanwhile. Members see nothing of it. Nothing can be done in it, and it ends with its link and with
// the draft.
func TestADraftIsSeenInTheMemberApp(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, _ := desks(t, a)
		base := dao.seen("info")
		dao.drafts("preview-of-dao", "first words", 0, base).OK(http.StatusOK)
		link := dao.Get("/api/content-draft/preview-of-dao/preview").OK(http.StatusOK)
		member, visitor := seeing(a, link, "member"), seeing(a, link, "visitor")

		isCalled(t, member, "first words")
		isCalled(t, visitor, "first words")
		if told := member.Get("/api/preview").OK(http.StatusOK); told.At("by") != "dao" || told.At("section") != "info" {
			t.Errorf("the page says %s", told.Text)
		}
		if got := member.Balance(); got != 0 {
			t.Errorf("the made-up member has %s", got)
		}
		visitor.Get("/api/wallet").Refused(http.StatusUnauthorized, "UNAUTHORIZED")
		member.Post("/api/statement", map[string]any{"page": 1, "limit": 10}).OK(http.StatusOK)
		refuses(t, a, member, "POST /api/wallet/withdraw", "403 PREVIEW_ONLY")
		refuses(t, a, member, "GET /api/wallet/activate/joker", "403 PREVIEW_ONLY")
		if said := a.Client().Get("/api/lookup/info").OK(http.StatusOK).Text; strings.Contains(said, "first words") {
			t.Errorf("members see it: %s", said)
		}
		a.Member().Get("/api/preview").Refused(http.StatusNotFound, "NO_DATA")

		dao.drafts("preview-of-dao", "other words", 1, base).OK(http.StatusOK)
		isCalled(t, member, "other words")
		wrong := `{"section": "info", "revision": 2, "base": "` + base + `", "body": {"nothing": 1}}`
		dao.Raw(http.MethodPut, "/api/content-draft/preview-of-dao", wrong).OK(http.StatusOK)
		isCalled(t, member, "other words")
		dao.Get("/api/content-draft/preview-of-dao/preview").Refused(http.StatusBadRequest, "CONTENT_INVALID")

		forged := a.Client()
		forged.Token = member.Token[:len(member.Token)-1] + "x"
		refuses(t, a, forged, "GET /api/lookup/info", "410 PREVIEW_ENDED")
		stays(a, 31*time.Minute, dao)
		refuses(t, a, member, "GET /api/lookup/info", "410 PREVIEW_ENDED")

		dao.drafts("preview-of-dao", "last words", 3, base).OK(http.StatusOK)
		member = seeing(a, dao.Get("/api/content-draft/preview-of-dao/preview").OK(http.StatusOK), "member")
		isCalled(t, member, "last words")
		dao.Raw(http.MethodDelete, "/api/content-draft/preview-of-dao", "").OK(http.StatusOK)
		refuses(t, a, member, "GET /api/lookup/info", "410 PREVIEW_ENDED")
	})
}

// TestAPreviewOfALaoHouse: the made-up member is one of the house's country, and of its first bank that takes it.
func TestAPreviewOfALaoHouse(t *testing.T) {
	t.Parallel()
	laos := apptest.Options{Node: func(n *config.Node) { n.Laos = true }}
	apptest.Each(t, laos, func(t *testing.T, a *apptest.App) {
		dao, _ := desks(t, a)
		dao.drafts("preview-of-dao", "Lao words", 0, dao.seen("info")).OK(http.StatusOK)
		member := seeing(a, dao.Get("/api/content-draft/preview-of-dao/preview").OK(http.StatusOK), "member")
		isCalled(t, member, "Lao words")
		member.Get("/api/wallet").OK(http.StatusOK)
	})
}

// isCalled holds the house of a preview to the draft's name.
func isCalled(t *testing.T, c *apptest.Client, words string) {
	t.Helper()
	if said := c.Get("/api/lookup/info").OK(http.StatusOK).Text; !strings.Contains(said, words) {
		t.Errorf("the preview does not show %q: %.400s", words, said)
	}
}

// refuses holds a preview to how it refuses a call. Its own codes are not in the members' contract, so no client of that knows
// them.
func refuses(t *testing.T, a *apptest.App, c *apptest.Client, call, want string) {
	t.Helper()
	method, path, _ := strings.Cut(call, " ")
	r, err := http.NewRequestWithContext(t.Context(), method, a.URL+path, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+c.Token)
	answer, err := a.HTTP().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	var said struct{ Message string }
	if err := json.NewDecoder(answer.Body).Decode(&said); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprintf("%d %s", answer.StatusCode, said.Message); got != want {
		t.Errorf("%s: %s, want %s", call, got, want)
	}
}
