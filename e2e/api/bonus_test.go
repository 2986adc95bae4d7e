package api

import (
	"encoding/json"
	"net/http"
	"sync"
	"testing"
	"time"

	"krapao/deposit"
	"krapao/internal/clock"
	"krapao/internal/content"
	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
)

// offers are the campaigns of these tests: small numbers, ends that a round or two reach.
func offers(d content.Document) {
	delete(d, "wheel") // its prizes are of the demo's own campaigns
	d["budgets"] = json.RawMessage(`{"bonus": {"left": 10000}, "promotion": {"left": 10000}}`)
	d["bonus"] = json.RawMessage(`{"bonuses": [
		{"code": "DOUBLE", "type": "limit", "max": 1, "name": {"th": "คูณสอง", "lo": "", "en": "Double"}, "kind": "match",
		 "matchPercent": 100, "minimum": 100, "cap": 1000, "end": "target", "expiresDays": 14, "games": ["joker", "pg"], "budget": 5000,
		 "banners": [{"image": "/b.svg", "html": {"th": "<b>x</b><script>y</script>", "lo": "", "en": ""}}]},
		{"code": "PLAYED", "type": "day", "max": 2, "name": {"th": "เล่น", "lo": "", "en": "Played"}, "kind": "free",
		 "amount": 100, "end": "turnover", "turnover": 2, "keepPercent": 0, "expiresDays": 7, "games": ["joker"],
		 "quota": 3, "budget": 5000},
		{"code": "GIFT", "type": "limit", "max": 1, "name": {"th": "ของ", "lo": "", "en": "Gift"}, "kind": "free", "amount": 20,
		 "expiresDays": 7, "budget": 100}]}`)
	d["promotions"] = json.RawMessage(`[
		{"code": "hello", "description": {"th": "สวัสดี", "lo": "", "en": "Hello"}, "kind": "free", "amount": 50,
		 "expiresDays": 7, "budget": 5000}]`)
}

// withOffers runs a test on both engines.
func withOffers(t *testing.T, test func(t *testing.T, a *apptest.App)) {
	t.Helper()
	apptest.Each(t, apptest.Options{Content: offers}, test)
}

// into puts money into a game and returns the member's name there.
func into(c *apptest.Client, code string, baht int) string {
	c.T.Helper()
	c.Get("/api/wallet/activate/" + code).OK(http.StatusOK)
	if baht > 0 {
		c.Post("/api/wallet/transfer", map[string]any{"from": "WALLET", "to": code, "amount": baht}).OK(http.StatusOK)
	}
	return c.Get("/api/wallet/account/" + code).OK(http.StatusOK).At("username")
}

// sees compares the answer's values.
func sees(t *testing.T, got apptest.Answer, want map[string]string) {
	t.Helper()
	for path, value := range want {
		if got.At(path) != value {
			t.Errorf("%s is %q, not %q: %s", path, got.At(path), value, got.Text)
		}
	}
}

func statements(c *apptest.Client) apptest.Answer {
	c.T.Helper()
	return c.Post("/api/statement", map[string]any{"page": 1, "limit": 5}).OK(http.StatusOK)
}

