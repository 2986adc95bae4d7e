package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"krapao/internal/testkit/apptest"
)

// seen is the state of a section, by which somebody changes it.
func (d desk) seen(section string) string {
	d.t.Helper()
	return d.Get("/api/content/" + section).OK(http.StatusOK).At("state")
}

// proposes has somebody propose a section, and returns the proposal.
func (d desk) proposes(section string, content map[string]any, more ...map[string]any) apptest.Answer {
	d.t.Helper()
	more = append(more, map[string]any{"content": content, "seen": d.seen(section)})
	return d.decides("/content/"+section+"/propose", more...)
}

// approves approves what another proposed.
func (d desk) approves(proposed apptest.Answer) apptest.Answer {
	d.t.Helper()
	if proposed.OK(http.StatusAccepted); proposed.At("message") != "PROPOSED" {
		d.t.Fatal(proposed.Text)
	}
	seen := map[string]any{"seen": proposed.At("proposal.fingerprint")}
	return d.decides("/proposal/"+proposed.At("proposal.id")+"/approve", seen).OK(http.StatusOK)
}

// named is the section "info" with another name.
func named(name string) map[string]any { return map[string]any{"name": name, "website": ""} }

// TestContentByTheAPI: what one proposes and another approves is in force half an hour later, for members too. Its version says
// who wanted it and what it changed, and it is returned to in the same way.
func TestContentByTheAPI(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, lek := desks(t, a)
		shown := func(want string) {
			t.Helper()
			if got := a.Client().Get("/api/lookup/info").OK(http.StatusOK).At("name"); got != want {
				t.Errorf("members read %q, not %q", got, want)
			}
		}
		former := dao.Get("/api/content/info").OK(http.StatusOK)
		was := former.At("body.name")
		all := dao.Get("/api/content").OK(http.StatusOK)
		if all.At("items.0.section") != "banks" || all.At("items.0.needs") != "cashier" ||
			all.At("items.0.may.0") != "proposeContent" || former.At("needs") != "cashier" {
			t.Errorf("%s\n%s", all.Text, former.Text)
		}
		proposed := dao.proposes("info", named("First"))
		shown(was)
		if again := dao.proposes("info", named("Other")); again.At("message") != "PROPOSAL_OPEN" ||
			again.At("params.proposal") != proposed.At("proposal.id") {
			t.Errorf("another of the same section: %s", again.Text)
		}
		dao.decides("/proposal/"+proposed.At("proposal.id")+"/approve", map[string]any{"seen": proposed.At("proposal.fingerprint")}).
			Refused(http.StatusForbidden, "SECOND_PERSON")
		if in := lek.approves(proposed); in.At("message") != "SUCCESS" {
			t.Error(in.Text)
		}
		stays(a, 29*time.Minute, dao, lek)
		shown(was)
		stays(a, 2*time.Minute, dao, lek)
		shown("First")

		last := dao.Get("/api/content/info").OK(http.StatusOK)
		version := dao.Get("/api/content/info/history/" + last.At("version")).OK(http.StatusOK)
		if last.At("by") != "dao" || last.At("second") != "lek" || version.At("reason") != "looked at it" ||
			version.At("proposal") != proposed.At("proposal.id") || version.At("changes.0.path") != "info.name" ||
			version.At("changes.0.before") != was || version.At("changes.0.after") != "First" || version.At("back.0.path") != "" {
			t.Errorf("%s\n%s", last.Text, version.Text)
		}
		versions := dao.Get("/api/content/info/history?limit=1").OK(http.StatusOK)
		older := dao.Get("/api/content/info/history?limit=1&after=" + versions.At("next")).OK(http.StatusOK)
		if versions.At("items.0.version") != last.At("version") || older.At("items.0.version") != "1" || older.At("items.0.by") != "" {
			t.Errorf("%s\n%s", versions.Text, older.Text)
		}
		if file := dao.Get("/api/content/info/history?format=csv").OK(http.StatusOK).Text; strings.Count(file, "looked at it") != 1 {
			t.Error(file)
		}
		since, err := time.Parse(time.RFC3339, last.At("since"))
		if err != nil {
			t.Fatal(err)
		}
		at := func(moment time.Time) apptest.Answer {
			return dao.Get("/api/content/info?at=" + url.QueryEscape(moment.Format(time.RFC3339Nano))).OK(http.StatusOK)
		}
		if now := at(since.Add(time.Millisecond)); now.At("body.name") != "First" || now.At("version") != last.At("version") ||
			now.Value("may.0") != nil {
			t.Errorf("from then on: %s", now.Text)
		}
		if before := at(since.Add(-time.Second)); before.At("body.name") != was || before.At("version") != "1" {
			t.Errorf("before: %s", before.Text)
		}
		dao.Get("/api/content/offers?at=2026-01-01T00:00:00Z").Refused(http.StatusNotFound, "NO_DATA")
		dao.Get("/api/content/info?at=yesterday").Refused(http.StatusBadRequest, "INVALID_INPUT")
		dao.Get("/api/content/info/history/77").Refused(http.StatusNotFound, "NO_DATA")
		dao.Get("/api/content/offers").Refused(http.StatusNotFound, "NO_DATA")

		returned := lek.decides("/content/info/roll-back", map[string]any{"version": 1, "seen": lek.seen("info")})
		dao.approves(returned)
		stays(a, 31*time.Minute, dao, lek)
		shown(was)
	})
}

