package api

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"krapao/internal/testkit/apptest"
)

// TestFlagsOfAMember: a cashier sets and ends them by what it has seen, each once; wherever the member is named, operators see
// them. Under review, no withdrawal is paid automatically, until the flag ends.
func TestFlagsOfAMember(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, lek := desks(t, a)
		c := rich(t, a)
		id, _, _, _ := memberOf(c)
		own := "/member/" + id
		at := "/api" + own
		page := dao.Get(at).OK(http.StatusOK)
		if may := fmt.Sprint(page.Value("may")); !strings.Contains(may, "flagMember") || !strings.Contains(may, "unflagMember") {
			t.Errorf("a chief may %s", may)
		}
		state := func(code string) map[string]any { return map[string]any{"code": code, "seen": page.At("state")} }
		dao.decides(own+"/flag", state("review")).OK(http.StatusOK)
		dao.decides(own+"/flag", state("watch")).OK(http.StatusOK)
		lek.decides(own+"/flag", state("review")).Refused(http.StatusConflict, "STATE_CHANGED")
		lek.decides(own+"/flag", state("rich")).Refused(http.StatusBadRequest, "INVALID_INPUT")
		lek.decides(own+"/flag", map[string]any{"code": "verified", "seen": "another"}).Refused(http.StatusConflict, "STATE_CHANGED")
		sup := employed(t, a, "sup", "support", "")
		sup.Post(at+"/flag", map[string]any{"code": "verified", "reason": "known"}, "Idempotency-Key", "s").
			Refused(http.StatusForbidden, "ROLE_FORBIDDEN")
		kin := employed(t, a, "kin", "chief", id)
		kin.Post(at+"/flag", map[string]any{"code": "verified", "reason": "known"}, "Idempotency-Key", "k").
			Refused(http.StatusForbidden, "SELF_DECISION")
		kept := sup.Get(at + "/flag").OK(http.StatusOK)
		if kept.At("items.0.code") != "review" || kept.At("items.0.by") != "dao" || kept.At("items.1.code") != "watch" ||
			kept.At("items.0.reason") == "" || kept.Value("items.2") != nil {
			t.Errorf("the flags are %s", kept.Text)
		}

		reference := c.Post("/api/wallet/withdraw", map[string]any{"amount": 150}).OK(http.StatusOK).At("reference")
		waits := "/api/queue?member=" + id
		apptest.Eventually(t, "the withdrawal to wait for a person", func() bool {
			return dao.Get(waits).OK(http.StatusOK).At("items.0.id") == reference
		})
		if item := dao.Get(waits).OK(http.StatusOK); fmt.Sprint(item.Value("items.0.member.flags")) != "[review watch]" {
			t.Errorf("in the queue: %s", item.Text)
		}
		if detail := dao.Get("/api/withdrawal/" + reference).OK(http.StatusOK); !strings.Contains(detail.Text, "member under review") {
			t.Errorf("why it waits: %s", detail.Text)
		}
		dao.decides("/withdrawal/" + reference + "/return").OK(http.StatusOK)

		dao.decide(http.MethodDelete, at+"/flag/review", `{"reason":"it is who it is"}`).OK(http.StatusOK)
		dao.decide(http.MethodDelete, at+"/flag/review", `{"reason":"it is who it is"}`).Refused(http.StatusNotFound, "NO_DATA")
		if flags := fmt.Sprint(dao.Get(at).OK(http.StatusOK).Value("member.flags")); flags != "[watch]" {
			t.Errorf("left are %s", flags)
		}
		c.Post("/api/wallet/withdraw", map[string]any{"amount": 120}).OK(http.StatusOK)
		apptest.Eventually(t, "the next one to be paid", func() bool {
			return dao.Get(at).OK(http.StatusOK).At("life.withdrawals") == "120"
		})
		log := mustCommand(t, a, "audit", "list", "--limit", "500")
		if strings.Count(log, "member.flag") != 2 || strings.Count(log, "member.unflag") != 1 {
			t.Errorf("the audit log has %s", log)
		}
	})
}
