package api

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"krapao/internal/testkit/apptest"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
)

const replayHeader = "Idempotency-Replayed"

// TestAKeyKnowsTheQuery: ending a condition and giving it up are two calls with one path and one body.
func TestAKeyKnowsTheQuery(t *testing.T) {
	t.Parallel()
	withOffers(t, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		a.Deposit(c, "500")
		c.Get("/api/bonus/activate/DOUBLE").OK(http.StatusOK)
		c.Get("/api/bonus/clear", "Idempotency-Key", "ends").Refused(http.StatusConflict, "BONUS_CONDITION")
		refused := c.Get("/api/bonus/clear?giveUp=true", "Idempotency-Key", "ends").Refused(http.StatusConflict, "IDEMPOTENCY_MISMATCH")
		if refused.Header.Get(replayHeader) != "" {
			t.Error("a mismatch says that it is a replay")
		}
		gone := c.GivesUpBy("gives-up")
		replayed(t, "the same call", gone, c.Get("/api/bonus/clear?giveUp=true&nobody=1", "Idempotency-Key", "gives-up"))
		c.Get("/api/bonus/clear", "Idempotency-Key", "gives-up").Refused(http.StatusConflict, "IDEMPOTENCY_MISMATCH")
	})
}

// TestAReplayEndsWithWhatItWasAbout: without a key the first success is told again for a minute, while it is still so.
func TestAReplayEndsWithWhatItWasAbout(t *testing.T) {
	t.Parallel()
	withOffers(t, func(t *testing.T, a *apptest.App) {
		active := func(c *apptest.Client) string { return c.Get("/api/bonus/check/active").OK(http.StatusOK).At("code") }
		ended := func(t *testing.T, c *apptest.Client) {
			t.Helper()
			first := c.Get("/api/bonus/clear?giveUp=true").OK(http.StatusOK)
			replayed(t, "ended", first, c.Get("/api/bonus/clear?giveUp=true"))
			if code := active(c); code != "" {
				t.Fatalf("%s is still active", code)
			}
		}
		c := a.Member()
		a.Deposit(c, "500")
		c.Get("/api/bonus/activate/DOUBLE").OK(http.StatusOK)
		ended(t, c)
		for range 2 {
			first := c.Get("/api/bonus/activate/PLAYED").OK(http.StatusOK)
			replayed(t, "taken", first, c.Get("/api/bonus/activate/PLAYED"))
			if code := active(c); code != "PLAYED" {
				t.Fatalf("%q is active", code)
			}
			c.Get("/api/bonus/clear").Refused(http.StatusConflict, "BONUS_CONDITION")
			ended(t, c)
		}
		c.Get("/api/bonus/activate/PLAYED").Refused(http.StatusConflict, "BONUS_MAX_CLAIMED")

		first := c.Get("/api/promotion/activate/hello").OK(http.StatusOK)
		replayed(t, "redeemed", first, c.Get("/api/promotion/activate/hello"))
		ended(t, c)
		c.Get("/api/promotion/activate/hello").Refused(http.StatusConflict, "PROMOTION_RECEIVED")
		if got := c.Balance(); got != 500*money.Baht {
			t.Errorf("it has %s, and had 500", got)
		}
	})
}

// TestARefundIsToldAgainWhileItIsInThePurse: and what emptied the purse until something comes into it, or its condition ends.
func TestARefundIsToldAgainWhileItIsInThePurse(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		a.Deposit(c, "1000")
		a.Sandbox.Round("joker", into(c, "joker", 900), json.Number("600"), json.Number("0"))
		received := c.Get("/api/refund/receive").OK(http.StatusOK)
		replayed(t, "received", received, c.Get("/api/refund/receive"))
		added := c.Get("/api/refund/addWallet").OK(http.StatusOK)
		replayed(t, "added", added, c.Get("/api/refund/addWallet"))
		c.Get("/api/refund/receive").Refused(http.StatusConflict, "REFUND_CONDITION")
		c.GivesUp()
		c.Get("/api/refund/receive").Refused(http.StatusConflict, "NO_REFUND")
		c.Get("/api/refund/addWallet").Refused(http.StatusConflict, "NO_REFUND")
	})
}

// TestTryAgainMaySayYesLater: what was in the way passes by itself, so the key is as good as new.
func TestTryAgainMaySayYesLater(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		limit := func(amount int) map[string]any {
			return map[string]any{"kind": "deposit", "period": "day", "amount": amount}
		}
		c.Put("/api/account/protection/limit", limit(100)).OK(http.StatusOK)
		c.Put("/api/account/protection/limit", limit(200)).OK(http.StatusOK)
		confirm := func() apptest.Answer {
			return c.Post("/api/account/protection/limit/confirm", map[string]any{"kind": "deposit", "period": "day"},
				"Idempotency-Key", "tap")
		}
		confirm().Refused(http.StatusConflict, "TRY_AGAIN")
		a.Pass(25 * time.Hour)
		c.Again()
		first := confirm().OK(http.StatusOK)
		replayed(t, "confirmed", first, confirm())
	})
}

// TestAnEndThatAGameHidesIsNoDenial: "neither end is reached" is said of a total that is known.
func TestAnEndThatAGameHidesIsNoDenial(t *testing.T) {
	t.Parallel()
	withOffers(t, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		a.Deposit(c, "500")
		c.Get("/api/bonus/activate/DOUBLE").OK(http.StatusOK)
		into(c, "joker", 800)
		a.Sandbox.AddFault(sandboxtest.Fault{Target: "game:joker", Op: "balance", Mode: "down", Count: 1000})
		waitsFor(t, c.Get("/api/bonus/check/minimum"), "joker")
		waitsFor(t, c.Get("/api/bonus/clear"), "joker")
		a.Sandbox.ClearFaults()
		c.Get("/api/bonus/clear").Refused(http.StatusConflict, "BONUS_CONDITION")
	})
}
