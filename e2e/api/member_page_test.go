package api

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
)

// employed is a client of an operator whom no command adds: with a role that the shell does not know yet, or at once.
func employed(t *testing.T, a *apptest.App, name, role, member string) *apptest.Client {
	t.Helper()
	exec := func(query string, args ...any) {
		if err := a.Store.Write(t.Context(), func(tx *store.Tx) error {
			_, err := tx.ExecContext(t.Context(), query, args...)
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	exec(`INSERT INTO operator (name, role, member, active, created_at, effective_at) VALUES ($1, 'support', $2, TRUE, 0, 0)`,
		name, member)
	c := signedIn(t, a, name) // a token is given by the shell
	exec(`UPDATE operator SET role = $1 WHERE name = $2`, role, name)
	return c
}

// memberOf returns a client's own profile.
func memberOf(c *apptest.Client) (id, phone, account, holder string) {
	own := c.Get("/api/wallet").OK(http.StatusOK)
	return own.At("profile._id"), own.At("profile.username"), own.At("bankAccount.bankAccountNo"),
		own.At("bankAccount.bankAccountName")
}

// TestAMemberIsFoundByWhateverNamesIt: by a phone in any form, an id, an invite code, an account or its end, a reference of
// anything, the holder's name and its own; each time it is in the audit log once, without what was typed.
func TestAMemberIsFoundByWhateverNamesIt(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, _ := house(t, a)
		c, withdrawal := waiting(t, a, dao)
		a.Member()
		id, phone, account, holder := memberOf(c)
		deposit := c.Post("/api/statement", map[string]any{"page": 1, "limit": 100}).OK(http.StatusOK)
		last := len(deposit.Value("statements").([]any)) - 1
		find := func(q string) apptest.Answer {
			t.Helper()
			return dao.Get("/api/member/search?q=" + url.QueryEscape(q)).OK(http.StatusOK)
		}
		for _, one := range []struct{ q, by, match string }{
			{phone, "phone", "same"},
			{"+66 " + phone[1:3] + "-" + phone[3:], "phone", "same"},
			{id, "id", "same"},
			{"pr" + strings.ToLower(id), "id", "same"},
			{withdrawal, "reference", "same"},
			{strings.ToUpper(deposit.At(fmt.Sprintf("statements.%d.reference", last))), "reference", "same"},
			{account, "account", "same"},
			{account[len(account)-4:], "account", "unsure"},
			{account[len(account)-6:], "account", "unsure"},
			{holder, "name", "unsure"},
			{"  " + strings.ToLower(holder), "name", "unsure"},
			{c.Registered.Name, "name", "unsure"},
			{"นาย" + strings.ReplaceAll(c.Registered.Name, " ", "  "), "name", "unsure"},
		} {
			got := find(one.q)
			found := false
			for n := range got.Value("items").([]any) {
				at := fmt.Sprintf("items.%d.", n)
				if got.At(at+"member.id") == id {
					found = true
					if got.At(at+"match") != one.match || got.At(at+"holder") != holder || !strings.Contains(got.At(at+"member.phone"), "xxx") {
						t.Errorf("%s: %s", one.q, got.Text)
					}
				}
			}
			if !found || got.At("by") != one.by {
				t.Errorf("%s is found by %s, %v: %s", one.q, one.by, found, got.Text)
			}
		}
		if got := find("0900000001"); got.At("by") != "nothing" || got.Value("items.0") != nil {
			t.Errorf("nobody: %s", got.Text)
		}
		dao.Get("/api/member/search?q=ab").Refused(http.StatusBadRequest, "INVALID_INPUT")
		dao.Get("/api/member/search").Refused(http.StatusBadRequest, "INVALID_INPUT")
		log := mustCommand(t, a, "audit", "list")
		if n := strings.Count(log, "phone "+id); n != 1 || strings.Contains(log, phone) || strings.Contains(log, account) {
			t.Errorf("found by phone %d times in %s", n, log)
		}
	})
}

// TestAMembersPageAnswersWhereItsMoneyIs: what it has, what is under way and why, and until when a person is promised to decide.
// Opening it is in the audit log once in ten minutes for each operator. An auditor sees the same.
func TestAMembersPageAnswersWhereItsMoneyIs(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, lek := house(t, a)
		c, withdrawal := waiting(t, a, dao)
		id, phone, account, holder := memberOf(c)
		page := dao.Get("/api/member/" + id).OK(http.StatusOK)
		own := c.Get("/api/wallet").OK(http.StatusOK)
		for at, want := range map[string]string{
			"member.id": id, "member.phone": phone, "member.state": "active", "bank.number": account, "bank.holder": holder,
			"wallet.amount": own.At("wallet.amount"), "wallet.reserved": "150", "total": own.At("total"),
			"underWay.0.what": "withdrawal", "underWay.0.reference": withdrawal, "underWay.0.amount": "150",
			"underWay.0.state": "review", "underWay.0.waits": "true", "underWay.0.from": "WALLET",
			"playing.shutOut": "false", "life.withdrawals": "0",
		} {
			if page.At(at) != want {
				t.Errorf("%s is %q, want %q", at, page.At(at), want)
			}
		}
		if page.At("underWay.0.why.0") == "" || page.At("underWay.0.due") == "" || page.Value("condition") != nil {
			t.Errorf("why, and until when: %s", page.Text)
		}
		again := employed(t, a, "aud", "auditor", "").Get("/api/member/" + id).OK(http.StatusOK)
		if again.At("underWay.0.reference") != withdrawal || again.At("wallet.amount") != page.At("wallet.amount") ||
			again.Value("may.0") != nil {
			t.Errorf("an auditor sees %s and not %s", again.Text, page.Text)
		}
		dao.Get("/api/member/000000000000").Refused(http.StatusNotFound, "NO_USER")
		looks := func() int { return strings.Count(mustCommand(t, a, "audit", "list", "--limit", "500"), "member.show") }
		for range 5 {
			dao.Get("/api/member/" + id).OK(http.StatusOK)
		}
		if n := looks(); n != 2 {
			t.Errorf("dao and the auditor have looked %d times", n)
		}
		lek.Get("/api/member/" + id).OK(http.StatusOK)
		a.Step(10 * time.Minute)
		dao.Get("/api/member/" + id).OK(http.StatusOK)
		if n := looks(); n != 4 {
			t.Errorf("after ten minutes: %d times", n)
		}
	})
}

// TestWhatAMembersPageCosts holds how often the page's head, its lists and a search ask the database.
func TestWhatAMembersPageCosts(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, _ := house(t, a)
		c := rich(t, a)
		id, phone, account, _ := memberOf(c)
		for path, most := range map[string]int64{
			"/api/member/" + id: 24, "/api/member/" + id + "/statement": 10, "/api/member/" + id + "/statement?limit=1": 10,
			"/api/member/" + id + "/audit": 5, "/api/member/" + id + "/session": 5, "/api/member/" + id + "/limit": 6,
			"/api/member/" + id + "/slip": 5, "/api/member/" + id + "/condition": 6, "/api/member/" + id + "/coupon": 5,
			"/api/member/" + id + "/link":   10,
			"/api/member/search?q=" + phone: 8, "/api/member/search?q=" + account[len(account)-4:]: 7,
		} {
			var took int64
			for range 2 { // the first time it is recorded
				quiet(t, c)
				before := a.Store.Statements()
				dao.Now(http.MethodGet, path, nil).OK(http.StatusOK)
				took = a.Store.Statements() - before
			}
			t.Logf("%s: %d", path, took)
			if took > most {
				t.Errorf("%s: %d statements; it was %d", path, took, most)
			}
		}
	})
}
