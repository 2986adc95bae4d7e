package api

import (
	"encoding/json"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"krapao/internal/testkit/apptest"
)

// TestAFileWithNamesIsConfirmed by who takes it, once, and support gets none. The audit log says with which key.
func TestAFileWithNamesIsConfirmed(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, _ := desks(t, a)
		id, _, _, _ := memberOf(a.Member())
		dao.Get("/api/member/" + id).OK(http.StatusOK)
		for _, path := range []string{"/api/audit?operator=dao&format=csv", "/api/member/" + id + "/audit?format=csv"} {
			dao.Get(path).Refused(http.StatusForbidden, "CONFIRM_IDENTITY")
			file := dao.sure(http.MethodGet, path, "").OK(http.StatusOK).Text
			if !strings.HasPrefix(file, "\ufeffnumber,at,operator,action,subject") || !strings.Contains(file, "member.show") {
				t.Errorf("%s is %s", path, file)
			}
			dao.Get(path).Refused(http.StatusForbidden, "CONFIRM_IDENTITY")
			dao.Get(strings.TrimSuffix(strings.TrimSuffix(path, "format=csv"), "&")).OK(http.StatusOK)
		}
		employed(t, a, "sup", "support", "").Get("/api/member/"+id+"/audit?format=csv").
			Refused(http.StatusForbidden, "ROLE_FORBIDDEN")
		log := mustCommand(t, a, "audit", "list", "--limit", "500")
		if strings.Count(log, "list.export.sent") != 2 || strings.Count(log, "confirmed by totp") < 2 {
			t.Errorf("the audit log has %s", log)
		}
	})
}

// filesOfAll are the calls of the contract that answer as a file too, with one member and one account in their paths.
func filesOfAll(t *testing.T, id string) (paths []string) {
	t.Helper()
	text, err := os.ReadFile("../../api/operator.json")
	if err != nil {
		t.Fatal(err)
	}
	var contract struct {
		Paths map[string]struct {
			Get struct {
				Parameters []struct{ Name string }
			}
		}
	}
	if err := json.Unmarshal(text, &contract); err != nil {
		t.Fatal(err)
	}
	in := strings.NewReplacer("{id}", id, "{name}", "house:bonus", "{section}", "withdraw", "{source}", "bonus", "{code}",
		"WELCOME100")
	for path, calls := range contract.Paths {
		for _, p := range calls.Get.Parameters {
			if p.Name == "format" {
				paths = append(paths, in.Replace(path))
			}
		}
	}
	slices.Sort(paths)
	return paths
}

// aNote leaves an operator's words where lists show them: in a flag, a proposal, and what a case, a pair and a line ended by.
func aNote(t *testing.T, a *apptest.App, dao desk, id, words string) {
	t.Helper()
	asks := map[string]any{"code": "watch", "reason": words}
	dao.decides("/member/"+id+"/flag", asks).OK(http.StatusOK)
	proposed(t, a, "lek", words, "op-n")
	write(t, a, `INSERT INTO reconcile_case (id, provider, day, kind, reference, transfer, username, member, ours, theirs, detail,
		state, outcome, booking, due_at, note, found_at, decided_by, decided_at)
		VALUES ('C1', 'joker', '2020-01-01', 'amount', 'R1', 0, 'u', '%s', 100, -200, '{}', 'closed', '', 0, 0, '%s', 1, '', 1)`,
		id, words)
	write(t, a, `INSERT INTO holder_case (id, member, other, state, note, found_at, decided_by, decided_at)
		VALUES ('H1', '%s', 'OTHER', 'closed', '%s', 1, '', 1)`, id, words)
	write(t, a, `INSERT INTO feed_case (id, account, line, raw, raw_sealed, why, state, note, found_at, ended_at)
		VALUES ('F1', 'SCB', '1', '', '', 'amount', 'closed', '%s', 1, 1)`, words)
}

// TestNoFileHasNamesUnasked: whatever list is taken as a file without a confirmation, it has no phone, name or account of a
// member, and nothing that operators wrote.
func TestNoFileHasNamesUnasked(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, _ := desks(t, a)
		m := a.Member()
		id, _, _, _ := memberOf(m)
		dao.Get("/api/member/search?q=" + m.Registered.Phone).OK(http.StatusOK) // it is in the log
		aNote(t, a, dao, id, "called from "+m.Registered.Phone)
		paths, files := filesOfAll(t, id), 0
		for _, path := range paths {
			got := dao.Get(path + "?format=csv&by=holder&what=deposit")
			if got.Status != http.StatusOK {
				continue
			}
			files++
			for _, own := range []string{m.Registered.Phone, m.Registered.Phone[1:], m.Registered.Name, m.Registered.AccountNo} {
				if own != "" && strings.Contains(got.Text, own) {
					t.Errorf("%s has %q: %s", path, own, got.Text)
				}
			}
		}
		for _, noted := range []string{
			"proposal", "transfer", "line", "case", "holder", "member/" + id + "/flag", "member/" + id + "/statement",
		} {
			dao.Get("/api/"+noted+"?format=csv").Refused(http.StatusForbidden, "CONFIRM_IDENTITY")
		}
		if len(paths) < 25 || files < 15 {
			t.Errorf("%d files of %d lists: %q", files, len(paths), paths)
		}
	})
}
