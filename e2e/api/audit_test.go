package api

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/internal/operatorapi/list"
	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
	"krapao/operator/audit"
)

// audited are the actions and subjects of a page of the audit log, in its order.
func audited(page apptest.Answer) string {
	var rows []string
	items, _ := page.Value("items").([]any)
	for n := range items {
		rows = append(rows, page.At(fmt.Sprintf("items.%d.action", n))+" "+page.At(fmt.Sprintf("items.%d.subject", n)))
	}
	return strings.Join(rows, ", ")
}

// TestTheAuditLogAsAList: newest first, by pages and filters, with the member by its masked phone; as a file, which is a row of
// the log itself; to chiefs and auditors alone.
func TestTheAuditLogAsAList(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, lek := house(t, a)
		m := a.Member()
		id := memberID(t, a, m)
		a.Step(10 * time.Minute)
		began := a.Store.Now()
		mustCommand(t, a, "unlock", id, "@dao", "--reason", "called from ITS OWN number")
		a.Step(10 * time.Minute)
		proposed(t, a, "lek", "for the night", "op-a", "op-b")
		const added = "operator.add.proposed op-b, operator.add.proposed op-a"
		first := dao.Get("/api/audit?limit=2").OK(http.StatusOK)
		if got := audited(first); got != added || first.At("items.0.operator") != "lek" ||
			first.At("items.0.reason") != "for the night" || len(first.At("items.0.hash")) != 64 {
			t.Fatalf("the first page is %s", first.Text)
		}
		proposed(t, a, "lek", "one more", "op-c")
		before(t, a, audit.Entry{By: "dao", Action: "member.find", Subject: m.Registered.Phone, Reason: "a number in place of a name"})
		unlocked := "member.unlock " + id
		second := dao.Get("/api/audit?limit=1&after=" + first.At("next")).OK(http.StatusOK)
		if audited(second) != unlocked || second.At("items.0.member.id") != id ||
			!strings.Contains(second.At("items.0.member.phone"), "-xxx-") || strings.Contains(second.Text, m.Registered.Phone) {
			t.Errorf("the second page is %s", second.Text)
		}
		span := func(from, to time.Time) string {
			return "from=" + from.UTC().Format(time.RFC3339) + "&to=" + to.UTC().Format(time.RFC3339)
		}
		for query, want := range map[string]string{
			"operator=lek&text=NIGHT":                 added,
			"action=operator.&operator=lek&text=more": "operator.add.proposed op-c",
			"action=operator":                         "",
			"subject=op-a":                            "operator.add.proposed op-a",
			"member=" + id:                            unlocked,
			"subject=op-a&operator=dao":               "",
			span(began.Add(-30*time.Second), began.Add(-time.Second)): "",
			span(began.Add(time.Second), began.Add(30*time.Second)):   "",
			"text=its+own":                      unlocked,
			"action=member.find":                "member.find " + list.Masked(m.Registered.Phone),
			span(began, began.Add(time.Second)): unlocked,
			span(a.Store.Now().Add(time.Hour), a.Store.Now().Add(2*time.Hour)): "",
		} {
			if got := audited(dao.Get("/api/audit?" + query).OK(http.StatusOK)); got != want {
				t.Errorf("%s: %s", query, got)
			}
		}
		lek.Get("/api/audit?format=csv&subject=op-a").Refused(http.StatusForbidden, "CONFIRM_IDENTITY") // file_test.go
		if got := audited(dao.Get("/api/audit?operator=lek&action=list.").OK(http.StatusOK)); got != "" {
			t.Errorf("without a file, the log has %s", got)
		}
	})
}

// before appends a row as a version before wrote it.
func before(t *testing.T, a *apptest.App, e audit.Entry) {
	t.Helper()
	if err := a.Store.Write(t.Context(), func(tx *store.Tx) error {
		return a.Operators().Audit.AppendTx(t.Context(), tx, e)
	}); err != nil {
		t.Fatal(err)
	}
}

// TestTheProofOfTheAuditLog: the log is checked by itself, and within a minute after a chief has asked.
func TestTheProofOfTheAuditLog(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, _ := house(t, a)
		proposed(t, a, "lek", "for the night", "op-a")
		dao.Post("/api/audit/proof", nil).OK(http.StatusAccepted)
		a.Pass(2 * time.Minute)
		log := dao.Get("/api/audit?limit=1").OK(http.StatusOK)
		proof := dao.Get("/api/audit/proof").OK(http.StatusOK)
		if proof.At("whole") != "true" || proof.At("rows") != log.At("items.0.number") ||
			proof.At("head.hash") != log.At("items.0.hash") || proof.At("head.signature") == "" || proof.At("checkedAt") == "" {
			t.Errorf("the proof is %s, and the log's end %s", proof.Text, log.Text)
		}
	})
}