// TestBonusIsTakenAndGivenUp: a credit in proportion to a deposit shuts withdrawals, is told with its terms, and goes back
// when it is given up; own money and the deposit stay.
func TestBonusIsTakenAndGivenUp(t *testing.T) {
	t.Parallel()
	withOffers(t, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		list := c.Get("/api/bonus", "Accept-Language", "en").OK(http.StatusOK)
		sees(t, list, map[string]string{
			"0.code": "DOUBLE", "0.name": "Double", "0.terms.matchPercent": "100", "0.terms.end": "target", "0.terms.turnover": "0",
			"0.percentSuccess": "300", "0.percentFail": "5", "0.terms.games.0": "pg", "0.banners.0.html": "<b>x</b>",
			"1.terms.end": "turnover", "1.terms.turnover": "2", "2.terms.keepPercent": "300",
		})
		if list.Value("0.userBonus") != nil {
			t.Errorf("taken before: %s", list.Text)
		}
		sees(t, c.Get("/api/bonus/check/active").OK(http.StatusOK), map[string]string{"status": "false", "base": "0", "target": "0"})
		c.Get("/api/bonus/activate/DOUBLE").Refused(http.StatusConflict, "BONUS_CONDITION_DEPOSIT")
		c.Get("/api/bonus/activate/NOBODY").Refused(http.StatusNotFound, "NO_DATA")
		c.Get("/api/bonus/clear").Refused(http.StatusConflict, "BONUS_CONDITION")

		a.Deposit(c, "500")
		c.Get("/api/bonus/activate/DOUBLE", "Idempotency-Key", "one").OK(http.StatusOK)
		c.Get("/api/bonus/activate/DOUBLE", "Idempotency-Key", "one").OK(http.StatusOK)
		c.Get("/api/bonus/activate/PLAYED", "Idempotency-Key", "one").Refused(http.StatusConflict, "IDEMPOTENCY_MISMATCH")
		if got := c.Balance(); got != 1000*money.Baht {
			t.Fatalf("after the credit %s", got)
		}
		want := map[string]string{
			"status": "true", "type": "bonus", "code": "DOUBLE", "name": "Double", "base": "1000", "own": "0", "target": "3000",
			"floor": "50", "total": "1000", "state": "active", "giveUp.returned": "500", "giveUp.kept": "500",
		}
		sees(t, c.Get("/api/bonus/check/active", "Accept-Language", "en").OK(http.StatusOK), want)
		refused := c.Post("/api/wallet/withdraw", map[string]any{"amount": 100}, "Accept-Language", "en").
			Refused(http.StatusConflict, "BONUS_REMAINING")
		for path, value := range want {
			if refused.At("params."+path) != value {
				t.Errorf("params.%s is %q: %s", path, refused.At("params."+path), refused.Text)
			}
		}
		c.Post("/api/wallet/withdrawAll", map[string]any{"amount": 100}).Refused(http.StatusConflict, "BONUS_REMAINING")
		c.Get("/api/bonus/activate/PLAYED").Refused(http.StatusConflict, "BONUS_ALREADY_ACTIVE")
		c.Get("/api/promotion/activate/HELLO").Refused(http.StatusConflict, "BONUS_ALREADY_ACTIVE")
		c.Get("/api/bonus/clear").Refused(http.StatusConflict, "BONUS_CONDITION")
		c.Get("/api/wallet/activate/slotxo").OK(http.StatusOK)
		c.Post("/api/wallet/transfer", map[string]any{"from": "WALLET", "to": "slotxo", "amount": 10}).
			Refused(http.StatusConflict, "BONUS_GAME")
		sees(t, statements(c), map[string]string{
			"statements.0.statementType": "bonus", "statements.0.amount": "500", "statements.0.from": "BONUS",
			"statements.0.bonus.description": "คูณสอง",
		})

		// Half is in a game when it is given up: that comes home first.
		into(c, "joker", 800)
		cleared := c.GivesUp()
		sees(t, cleared, map[string]string{"message": "BONUS_CLEAR", "status": "SUCCESS", "outcome": "FAILED", "returned": "500"})
		if got := c.Balance(); got != 500*money.Baht {
			t.Errorf("after giving up %s", got)
		}
		sees(t, statements(c), map[string]string{
			"statements.0.statementType": "finish_bonus", "statements.0.amount": "500", "statements.0.status": "FAILED",
			"statements.0.reason": "BONUS_GIVEN_UP", "statements.0.bonus.description": "คูณสอง",
		})
		sees(t, c.Get("/api/bonus").OK(http.StatusOK), map[string]string{"0.userBonus.isActive": "false"})
		c.Get("/api/bonus/activate/DOUBLE", "Idempotency-Key", "two").Refused(http.StatusConflict, "BONUS_MAX_CLAIMED")
		c.Post("/api/wallet/withdraw", map[string]any{"amount": 500}).OK(http.StatusOK)
	})
}

