package api

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/internal/clock"
	"krapao/internal/testkit/apptest"
)

// TestWhatOffersCostAndBrought: a campaign says what it granted and which deposits it matched, in all and by day, and to whom.
// The wheel's tables say what a thousand draws cost by their odds and what they did. Nothing of it is a member's to read.
func TestWhatOffersCostAndBrought(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, m := deskOf(t, a, "dao"), a.Member()
		before := dao.Get("/api/campaign?limit=200").OK(http.StatusOK)
		if before.At("items.0.source") != "bonus" || before.At("items.0.grants") != "0" || before.At("items.0.lately.credit") != "0" {
			t.Errorf("nobody took anything: %s", before.Text)
		}
		a.Deposit(m, "200")
		m.Get("/api/bonus/activate/WELCOME100", "Idempotency-Key", "a").OK(http.StatusOK)
		one := dao.Get("/api/campaign/bonus/WELCOME100").OK(http.StatusOK)
		for path, want := range map[string]string{
			"state": "open", "grants": "1", "active": "1", "spent": "200", "lately.grants": "1", "lately.credit": "200",
			"lately.returned": "0", "lately.deposits": "200", "lately.active": "1", "days.0.credit": "200", "days.1.day": "",
			"days.0.day": a.Store.Now().In(clock.Bangkok).Format(time.DateOnly), "may.0": "closeContent",
		} {
			if got := one.At(path); got != want {
				t.Errorf("%s is %q, not %q: %s", path, got, want, one.Text)
			}
		}
		grants := dao.Get("/api/campaign/bonus/WELCOME100/grant?limit=1").OK(http.StatusOK)
		if grants.At("items.0.member.id") == "" || grants.At("items.0.state") != "active" || grants.At("items.0.deposit") != "200" ||
			grants.At("next") != "" {
			t.Error(grants.Text)
		}
		file := dao.Get("/api/campaign/bonus/WELCOME100/grant?format=csv").OK(http.StatusOK).Text
		if !strings.Contains(file, grants.At("items.0.member.id")) || strings.Contains(file, grants.At("items.0.member.name")) {
			t.Errorf("the file has no member, or its name: %s", file)
		}
		if list := dao.Get("/api/campaign?format=csv").OK(http.StatusOK).Text; !strings.Contains(list, "bonus,WELCOME100,1,") {
			t.Error(list)
		}
		// A page goes on after the campaign before.
		page := dao.Get("/api/campaign?limit=1").OK(http.StatusOK)
		next := dao.Get("/api/campaign?limit=1&after=" + page.At("next")).OK(http.StatusOK)
		if next.At("items.0.code") != before.At("items.1.code") {
			t.Errorf("%s\n%s", page.Text, next.Text)
		}
		dao.decides("/content/bonus/close", map[string]any{"code": "WELCOME100"}).OK(http.StatusOK)
		if now := dao.Get("/api/campaign/bonus/WELCOME100").OK(http.StatusOK); now.At("state") != "closed" || now.At("may.0") != "" {
			t.Error(now.Text)
		}
		dao.Get("/api/campaign/promotion/NOSUCH").Refused(http.StatusNotFound, "NO_DATA")

		m.Post("/api/spinwheel/spin", map[string]any{}).OK(http.StatusOK)
		wheel := dao.Get("/api/wheel").OK(http.StatusOK)
		table := dao.Get("/api/wheel/" + wheel.At("items.0.version")).OK(http.StatusOK)
		if table.At("inForce") != "true" || table.At("draws") != "1" || table.At("expected.cost") == "0" ||
			table.At("seen.coins") == "" || table.At("slices.0.weight") == "" {
			t.Error(table.Text)
		}
		dao.Get("/api/wheel/99").Refused(http.StatusNotFound, "NO_DATA")
		m.Get("/api/campaign").Refused(http.StatusNotFound, "NO_DATA")
	})
}

// TestBudgetsByTheShell: two chiefs set what an account of the house may still pay, and one its alarm, from wherever they are.
func TestBudgetsByTheShell(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, lek := desks(t, a)
		told(t, a, "budgets", "alarm", "house:bonus", "77", "@dao", "--reason", "earlier")
		if now := dao.Get("/api/budget").OK(http.StatusOK); !strings.Contains(now.Text, `"alarm":77`) {
			t.Error(now.Text)
		}
		told(t, a, "budgets", "set", "house:bonus", "1234", "@dao", "--reason", "the month's")
		if now := dao.Get("/api/budget").OK(http.StatusOK); strings.Contains(now.Text, `"left":1234`) {
			t.Errorf("one person set it: %s", now.Text)
		}
		told(t, a, "proposals", "approve", theProposal(t, lek), "@lek", "--reason", "the month's")
		if now := dao.Get("/api/budget").OK(http.StatusOK); !strings.Contains(now.Text, `"left":1234`) {
			t.Error(now.Text)
		}
		for _, account := range []string{"house:capital", "nosuch"} {
			dao.decide(http.MethodPut, "/api/budget/"+account, dao.because(map[string]any{"left": 1})).
				Refused(http.StatusBadRequest, "INVALID_INPUT")
			dao.decide(http.MethodPut, "/api/budget/"+account+"/alarm", dao.because(map[string]any{"alarm": 1})).
				Refused(http.StatusBadRequest, "INVALID_INPUT")
		}
		for want, words := range map[string]string{
			"WELCOME100": "campaigns", "lately.grants": "campaigns show bonus DAILY50", "paid": "wheels",
		} {
			if out := told(t, a, append(strings.Fields(words), "@dao")...); !strings.Contains(out, want) {
				t.Errorf("%s: %s", words, out)
			}
		}
	})
}