// TestContentIsRefused that is wrong, that was made of what is not in force any more, that is of another's role, or that is for
// a day too far ahead. What was approved on a state that has passed is stale.
func TestContentIsRefused(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, lek := desks(t, a)
		mustCommand(t, a, "add", "mai", "@dao", "--reason", "third", "--role", "cashier")
		mustCommand(t, a, "proposals", "approve", theProposal(t, dao), "@lek", "--reason", "third")
		stays(a, 31*time.Minute, dao, lek)
		mai := deskBy(t, a, printed(mustCommand(t, a, "invite", "mai", "@dao", "--reason", "third")))

		checked := mai.Post("/api/content-check", map[string]any{"document": map[string]any{
			"info": map[string]any{"name": "", "motto": "x"}, "offers": 1,
			"games": []any{map[string]any{"code": "joker", "family": "joker", "name": "Joker", "category": "cards"}},
			"bonus": map[string]any{"bonuses": []any{map[string]any{"code": "B", "type": "day", "kind": "free", "budget": -1}}},
			"wheel": map[string]any{
				"name":   map[string]any{"th": "ก", "lo": "ກ", "en": "a"},
				"slices": []any{map[string]any{"code": "S"}, map[string]any{"code": "T"}},
			},
			"depositAccounts": []any{map[string]any{"code": "KTB", "bankCode": "KTB", "bankType": "BOX"}},
			"banks": []any{
				map[string]any{"code": "KTB", "nameTH": "ก", "nameEN": "a", "nameLO": "ກ", "country": "US"}, map[string]any{"code": "SCB"},
			},
			"texts":    map[string]any{"conditions": []any{map[string]any{"th": "ก", "lo": "ກ"}}},
			"howto":    []any{map[string]any{"id": "first", "title": map[string]any{"th": "ก", "lo": "ກ", "en": "a"}, "video": "ftp://x"}},
			"contact":  map[string]any{"lineLink": "line"},
			"settings": map[string]any{"slip": map[string]any{"closeFrom": "25:00"}, "blockedAddresses": []any{"here"}},
			"refund":   map[string]any{"percent": 0, "terms": map[string]any{"expiresDays": 900}},
			"invite":   map[string]any{"rate": 0},
			"withdraw": map[string]any{"minimum": 20, "maximum": 10, "requiredPlayPercent": 300},
			"budgets":  map[string]any{"bonus": map[string]any{"left": -1}},
		}}).OK(http.StatusOK)
		for _, want := range []string{
			`"path":"info.motto","code":"UNKNOWN_NAME"`, `"path":"offers","code":"NO_SECTION"`,
			`"path":"games.joker.category"`, `"path":"bonus.bonuses.B.budget"`, `"path":"bonus.bonuses.B.expiresDays"`,
			`"path":"wheel.slices.S.label"`, `"path":"depositAccounts.KTB.bankType"`,
			`"path":"banks.KTB.country"`, `"path":"banks.SCB.nameTH"`, `"path":"texts.conditions.01.en"`, `"path":"texts.notice.th"`,
			`"path":"howto.first.video"`, `"path":"contact.lineLink"`, `"path":"contact.text.th"`, `"path":"settings.slip.closeFrom"`,
			`"path":"settings.slip.closeTo"`, `"path":"settings.blockedAddresses.01"`, `"path":"refund.percent"`, `"path":"invite.rate"`,
			`"path":"withdraw.maximum"`, `"path":"withdraw.requiredPlayPercent"`, `"path":"budgets.bonus.left"`,
		} {
			if !strings.Contains(checked.Text, want) {
				t.Errorf("the check has no %s: %s", want, checked.Text)
			}
		}
		fine := mai.Post("/api/content-check", map[string]any{"document": map[string]any{"info": named("New")}}).OK(http.StatusOK)
		if fine.At("sections.0") != "info" || fine.At("wrong.0.path") != "" || fine.At("changes.0.after") != "New" {
			t.Error(fine.Text)
		}
		if now := dao.Get("/api/content/info").OK(http.StatusOK); now.At("body.name") == "New" {
			t.Error("a check changed something")
		}
		wrong := mai.proposes("info", named(""))
		if wrong.Refused(http.StatusBadRequest, "CONTENT_INVALID"); wrong.At("params.path") != "info.name" ||
			wrong.At("params.why") == "" {
			t.Error(wrong.Text)
		}
		mai.proposes("withdraw", map[string]any{"minimum": 20}).Refused(http.StatusForbidden, "ROLE_FORBIDDEN")
		late := map[string]any{"at": a.Store.Now().Add(91 * 24 * time.Hour).UTC().Format("2006-01-02T15:04:05.000Z")}
		mai.proposes("info", named("Late"), late).Refused(http.StatusBadRequest, "INVALID_INPUT")
		mai.decides("/content/info/propose", map[string]any{"content": named("Old"), "seen": "another"}).
			Refused(http.StatusConflict, "CONTENT_CHANGED")
		same, _ := dao.Get("/api/content/info").OK(http.StatusOK).Value("body").(map[string]any)
		mai.proposes("info", same).Refused(http.StatusBadRequest, "INVALID_INPUT")

		// A document of several sections is for two chiefs. Once it is in force, what was approved before it is stale.
		single := mai.proposes("info", named("Single"), map[string]any{
			"at": a.Store.Now().Add(2 * time.Hour).UTC().Format("2006-01-02T15:04:05.000Z"),
		})
		lek.approves(single)
		document, _ := lek.Get("/api/content-document").OK(http.StatusOK).Value("document").(map[string]any)
		document["info"], document["withdraw"] = named("Whole"), map[string]any{"minimum": 250}
		whole := map[string]any{"document": document}
		mai.decide(http.MethodPut, "/api/content-document", mai.because(whole)).Refused(http.StatusForbidden, "ROLE_FORBIDDEN")
		dao.approves(lek.decide(http.MethodPut, "/api/content-document", lek.because(whole)))
		stays(a, 31*time.Minute, dao, lek)
		if now := dao.Get("/api/content/info").OK(http.StatusOK); now.At("body.name") != "Whole" || now.At("second") != "dao" {
			t.Error(now.Text)
		}
		stays(a, 2*time.Hour, dao, lek)
		if now := dao.Get("/api/content/info").OK(http.StatusOK); now.At("body.name") != "Whole" {
			t.Error(now.Text)
		}
		if p := dao.Get("/api/proposal/" + single.At("proposal.id")).OK(http.StatusOK); p.At("state") != "stale" {
			t.Error(p.Text)
		}
	})
}