// TestConditionsEnd: the target, the floor and a turnover end a condition as soon as a total shows it; money that comes in
// meanwhile is the member's own.
func TestConditionsEnd(t *testing.T) {
	t.Parallel()
	withOffers(t, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		a.Deposit(c, "100")
		c.Get("/api/bonus/activate/DOUBLE").OK(http.StatusOK)
		a.Deposit(c, "5000")
		sees(t, c.Get("/api/bonus/check/minimum").OK(http.StatusOK), map[string]string{
			"result": "false", "target": "5600", "floor": "5010", "total": "5200",
		})
		user := into(c, "joker", 200)
		a.Sandbox.Round("joker", user, json.Number("1"), json.Number("400.99"))
		sees(t, c.Get("/api/bonus/check/minimum").OK(http.StatusOK), map[string]string{"result": "false", "total": "5599.99"})
		a.Sandbox.Round("joker", user, json.Number("1"), json.Number("1.01"))
		c.Post("/api/wallet/withdraw", map[string]any{"amount": 5000}).OK(http.StatusOK) // which sees that the target is reached
		sees(t, c.Get("/api/bonus/check/active").OK(http.StatusOK), map[string]string{"status": "false"})
		ended := statements(c)
		sees(t, ended, map[string]string{
			"statements.1.statementType": "finish_bonus", "statements.1.amount": "0", "statements.1.status": "SUCCESS",
			"statements.1.balance": "5000",
		})

		lost := a.Member()
		a.Deposit(lost, "100")
		lost.Get("/api/bonus/activate/DOUBLE").OK(http.StatusOK)
		user = into(lost, "joker", 200)
		a.Sandbox.Round("joker", user, json.Number("190"), json.Number("0"))
		sees(t, lost.Get("/api/bonus/check/minimum").OK(http.StatusOK), map[string]string{
			"result": "true", "total": "10", "floor": "10",
		})
		sees(t, statements(lost), map[string]string{
			"statements.0.statementType": "finish_bonus", "statements.0.amount": "0", "statements.0.status": "FAILED",
		})

		// A turnover of twice the credit: bets count once they are reported.
		played := a.Member()
		played.Get("/api/bonus/activate/PLAYED").OK(http.StatusOK)
		sees(t, played.Get("/api/bonus/check/active").OK(http.StatusOK), map[string]string{
			"turnover.required": "200", "turnover.done": "0", "own": "0",
		})
		user = into(played, "joker", 100)
		a.Sandbox.Round("joker", user, json.Number("99.99"), json.Number("99.99"))
		a.Sandbox.Round("joker", user, json.Number("100"), json.Number("60"))
		apptest.Eventually(t, "both bets are known", func() bool {
			return played.Get("/api/bonus/check/active").OK(http.StatusOK).At("turnover.done") == "199.99"
		})
		sees(t, played.Get("/api/bonus/check/minimum").OK(http.StatusOK), map[string]string{"result": "false"})
		a.Sandbox.Round("joker", user, json.Number("0.01"), json.Number("0"))
		apptest.Eventually(t, "it has ended", func() bool {
			return played.Get("/api/bonus/check/minimum").OK(http.StatusOK).At("result") == "true" ||
				played.Get("/api/bonus/check/active").OK(http.StatusOK).At("status") == "false"
		})
		sees(t, statements(played), map[string]string{"statements.0.statementType": "finish_bonus", "statements.0.status": "SUCCESS"})
	})
}

// TestPromotions: a code in any case, to a member once; a small credit carries no condition.
func TestPromotions(t *testing.T) {
	t.Parallel()
	withOffers(t, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		c.Get("/api/promotion/find/NOTHING").Refused(http.StatusNotFound, "NO_PROMOTION")
		sees(t, c.Get("/api/promotion/find/heLLo", "Accept-Language", "en").OK(http.StatusOK), map[string]string{
			"code": "HELLO", "description": "Hello", "terms.amount": "50", "terms.end": "both", "percentSuccess": "500",
		})
		if got := c.Get("/api/promotion/current").OK(http.StatusOK); got.Value("promotion") != nil {
			t.Errorf("held before: %s", got.Text)
		}
		c.Get("/api/bonus/activate/GIFT").OK(http.StatusOK) // 20 baht: no condition
		sees(t, c.Get("/api/bonus/check/active").OK(http.StatusOK), map[string]string{"status": "false"})
		c.Get("/api/promotion/activate/hello").OK(http.StatusOK)
		sees(t, c.Get("/api/promotion/current").OK(http.StatusOK), map[string]string{
			"promotion.code": "HELLO", "promotion.turnover": "10",
		})
		sees(t, c.Get("/api/bonus/check/active").OK(http.StatusOK), map[string]string{"type": "promotion", "own": "20", "base": "50"})
		sees(t, c.GivesUp(), map[string]string{"returned": "50"})
		c.Get("/api/promotion/activate/Hello").Refused(http.StatusConflict, "PROMOTION_RECEIVED")
		c.Post("/api/wallet/withdraw", map[string]any{"amount": 20}).OK(http.StatusOK)
	})
}

