package api

import (
	"net/http"
	"testing"

	"krapao/internal/testkit/apptest"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
)

// approved has another person approve what was proposed.
func approved(by desk, proposed apptest.Answer) {
	by.t.Helper()
	proposed.OK(http.StatusAccepted)
	by.decides("/proposal/"+proposed.At("proposal.id")+"/approve", map[string]any{"seen": proposed.At("proposal.fingerprint")}).
		OK(http.StatusOK)
}

// TestAWithdrawalIsReducedByTheAPI: the rest is in the wallet at once, the item still waits, and the member reads the new
// amount and why.
func TestAWithdrawalIsReducedByTheAPI(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, _ := desks(t, a)
		c, reference := waiting(t, a, dao.Client)
		before := c.Balance()
		opened := dao.Get("/api/withdrawal/" + reference).OK(http.StatusOK)
		reduce := func(to int) apptest.Answer {
			return dao.decides("/withdrawal/"+reference+"/reduce", map[string]any{"amount": to, "seen": opened.At("seen")})
		}
		reduce(150).Refused(http.StatusBadRequest, "INVALID_AMOUNT")
		reduce(100).OK(http.StatusOK)
		if got := c.Balance(); got != before+50*money.Baht {
			t.Errorf("50 were given back, and it has %s", got)
		}
		if at := dao.Get("/api/withdrawal/" + reference).OK(http.StatusOK); at.At("amount") != "100" || at.At("state") != "review" {
			t.Errorf("it is %s", at.Text)
		}
		reduce(10).Refused(http.StatusConflict, "STATE_CHANGED")
		row := c.Post("/api/statement", map[string]any{"page": 1, "limit": 1}).OK(http.StatusOK)
		if row.At("statements.0.amount") != "100" || row.At("statements.0.reason") != "WITHDRAW_REDUCED" {
			t.Errorf("the member reads %s", row.Text)
		}
	})
}

// TestTheHouseSetsAMembersLimit: a tighter one counts at once, by one person. A looser one, and none, take another.
func TestTheHouseSetsAMembersLimit(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, lek := desks(t, a)
		c := rich(t, a)
		id, _, _, _ := memberOf(c)
		set := func(by desk, amount any) apptest.Answer {
			return by.decide(http.MethodPut, "/api/member/"+id+"/limit", by.because(map[string]any{
				"kind": "loss", "period": "day", "amount": amount,
			}))
		}
		limit := func() apptest.Answer { return dao.Get("/api/member/" + id + "/limit").OK(http.StatusOK) }
		set(dao, -1).Refused(http.StatusBadRequest, "INVALID_AMOUNT")
		set(dao, 150).OK(http.StatusOK)
		if at := limit(); at.At("items.0.house") != "150" || at.At("items.0.amount") != "150" || at.At("items.0.own") != "false" {
			t.Errorf("in force: %s", at.Text)
		}
		c.Post("/api/wallet/transfer", map[string]any{"from": "WALLET", "to": "joker", "amount": 100}).
			Refused(http.StatusForbidden, "LIMIT_REACHED")
		waits := set(dao, 5_000)
		if at := limit(); waits.Status != http.StatusAccepted || at.At("items.0.house") != "150" {
			t.Errorf("one person loosened it: %s, %s", waits.Text, at.Text)
		}
		approved(lek, waits)
		c.Post("/api/wallet/transfer", map[string]any{"from": "WALLET", "to": "joker", "amount": 100}).OK(http.StatusOK)
		approved(lek, set(dao, nil))
		if at := limit(); at.Value("items.0") != nil {
			t.Errorf("it is lifted: %s", at.Text)
		}
	})
}

// TestANameIsCorrectedByTwo: as the same person writes it, with its papers. Another person is refused.
func TestANameIsCorrectedByTwo(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, lek := desks(t, a)
		c := rich(t, a)
		id, _, _, holder := memberOf(c)
		write := func(as map[string]any) apptest.Answer {
			return dao.decide(http.MethodPut, "/api/member/"+id+"/name", dao.because(map[string]any{"evidence": "its papers"}, as))
		}
		write(map[string]any{"holder": "วิชัย มั่นคง"}).Refused(http.StatusBadRequest, "INVALID_USER_INFO")
		write(map[string]any{"holder": holder}).Refused(http.StatusBadRequest, "INVALID_INPUT")
		dao.decide(http.MethodPut, "/api/member/"+id+"/name", dao.because(map[string]any{"holder": "นาย " + holder})).
			Refused(http.StatusBadRequest, "EVIDENCE_REQUIRED")
		proposed := write(map[string]any{"holder": "นาย " + holder})
		if _, _, _, is := memberOf(c); is != holder {
			t.Errorf("proposed, it is %q", is)
		}
		approved(lek, proposed)
		if _, _, _, is := memberOf(c); is != "นาย "+holder {
			t.Errorf("approved, it is %q", is)
		}
		if at := dao.Get("/api/member/" + id).OK(http.StatusOK); at.At("security.securedAt") == "" {
			t.Errorf("its withdrawals do not wait: %s", at.Text)
		}
	})
}

// TestAConditionIsEndedByTwo: as if the member had given it up, with what the games say now. At most the credit goes back; what
// is in a game that doesn't answer is brought home later, and until then the condition is ending.
func TestAConditionIsEndedByTwo(t *testing.T) {
	t.Parallel()
	withOffers(t, func(t *testing.T, a *apptest.App) {
		dao, lek := desks(t, a)
		c := a.Member()
		a.Deposit(c, "500")
		c.Get("/api/bonus/activate/DOUBLE").OK(http.StatusOK)
		into(c, "joker", 800)
		id, _, _, _ := memberOf(c)
		listed := func() apptest.Answer {
			return dao.Get("/api/member/" + id + "/condition").OK(http.StatusOK)
		}
		condition := listed().At("items.0.id")
		end := func(by desk, of string, more ...map[string]any) apptest.Answer {
			return by.decides("/member/"+id+"/condition/"+of+"/end", more...)
		}
		grounds := map[string]any{"evidence": "its own words in the chat"}
		end(dao, condition).Refused(http.StatusBadRequest, "EVIDENCE_REQUIRED")
		end(dao, "nothing", grounds).Refused(http.StatusConflict, "BONUS_CONDITION")
		proposed := end(dao, condition, grounds)
		if at := listed(); proposed.Status != http.StatusAccepted || at.At("items.0.state") != "active" {
			t.Errorf("one person: %s, %s", proposed.Text, at.Text)
		}
		a.Sandbox.AddFault(sandboxtest.Fault{Target: "game:joker", Op: "move", Mode: "down", Count: 1000})
		approved(lek, proposed)
		if at := listed(); at.At("items.0.state") != "ending" {
			t.Errorf("its money is in a game: %s", at.Text)
		}
		end(dao, condition, grounds).Refused(http.StatusConflict, "BONUS_CONDITION")
		a.Sandbox.ClearFaults()
		apptest.Eventually(t, "the condition has ended", func() bool { return listed().At("items.0.state") == "given_up" })
		if at := listed(); at.At("items.0.returned") != "500" || c.Balance() != 500*money.Baht {
			t.Errorf("the credit goes back, and its own 500 stay: %s, %s", at.Text, c.Balance())
		}
	})
}
