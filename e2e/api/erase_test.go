package api

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
	"krapao/money"
	"krapao/operator/audit"
	"krapao/sandbox/sandboxtest"
)

// TestAnErasureLeavesNothingOfAPerson: two persons decide it by the member's request, a week later it is done, and then no
// row says who the member was. Its money's rows stay, the books are whole, and whoever has the phone may register anew.
func TestAnErasureLeavesNothingOfAPerson(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, lek := desks(t, a)
		c := a.Member()
		a.Deposit(c, "47")
		talk := chatting(c)
		talk.says("a word that only this member says").OK(http.StatusOK)
		talk.sendsFile(talk.uploads("image", pngOf(painted(30, 20)), true).OK(http.StatusOK).At("path"), "image").OK(http.StatusOK)
		fate(t, c, upload(t, c, a.Sandbox.Slip(pay(a, c, "20").Slip)).OK(http.StatusOK).At("slip.reference"))
		if files := column(t, a.Store, "SELECT id FROM blob"); len(files) != 2 {
			t.Fatalf("%d files are kept of a picture and a slip", len(files))
		}
		id, phone, account, holder := memberOf(c)
		at, asked := "/member/"+id+"/erase", map[string]any{"evidence": "it asked in its chat"}
		needed := func(by desk, what string) {
			t.Helper()
			got := by.decides(at, asked)
			if got.Refused(http.StatusConflict, "RETENTION_KEEPS"); got.At("params.what") != what {
				t.Errorf("needed for %s, and it says %s", what, got.Text)
			}
		}
		needed(dao, "account")
		dao.decides("/member/" + id + "/close").OK(http.StatusOK)
		apptest.Eventually(t, "everything is paid", func() bool {
			paid, err := a.Withdrawals.PaidTo(t.Context(), id)
			return err == nil && paid == 67*money.Baht
		})
		saidOf(t, a, dao, id, phone, account, holder)
		dao.decides(at).Refused(http.StatusBadRequest, "EVIDENCE_REQUIRED")
		kin := employed(t, a, "kin", "chief", id)
		kin.Raw(http.MethodPost, "/api"+at, dao.because(asked), "Idempotency-Key", decisionKey()).
			Refused(http.StatusForbidden, "SELF_DECISION")
		made := dao.decides(at, asked).OK(http.StatusAccepted)
		approve := "/proposal/" + made.At("proposal.id") + "/approve"
		dao.decides(approve).Refused(http.StatusForbidden, "SECOND_PERSON")
		erasureWaits(t, lek, made.At("proposal.id"))
		dao.decides(approve).Refused(http.StatusConflict, "CLAIMED")
		if done := lek.decides(approve).OK(http.StatusOK); done.At("proposal.state") != "scheduled" {
			t.Fatalf("approved: %s", done.Text)
		}
		if dao.Get("/api/member/"+id).OK(http.StatusOK).At("member.name") == "" {
			t.Error("it is erased before its time")
		}
		a.Leap(7 * 24 * time.Hour)
		apptest.Eventually(t, "the member is erased", func() bool {
			m, err := a.Members.ByID(t.Context(), id)
			return err == nil && m.Name == ""
		})
		if err := a.Store.Write(t.Context(), func(tx *store.Tx) error {
			_, err := tx.ExecContext(t.Context(), "DELETE FROM http_answer") // they go by themselves after 30 days
			return err
		}); err != nil {
			t.Fatal(err)
		}
		dump := dumped(t, a.Store)
		for _, text := range []string{
			phone, "+66" + phone[1:], c.Registered.Name, account, holder, "a word that only this member says", "it asked in its chat",
			"a friend of another one", spaced(phone),
		} {
			if strings.Contains(dump, text) {
				t.Errorf("the database still has %q", text)
			}
		}
		if files := column(t, a.Store, "SELECT id FROM blob"); len(files) > 0 {
			t.Errorf("%d files of the member are kept", len(files))
		}
		for _, table := range []string{
			"device", "session", "member_agreement", "member_holder", "member_account_part", "payout_account",
		} {
			who := "member"
			if table == "session" {
				who = "subject"
			}
			if left := column(t, a.Store, "SELECT "+who+" FROM "+table+" WHERE "+who+" = '"+id+"'"); len(left) > 0 {
				t.Errorf("%s has %d rows of the member", table, len(left))
			}
		}
		again := c.Registered
		if second := a.Join(again); second.Get("/api/wallet").OK(http.StatusOK).At("profile._id") == id {
			t.Error("the phone is still the erased member's")
		}
		if kept := column(t, a.Store, "SELECT member FROM withdrawal WHERE member = '"+id+"'"); len(kept) != 1 {
			t.Errorf("%d withdrawals are kept", len(kept))
		}
		booksWhole(t, a)
		if _, err := a.Operators().Audit.Verify(t.Context()); err != nil {
			t.Error(err)
		}
		rows, err := a.Operators().Audit.Newest(t.Context(), audit.Filter{Subject: id}, 0, 100)
		if err != nil || len(rows) < 4 || rows[0].Action != audit.Erasure || rows[0].Erased {
			t.Fatalf("the audit log says %+v, %v", rows, err)
		}
		for _, r := range rows[1:] {
			if !r.Fixed && !r.Erased {
				t.Errorf("the audit log says %+v", r)
			}
		}
	})
}

