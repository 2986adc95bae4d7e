package api

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
	"krapao/money"
)

// TestAnErasureLeavesNothingOfAPerson: two persons decide it by the member's request, a week later it is done, and then no
// row says who the member was. Its money's rows stay, the books are whole, and whoever has the phone may register anew.
func TestAnErasureLeavesNothingOfAPerson(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, lek := desks(t, a)
		c := a.Member()
		a.Deposit(c, "47")
		chatting(c).says("a word that only this member says").OK(http.StatusOK)
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
			return err == nil && paid == 47*money.Baht
		})
		dao.decides(at).Refused(http.StatusBadRequest, "EVIDENCE_REQUIRED")
		kin := employed(t, a, "kin", "chief", id)
		kin.Raw(http.MethodPost, "/api"+at, dao.because(asked), "Idempotency-Key", decisionKey()).
			Refused(http.StatusForbidden, "SELF_DECISION")
		made := dao.decides(at, asked).OK(http.StatusAccepted)
		approve := "/proposal/" + made.At("proposal.id") + "/approve"
		dao.decides(approve).Refused(http.StatusForbidden, "SECOND_PERSON")
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
			phone, "+66" + phone[1:], c.Registered.Name, account, holder, "a word that only this member says",
		} {
			if strings.Contains(dump, text) {
				t.Errorf("the database still has %q", text)
			}
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
	})
}
