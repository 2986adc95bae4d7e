package api

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"krapao/internal/testkit/apptest"
)

// refusedAt is a command that must be refused, with a text in its error.
func refusedAt(t *testing.T, s *apptest.Shell, want string, words ...string) {
	t.Helper()
	if out, err := s.Run(words...); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%s: %v: %s, %v; it is not refused by %q", s.Name, words, out, err, want)
	}
}

// says is a command whose output must have a text.
func says(t *testing.T, s *apptest.Shell, want string, words ...string) string {
	t.Helper()
	out := s.Must(words...)
	if !strings.Contains(out, want) {
		t.Errorf("%s: %v: %s; want %q", s.Name, words, out, want)
	}
	return out
}

// TestTwoPersonsAtTheirShells: a command is made in the session of whoever has signed in, and in nobody's name that is typed.
// What takes two is proposed by one and approved by another, who confirms it with a code of its telephone.
func TestTwoPersonsAtTheirShells(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao := a.Operator("dao")
		says(t, dao, "lek is a chief", "add", "lek", "--role=chief", "--reason=the second")
		lek := a.Operator("lek")
		refusedAt(t, dao, "nobody is taken at its word", "add", "mai", "--role=chief", "--as=lek", "--reason=by another")
		says(t, dao, "proposed", "add", "mai", "--role=cashier", "--reason=more hands")
		refusedAt(t, dao, "PROPOSAL_OPEN", "add", "mai", "--role=support", "--reason=other hands")
		list := says(t, dao, "operator.add", "proposals", "--limit=5")
		id := strings.Fields(strings.Split(list, "\n")[1])[0]
		refusedAt(t, dao, "SECOND_PERSON", "proposals", "approve", id, "--reason=by oneself")
		detail := says(t, lek, "approveProposal, rejectProposal", "proposals", "show", id)
		seen := regexp.MustCompile(`fingerprint +(\S+)`).FindStringSubmatch(detail)[1]
		refusedAt(t, lek, "STATE_CHANGED", "proposals", "approve", id, "--reason=another state", "--seen=other")
		says(t, lek, "in force at", "proposals", "approve", id, "--reason=more hands", "--seen="+seen)
		if log := dao.Must("audit", "list", "--limit=1"); !strings.Contains(log, "confirmed by ") {
			t.Errorf("the audit log has %s", log)
		}
		says(t, dao, "stopped", "proposals", "stop", id, "--reason=the wrong one")
		says(t, dao, "none", "proposals", "list", "--state=scheduled")
		says(t, dao, id, "proposals", "list", "--state=stopped", "--by=dao", "--action=operator.add")
		says(t, dao, "may not act any more", "disable", "lek", "--reason=left the house")
		refusedAt(t, lek, "your session has ended", "list")
		refusedAt(t, lek, "nobody is signed in", "payouts", "stop", "--reason=nobody")
	})
}

// TestWhatAShellShows: pages of lists, everything of a thing, and what is wrong with a command, before it is sent.
func TestWhatAShellShows(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, m := a.Operator("dao"), a.Member()
		phone := m.Registered.Phone
		for want, words := range map[string]string{
			"none":            "withdrawals list",
			"withdrawal":      "queue count",
			"provider:joker":  "systems",
			"chief":           "list --active --role=chief",
			"operator.name":   "me",
			"joker":           "providers",
			"phone":           "members search " + phone,
			m.Registered.Name: "members show " + phone,
		} {
			says(t, dao, want, strings.Fields(words)...)
		}
		for want, words := range map[string][]string{
			"NO_USER":             {"unlock", "0899999999", "--reason=nobody has it"},
			"missing flags":       {"unlock", phone},
			"REASON_REQUIRED":     {"unlock", phone, "--reason=x"},
			"is not an amount":    {"links", "settle", "X", "--got=much", "--reason=a test"},
			"is not a time":       {"statements", "book", "X", "--at=noon", "--amount=1", "--reason=a test"},
			"NO_DATA":             {"withdrawals", "show", "nosuch"},
			"EVIDENCE_REQUIRED":   {"brakes", "resume", "payouts", "--reason=a test"},
			"unknown flag":        {"list", "--x"},
			"unexpected argument": {"nosuch"},
			"must be one of":      {"add", "mai", "--role=king", "--reason=a test"},
			"this is not valid":   {"members", "break", phone, "--days=90", "--reason=a test"},
		} {
			if want == "EVIDENCE_REQUIRED" {
				says(t, dao, "stopped", "payouts", "stop", "--reason=a break")
				says(t, dao, "payouts", "brakes")
			}
			refusedAt(t, dao, want, words...)
		}
		says(t, dao, "log in again", "unlock", phone, "--reason=it called us")
		given := strings.Fields(dao.Must("password", phone, "--reason=it called us"))
		c := a.Client()
		c.Post("/api/login", map[string]any{"username": phone, "password": given[len(given)-1]}).OK(http.StatusOK)
		says(t, dao, "shut out", "members", "break", phone, "--days=7", "--reason=it asked for it")
	})
}
