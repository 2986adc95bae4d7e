package api

import (
	"encoding/csv"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"krapao/internal/testkit/apptest"
)

// house is a house of two chiefs, dao and lek, with their clients of the operator API.
func house(t *testing.T, a *apptest.App) (dao, lek *apptest.Client) {
	t.Helper()
	mustCommand(t, a, "add", "dao", "@dao", "--reason", "first", "--role", "chief")
	mustCommand(t, a, "add", "lek", "@dao", "--reason", "second", "--role", "chief")
	return signedIn(t, a, "dao"), signedIn(t, a, "lek")
}

// signedIn is an operator's client of the operator API.
func signedIn(t *testing.T, a *apptest.App, name string) *apptest.Client {
	t.Helper()
	return console(a, a.Operator(name).Token())
}

// proposed has an operator propose new operators: a proposal for each name.
func proposed(t *testing.T, a *apptest.App, by, reason string, names ...string) {
	t.Helper()
	for _, name := range names {
		mustCommand(t, a, "add", name, "@"+by, "--reason", reason, "--role", "cashier")
		a.Step(time.Millisecond) // the list is in the order of time
	}
}

// subjects are those of a page of proposals.
func subjects(page apptest.Answer) (names []string) {
	items, _ := page.Value("items").([]any)
	for n := range items {
		names = append(names, page.At(fmt.Sprintf("items.%d.subject", n)))
	}
	return names
}

// TestTheListOfProposals: by pages, of which each has a row once while others are added; by filters, to which its cursor belongs;
// and as a file, which the audit log has.
func TestTheListOfProposals(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, lek := desks(t, a)
		proposed(t, a, "dao", "=HYPERLINK(1)", "op-a", "op-b")
		proposed(t, a, "lek", `ลาออก, "แทน" พี่นก`, "op-c", "op-d", "op-e")
		first := dao.Get("/api/proposal?state=open&limit=2").OK(http.StatusOK)
		if got := subjects(first); !slices.Equal(got, []string{"op-a", "op-b"}) || first.At("from") != "primary" ||
			first.At("asOf") == "" {
			t.Errorf("the first page is %s", first.Text)
		}
		if first.At("items.0.facts.0.kind") != "role" || first.At("items.0.facts.0.after") != "cashier" ||
			first.At("items.0.says") != "op-a is a cashier" || first.Value("items.0.member") != nil ||
			first.Value("items.0.amount") != nil {
			t.Errorf("a proposal is %s", first.Text)
		}
		proposed(t, a, "lek", "one more", "op-f")
		var all []string
		for next := first; ; next = dao.Get("/api/proposal?state=open&limit=2&after=" + next.At("next")).OK(http.StatusOK) {
			if all = append(all, subjects(next)...); next.At("next") == "" {
				break
			}
		}
		if want := []string{"op-a", "op-b", "op-c", "op-d", "op-e", "op-f"}; !slices.Equal(all, want) {
			t.Errorf("the pages have %v", all)
		}
		for query, want := range map[string]string{
			"waitsForMe=true":                    "op-c op-d op-e op-f",
			"by=dao":                             "op-b op-a",
			"":                                   "op-f op-e op-d op-c op-b op-a",
			"action=operator.add&by=dao&limit=1": "op-b",
			"state=done":                         "",
			"member=NOSUCH":                      "",
		} {
			if got := strings.Join(subjects(dao.Get("/api/proposal?"+query).OK(http.StatusOK)), " "); got != want {
				t.Errorf("%s: %s", query, got)
			}
		}
		for _, wrong := range []string{
			"by=dao&after=" + first.At("next"), "state=open&limit=0", "limit=201", "state=nosuch", "after=x", "from=yesterday",
			"waitsForMe=true&state=done", "format=xml", "state=open&format=csv&after=" + first.At("next"),
			"from=2026-11-02T00:00:00Z&to=2026-11-01T00:00:00Z",
		} {
			dao.Get("/api/proposal?"+wrong).Refused(http.StatusBadRequest, "INVALID_INPUT")
		}
		far := dao.Get("/api/proposal?from=2026-01-01T00:00:00Z&to=2026-11-01T00:00:00Z")
		if far.Refused(http.StatusBadRequest, "RANGE_TOO_LARGE"); far.At("params.days") != "31" {
			t.Error(far.Text)
		}
		dao.Get("/api/proposal?member=X&from=2026-01-01T00:00:00Z&to=2026-11-01T00:00:00Z").OK(http.StatusOK)

		file := lek.sure(http.MethodGet, "/api/proposal?state=open&limit=1&format=csv", "").OK(http.StatusOK)
		name := file.Header.Get("Content-Disposition")
		if file.Header.Get("Content-Type") != "text/csv; charset=utf-8" ||
			!strings.HasPrefix(name, `attachment; filename="proposal-20`) {
			t.Errorf("a file is %v", file.Header)
		}
		text, marked := strings.CutPrefix(file.Text, "\ufeff")
		rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
		if err != nil || !marked || len(rows) != 7 || rows[0][0] != "id" || rows[0][2] != "subject" {
			t.Fatalf("%v in %q", err, file.Text)
		}
		reason, at := slices.Index(rows[0], "reason"), slices.Index(rows[0], "proposed_at")
		if rows[1][2] != "op-a" || rows[1][reason] != "'=HYPERLINK(1)" || rows[3][reason] != `ลาออก, "แทน" พี่นก` ||
			!strings.HasSuffix(rows[1][at], "+07:00") || rows[1][4] != "0.00" {
			t.Errorf("the rows are %q", rows)
		}
		filtered := dao.sure(http.MethodGet, "/api/proposal?format=csv&by=dao", "").OK(http.StatusOK)
		if strings.Count(filtered.Text, "\n") != 3 {
			t.Errorf("a file by a filter is %s", filtered.Text)
		}
		log := mustCommand(t, a, "audit", "list")
		for _, line := range []string{"list.export", "list.export.sent", "6 rows", "state=open"} {
			if !strings.Contains(log, line) {
				t.Errorf("%q is not in the audit log: %s", line, log)
			}
		}
	})
}