// TestConditionsExpire: what is over gives the credit back; where a game can't be read it waits with the gates shut, and what
// hides there hides nothing.
func TestConditionsExpire(t *testing.T) {
	t.Parallel()
	withOffers(t, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		a.Deposit(c, "100")
		c.Get("/api/bonus/activate/DOUBLE").OK(http.StatusOK)
		user := into(c, "joker", 200)
		a.Sandbox.Round("joker", user, json.Number("1"), json.Number("301"))
		var down []string
		for _, op := range []string{"balance", "move"} {
			down = append(down, a.Sandbox.AddFault(sandboxtest.Fault{Target: "game:joker", Op: op, Mode: "down", Count: 1_000_000}))
		}
		overSoon(t, a)
		apptest.Eventually(t, "it is ending", func() bool {
			return c.Get("/api/bonus/check/active").OK(http.StatusOK).At("state") == "ending"
		})
		sees(t, c.Get("/api/bonus/check/active").OK(http.StatusOK), map[string]string{
			"reason": "BONUS_EXPIRED", "giveUp.returned": "100",
		})
		c.Post("/api/wallet/withdraw", map[string]any{"amount": 100}).Refused(http.StatusConflict, "BONUS_REMAINING")
		c.Post("/api/wallet/transfer", map[string]any{"from": "WALLET", "to": "pg", "amount": 10}).
			Refused(http.StatusNotFound, "SLOT_NO_ACCOUNT")
		a.Restart() // whoever began the end need not finish it
		for _, fault := range down {
			a.Sandbox.DropFault(fault)
		}
		apptest.Eventually(t, "what goes back came home", func() bool {
			return c.Get("/api/bonus/check/active").OK(http.StatusOK).At("status") == "false"
		})
		finished := statements(c)
		sees(t, finished, map[string]string{
			"statements.0.statementType": "finish_bonus", "statements.0.amount": "100", "statements.0.reason": "BONUS_EXPIRED",
		})
		if got := c.Balance(); got != 400*money.Baht {
			t.Errorf("after expiry %s", got)
		}
	})
}

// overSoon makes the time of all conditions be over.
func overSoon(t *testing.T, a *apptest.App) {
	t.Helper()
	err := a.Store.Write(t.Context(), func(tx *store.Tx) error {
		_, err := tx.ExecContext(t.Context(), `UPDATE bonus_condition SET expires_at = $1`, clock.MicrosOf(tx.Now.Add(-time.Second)))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestAMatchedDepositIsTakenBack: the credit goes with it.
func TestAMatchedDepositIsTakenBack(t *testing.T) {
	t.Parallel()
	withOffers(t, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		a.Deposit(c, "300")
		c.Get("/api/bonus/activate/DOUBLE").OK(http.StatusOK)
		reverseLast(t, a, c)
		apptest.Eventually(t, "the credit is taken back", func() bool {
			return c.Get("/api/bonus/check/active").OK(http.StatusOK).At("status") == "false"
		})
		if got := c.Balance(); got != 0 {
			t.Errorf("left: %s", got)
		}
		sees(t, c.Get("/api/wallet").OK(http.StatusOK), map[string]string{"wallet.owed": "0"})
	})
}

// TestOneGrantWhoeverAsks: as many calls as there may be, with and without keys, grant once.
func TestOneGrantWhoeverAsks(t *testing.T) {
	t.Parallel()
	withOffers(t, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		a.Deposit(c, "100")
		var wait sync.WaitGroup
		for i := range 20 {
			wait.Go(func() {
				switch i % 3 {
				case 0:
					_, _ = c.Try(http.MethodGet, "/api/bonus/activate/DOUBLE", "")
				case 1:
					_, _ = c.Try(http.MethodGet, "/api/bonus/activate/DOUBLE", "", "Idempotency-Key", string(rune('a'+i)))
				default:
					_, _ = c.Try(http.MethodGet, "/api/bonus/activate/PLAYED", "", "Idempotency-Key", string(rune('a'+i)))
				}
			})
		}
		wait.Wait()
		if got := c.Balance(); got != 200*money.Baht {
			t.Errorf("after twenty calls %s", got)
		}
		credits := 0
		rows, _ := statements(c).Value("statements").([]any)
		for _, row := range rows {
			if fields, _ := row.(map[string]any); fields["statementType"] == "bonus" {
				credits++
			}
		}
		if credits != 1 {
			t.Errorf("%d credits", credits)
		}
	})
}

// reverseLast lets the outside take the member's newest deposit back.
func reverseLast(t *testing.T, a *apptest.App, c *apptest.Client) {
	t.Helper()
	last := deposit.ReverseRequest{Reference: "R-bonus"}
	err := a.Store.DB().QueryRowContext(t.Context(),
		`SELECT account, source FROM inflow WHERE member = $1 ORDER BY seen_at DESC LIMIT 1`,
		c.Get("/api/account/profile").OK(http.StatusOK).At("profile._id")).Scan(&last.Account, &last.Source)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Deposits.Reverse(t.Context(), last); err != nil {
		t.Fatal(err)
	}
}