// saidOf has operators write of a member, in lines about it and about another one.
func saidOf(t *testing.T, a *apptest.App, d desk, id, phone, account, holder string) {
	t.Helper()
	person := apptest.NewPerson()
	person.Name = "มานี มีนา"
	other, _, _, _ := memberOf(a.Join(person))
	d.decides("/member/"+id+"/flag", map[string]any{"code": "watch", "reason": "a friend of another one, " + holder}).
		OK(http.StatusOK)
	d.decides("/member/"+other+"/deactivate", map[string]any{"reason": "called from " + spaced(phone) + ", " + holder}).
		OK(http.StatusOK)
	d.decides("/member/"+other+"/reactivate", map[string]any{"reason": "has the account " + account}).OK(http.StatusOK)
	if dump := dumped(t, a.Store); !strings.Contains(dump, spaced(phone)) || !strings.Contains(dump, account) {
		t.Fatal("nothing was said of it")
	}
}

// spaced is a phone as a person writes it.
func spaced(phone string) string { return phone[:3] + "-" + phone[3:6] + " " + phone[6:] }

// TestWhatIsNeededStillIsNotErased: a member that is shut out, has money under way or a deposit that has not ended
// stays who it is. The answer says why, and nothing is proposed.
func TestWhatIsNeededStillIsNotErased(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, _ := desks(t, a)
		for what, scene := range map[string]func(c *apptest.Client){
			"protection": func(c *apptest.Client) {
				c.Post(protectionPath+"/exclude", map[string]any{"months": 6}).OK(http.StatusOK)
			},
			"money": func(c *apptest.Client) { // the payout's outcome is unknown
				a.Sandbox.AddFault(sandboxtest.Fault{Target: "payout", Mode: "down", Count: 1_000_000})
				a.Deposit(c, "300")
			},
			"deposit": func(c *apptest.Client) { declare(c, "77").OK(http.StatusOK) },
		} {
			c := a.Member()
			id, _, _, _ := memberOf(c)
			scene(c)
			dao.decides("/member/" + id + "/close").OK(http.StatusOK)
			got := dao.decides("/member/"+id+"/erase", map[string]any{"evidence": "it asked in its chat"})
			if got.Refused(http.StatusConflict, "RETENTION_KEEPS"); got.At("params.what") != what {
				t.Errorf("needed for %s, and it says %s", what, got.Text)
			}
		}
		if proposed := dao.Get("/api/proposal").OK(http.StatusOK); proposed.Value("items.0") != nil {
			t.Errorf("something was proposed: %s", proposed.Text)
		}
	})
}

// erasureWaits: the request is an item of the queue of its own kind, promised in a week, and no approval; whoever claims it sees
// what it would do.
func erasureWaits(t *testing.T, d desk, proposal string) {
	t.Helper()
	item := d.Get("/api/queue?kind=erasure").OK(http.StatusOK)
	since, err := time.Parse(time.RFC3339, item.At("items.0.since"))
	due, errDue := time.Parse(time.RFC3339, item.At("items.0.due"))
	if item.At("items.0.id") != proposal || err != nil || errDue != nil || due.Sub(since) != 7*24*time.Hour {
		t.Errorf("it waits as %s", item.Text)
	}
	if others := d.Get("/api/queue?kind=proposal").OK(http.StatusOK); strings.Contains(others.Text, proposal) {
		t.Errorf("it is an approval, too: %s", others.Text)
	}
	claimed := d.Raw(http.MethodPost, "/api/queue/erasure/"+proposal+"/claim", "{}").OK(http.StatusOK)
	if claimed.At("detail.kind") != "erasure" || claimed.At("detail.seen") == "" || !strings.Contains(claimed.Text, "erased") {
		t.Errorf("it is opened as %s", claimed.Text)
	}
}
