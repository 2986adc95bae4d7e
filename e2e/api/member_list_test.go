package api

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"krapao/internal/testkit/apptest"
)

// references are those of a page of a statement.
func references(page apptest.Answer) (all []string) {
	items, _ := page.Value("items").([]any)
	for n := range items {
		all = append(all, page.At(fmt.Sprintf("items.%d.reference", n)))
	}
	return all
}

// TestAMembersStatementHasBothSides: what touched its wallet and its game accounts, newest first, each once whatever the page; by
// kind, account and amount; and all of it as a file.
func TestAMembersStatementHasBothSides(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, _ := desks(t, a)
		c, withdrawal := waiting(t, a, dao.Client)
		other := a.Member()
		a.Deposit(other, "77")
		id, _, _, _ := memberOf(c)
		at := "/api/member/" + id + "/statement"
		all := dao.Get(at).OK(http.StatusOK)
		list := references(all)
		if len(list) < 3 || list[0] != withdrawal || all.Value("next") != nil {
			t.Fatalf("the statement is %s", all.Text)
		}
		for where, want := range map[string]string{
			"kind": "withdraw", "state": "pending", "from": "WALLET", "amount": "150", "moved": "0",
			"debit": "member:" + id + ":wallet",
		} {
			if got := all.At("items.0." + where); got != want {
				t.Errorf("%s is %q, want %q", where, got, want)
			}
		}
		last := fmt.Sprintf("items.%d.", len(list)-1)
		if all.At(last+"balance") != "1000" || !strings.HasPrefix(all.At(last+"debit"), "bank:") || all.At(last+"state") != "posted" {
			t.Errorf("the deposit is %s", all.Text)
		}
		var paged []string
		for after := ""; ; {
			page := dao.Get(at + "?limit=1&after=" + url.QueryEscape(after)).OK(http.StatusOK)
			paged = append(paged, references(page)...)
			if after = page.At("next"); after == "" {
				break
			}
		}
		if strings.Join(paged, " ") != strings.Join(list, " ") {
			t.Errorf("page by page %v, at once %v", paged, list)
		}
		if got := references(dao.Get(at + "?kind=withdraw").OK(http.StatusOK)); len(got) != 1 || got[0] != withdrawal {
			t.Errorf("withdrawals: %v", got)
		}
		if got := references(dao.Get(at + "?over=150").OK(http.StatusOK)); len(got) == 0 || len(got) >= len(list) {
			t.Errorf("over 150: %v of %v", got, list)
		}
		game := all.At("items.1.credit")
		if got := references(dao.Get(at + "?account=" + url.QueryEscape(game)).OK(http.StatusOK)); len(got) == 0 ||
			len(got) >= len(list) || !strings.HasPrefix(game, "game:") {
			t.Errorf("of %s: %v of %v", game, got, list)
		}
		file := dao.sure(http.MethodGet, at+"?format=csv&limit=1", "").OK(http.StatusOK).Text
		if lines := strings.Split(strings.TrimSpace(file), "\n"); len(lines) != len(list)+1 || !strings.Contains(lines[1], withdrawal) {
			t.Errorf("the file is %s", file)
		}
		dao.Get(at+"?over=x").Refused(http.StatusBadRequest, "INVALID_AMOUNT")
		dao.Get("/api/member/000000000000/statement").Refused(http.StatusNotFound, "NO_USER")
		first := dao.Get(at + "?limit=1").OK(http.StatusOK).At("next")
		otherID, _, _, _ := memberOf(other)
		dao.Get("/api/member/"+otherID+"/statement?limit=1&after="+url.QueryEscape(first)).
			Refused(http.StatusBadRequest, "INVALID_INPUT")
	})
}

// TestTheListsOfAMember: where it is logged in, its limits, coupons, conditions and slips, who may be the same person, and what
// operators did. An auditor reads them; nobody is in the audit log for it.
func TestTheListsOfAMember(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, _ := house(t, a)
		c := rich(t, a)
		c.Put("/api/account/protection/limit", map[string]any{"kind": "deposit", "period": "day", "amount": 5000}).OK(http.StatusOK)
		id, phone, _, _ := memberOf(c)
		mustCommand(t, a, "unlock", phone, "@dao", "--reason", "wrong passwords")
		aud := employed(t, a, "aud", "auditor", "")
		rows := func(what string) apptest.Answer {
			t.Helper()
			page := aud.Get("/api/member/" + id + "/" + what).OK(http.StatusOK)
			if page.Value("items") == nil || page.Value("next") != nil || page.At("asOf") == "" {
				t.Errorf("%s: %s", what, page.Text)
			}
			return page
		}
		if got := rows("session"); got.At("items.0.id") == "" || got.At("items.0.endsAt") == "" || got.Value("items.1") != nil {
			t.Errorf("sessions: %s", got.Text)
		}
		if got := rows("audit"); got.At("items.0.action") != "member.unlock" || got.At("items.0.operator") != "dao" ||
			got.At("items.0.reason") != "wrong passwords" {
			t.Errorf("audit: %s", got.Text)
		}
		if got := rows("limit"); got.At("items.0.period") != "day" || got.At("items.0.own") != "true" ||
			got.At("items.0.left") != "4000" {
			t.Errorf("limits: %s", got.Text)
		}
		from(a, c, sharedBrowser, "203.0.113.9")
		from(a, a.Member(), sharedBrowser, "203.0.113.10")
		if got := rows("device"); got.At("items.0.members") != "2" || got.At("items.0.firstAt") == "" {
			t.Errorf("devices: %s", got.Text)
		}
		if got := rows("arrival"); got.At("items.0.amount") != "1000" || got.At("items.0.state") != "credited" ||
			got.At("items.0.channel") != "qr" || strings.Contains(got.Text, c.Registered.AccountNo) {
			t.Errorf("arrivals: %s", got.Text)
		}
		var withdrawn []string
		for _, amount := range []int{150, 120} {
			a.Step(time.Millisecond)
			asked := c.Post("/api/wallet/withdraw", map[string]any{"amount": amount}).OK(http.StatusOK)
			withdrawn = append(withdrawn, asked.At("reference"))
		}
		if got := rows("withdrawal"); got.At("items.0.reference") != withdrawn[1] || got.At("items.1.amount") != "150" ||
			got.At("items.0.bank") != c.Registered.Bank || strings.Contains(got.Text, c.Registered.AccountNo) {
			t.Errorf("withdrawals: %s", got.Text)
		}
		newest := aud.Get("/api/member/" + id + "/withdrawal?limit=1").OK(http.StatusOK)
		if next := aud.Get("/api/member/" + id + "/withdrawal?limit=1&after=" + newest.At("next")).OK(http.StatusOK); next.At(
			"items.0.reference") != withdrawn[0] || next.Value("next") != nil {
			t.Errorf("the next page: %s", next.Text)
		}
		for _, what := range []string{"condition", "coupon", "limit", "slip", "link", "withdrawal", "arrival", "device"} {
			rows(what)
			dao.Get("/api/member/000000000000/"+what).Refused(http.StatusNotFound, "NO_USER")
		}
		file := aud.Get("/api/member/" + id + "/session?format=csv").OK(http.StatusOK).Text
		if lines := strings.Split(strings.TrimSpace(file), "\n"); len(lines) != 3 {
			t.Errorf("sessions as a file: %s", file)
		}
	})
}