// TestTwoPersonsByTheAPI: one proposes, and another approves, rejects or stops it, each once under its key; nobody its own; what
// has changed meanwhile is stale, and does nothing.
func TestTwoPersonsByTheAPI(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, lek := desks(t, a)
		proposed(t, a, "dao", "more people", "op-a", "op-b", "op-c")
		ids := map[string]string{}
		page := dao.Get("/api/proposal?state=open").OK(http.StatusOK)
		for n, name := range subjects(page) {
			ids[name] = page.At(fmt.Sprintf("items.%d.id", n))
		}
		keys := 0
		take := func(by desk, step, name, body string, header ...string) apptest.Answer {
			t.Helper()
			if keys++; header == nil {
				header = []string{"Idempotency-Key", fmt.Sprint(keys)}
			}
			return by.sure(http.MethodPost, "/api/proposal/"+ids[name]+"/"+step, body, header...)
		}
		because := `{"reason":"all is well"}`
		take(lek, "approve", "op-a", because, "X-None", "x").Refused(http.StatusBadRequest, "KEY_MISSING")
		take(lek, "approve", "op-a", `{"reason":" x "}`).Refused(http.StatusBadRequest, "REASON_REQUIRED")
		take(lek, "approve", "op-a", `{}`).Refused(http.StatusBadRequest, "REASON_REQUIRED")
		take(dao, "approve", "op-a", because).Refused(http.StatusForbidden, "SECOND_PERSON")
		take(dao, "reject", "op-a", because).Refused(http.StatusForbidden, "SECOND_PERSON")
		take(lek, "withdraw", "op-a", because).Refused(http.StatusForbidden, "ROLE_FORBIDDEN")
		other := take(lek, "approve", "op-a", `{"reason":"all is well","seen":"another"}`)
		if other.Refused(http.StatusConflict, "STATE_CHANGED"); other.At("params.state") == "" {
			t.Error(other.Text)
		}
		shown := lek.Get("/api/proposal/" + ids["op-a"]).OK(http.StatusOK)
		if shown.At("changed") != "false" || shown.At("now.0.after") != "cashier" || shown.At("may.0") != "approveProposal" {
			t.Errorf("it is shown as %s", shown.Text)
		}
		lek.Get("/api/proposal/NOSUCH").Refused(http.StatusNotFound, "NO_DATA")
		for range 2 { // one effect under one key
			done := take(lek, "approve", "op-a", because, "Idempotency-Key", "one").OK(http.StatusOK)
			if done.At("proposal.state") != "scheduled" || done.At("proposal.approvedBy") != "lek" || done.At("subject") != "op-a" ||
				done.At("proposal.effectiveAt") == "" {
				t.Errorf("approved: %s", done.Text)
			}
		}
		take(lek, "approve", "op-b", because, "Idempotency-Key", "one").OK(http.StatusOK) // a key is of its path, too
		ended := take(lek, "approve", "op-a", because)
		if ended.Refused(http.StatusConflict, "PROPOSAL_ENDED"); ended.At("params.state") != "scheduled" {
			t.Error(ended.Text)
		}
		if got := take(dao, "stop", "op-a", because).OK(http.StatusOK); got.At("proposal.state") != "stopped" {
			t.Error(got.Text)
		}
		if got := take(lek, "reject", "op-c", because).OK(http.StatusOK); got.At("proposal.state") != "rejected" ||
			got.At("proposal.outcome") != "all is well" {
			t.Error(got.Text)
		}
		take(dao, "withdraw", "op-c", because).Refused(http.StatusConflict, "PROPOSAL_ENDED")
		if log := mustCommand(t, a, "audit", "list"); strings.Count(log, "operator.add.approved") != 2 {
			t.Errorf("the audit log has %s", log)
		}
	})
}