// TestAllOfALongProposalIsRead: its facts are the first changes, and its second person reads all of them.
func TestAllOfALongProposalIsRead(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, lek := desks(t, a)
		sources := make([]any, 90)
		for n := range sources {
			text := map[string]any{"th": "ก", "lo": "ກ", "en": "a"}
			sources[n] = map[string]any{"code": fmt.Sprintf("SOURCE_%d", n), "description": text}
		}
		proposed := dao.decides("/content/sources/propose", map[string]any{"content": sources})
		id := proposed.OK(http.StatusAccepted).At("proposal.id")
		all := lek.Get("/api/content-proposal/" + id).OK(http.StatusOK)
		if all.At("changes.89.path") == "" || all.At("sections.0") != "sources" || proposed.At("proposal.facts.61.name") != "" {
			t.Error(all.Text)
		}
		dao.decides("/proposal/"+id+"/withdraw", nil).OK(http.StatusOK)
		lek.Get("/api/content-proposal/"+id).Refused(http.StatusNotFound, "NO_DATA")
		lek.Get("/api/content-proposal/none").Refused(http.StatusNotFound, "NO_DATA")
	})
}

// theProposal is the one that is open.
func theProposal(t *testing.T, by desk) string {
	t.Helper()
	open := by.Get("/api/proposal?state=open").OK(http.StatusOK)
	if open.At("items.1.id") != "" {
		t.Fatal(open.Text)
	}
	return open.At("items.0.id")
}

// TestContentIsLongerThanOtherBodies: a house's texts in three languages may have a mebibyte, and no more.
func TestContentIsLongerThanOtherBodies(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao := deskOf(t, a, "dao")
		document := func(bytes int) string {
			words := strings.Repeat("a word ", bytes/7)
			text := map[string]string{"th": words, "lo": "ກ", "en": "a"}
			body, err := json.Marshal(map[string]any{"document": map[string]any{"texts": map[string]any{"notice": text}}})
			if err != nil {
				t.Fatal(err)
			}
			return string(body)
		}
		long := dao.Raw(http.MethodPost, "/api/content-check", document(900<<10)).OK(http.StatusOK)
		if long.At("sections.0") != "texts" {
			t.Errorf("%.300s", long.Text)
		}
		dao.Raw(http.MethodPost, "/api/content-check", document(1<<20)).Refused(http.StatusRequestEntityTooLarge, "INVALID_INPUT")
	})
}
