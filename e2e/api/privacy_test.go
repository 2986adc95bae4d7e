package api

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"krapao/internal/testkit/apptest"
	"krapao/internal/testkit/kept"
)

// TestAnExportHasAllThatIsKeptOfAMember: by the columns that docs/privacy.md says, as JSON and as a page in the member's
// language, without its secrets and without another member's data. One person decides it, with a reason and its key, and the
// audit log has it.
func TestAnExportHasAllThatIsKeptOfAMember(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, _ := desks(t, a)
		c, other := rich(t, a), a.Member()
		c.Post("/api/wallet/withdraw", map[string]any{"amount": 100}).OK(http.StatusOK)
		chatting(c).says("where is my <b>money</b>?").OK(http.StatusOK)
		id, phone, account, holder := memberOf(c)
		at := "/api/member/" + id + "/export"
		body := `{"reason":"it asked for its data","language":"th"}`
		for name, role := range map[string]string{"sup": "support", "aud": "auditor"} {
			employed(t, a, name, role, "").Raw(http.MethodPost, at, body).Refused(http.StatusForbidden, "ROLE_FORBIDDEN")
		}
		employed(t, a, "kin", "chief", id).Raw(http.MethodPost, at, body).Refused(http.StatusForbidden, "SELF_DECISION")
		dao.Raw(http.MethodPost, at, `{"reason":"x","language":"th"}`).Refused(http.StatusBadRequest, "REASON_REQUIRED")
		dao.Raw(http.MethodPost, at, `{"reason":"it asked","language":"de"}`).Refused(http.StatusBadRequest, "INVALID_INPUT")
		dao.Raw(http.MethodPost, "/api/member/000000000000/export", body).Refused(http.StatusNotFound, "NO_USER")
		dao.Raw(http.MethodPost, at, body).Refused(http.StatusForbidden, "CONFIRM_IDENTITY")
		got := dao.sure(http.MethodPost, at, body).OK(http.StatusOK)
		if status, _, text := fetched(t, a, a.OperatorURL+got.At("data")); status != http.StatusUnauthorized {
			t.Errorf("without a session the link answers %d %s", status, text)
		}
		if status, _, text := fetched(t, a, a.URL+got.At("data")); status != http.StatusNotFound {
			t.Errorf("where members are served, nobody signed in, and the link answers %d %s", status, text)
		}
		document := dao.Raw(http.MethodGet, got.At("data"), "").OK(http.StatusOK).Text
		page := dao.Raw(http.MethodGet, got.At("page"), "").OK(http.StatusOK).Text
		if has, want := columnsOf(t, document), kept.Read(t).Exported(); !maps.EqualFunc(has, want, slices.Equal) {
			t.Errorf("docs/privacy.md has in an export\n%v\nand it has\n%v", want, has)
		}
		for _, text := range []string{id, phone[1:], account, holder, "1000.00", "100.00", "joker"} {
			if !strings.Contains(document, text) || !strings.Contains(page, text) {
				t.Errorf("the export lacks %q", text)
			}
		}
		if !strings.Contains(page, `lang="th"`) || strings.Contains(page, "<b>money</b>") || !strings.Contains(page, "money") {
			t.Error("the page is not in its language, or what was said is no text on it")
		}
		otherID, otherPhone, otherAccount, _ := memberOf(other)
		for _, text := range []string{otherID, otherPhone, otherAccount, "argon2id", "k1:", c.Registered.Password} {
			if strings.Contains(document+page, text) {
				t.Errorf("the export has %q", text)
			}
		}
		a.Leap(5 * time.Minute)
		dao.Raw(http.MethodGet, got.At("data"), "").Refused(http.StatusNotFound, "NO_DATA")
		log := dao.Get("/api/audit?action=member.export").OK(http.StatusOK)
		if log.At("items.0.subject") != id || log.At("items.0.operator") != "dao" || log.Value("items.1") != nil {
			t.Errorf("the audit log: %s", log.Text)
		}
		if may := fmt.Sprint(dao.Get("/api/member/" + id).OK(http.StatusOK).Value("may")); !strings.Contains(may, "exportMember") {
			t.Errorf("a chief may not: %s", may)
		}
	})
}
