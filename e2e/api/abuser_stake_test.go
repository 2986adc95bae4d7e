package api

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"krapao/internal/content"
	"krapao/internal/testkit/apptest"
	"krapao/money"
)

// stakesTold is a demo whose sport tells its open stakes, with strict links.
func stakesTold(d content.Document) {
	strictLinks(d)
	var games []map[string]any
	if err := json.Unmarshal(d["games"], &games); err != nil {
		panic(err)
	}
	for _, g := range games {
		if g["code"] == "ufabet" {
			g["stakes"] = "reported"
		}
	}
	d["games"], _ = json.Marshal(games) //nolint:errchkjson // it was JSON before
}

// waitsFor fails the test unless the answer says that a total can't be had because of a game.
func waitsFor(t *testing.T, got apptest.Answer, game string) {
	t.Helper()
	got.Refused(http.StatusServiceUnavailable, "TRY_AGAIN")
	if got.At("params.game") != game {
		t.Errorf("it waits for %q: %s", game, got.Text)
	}
}

// TestAbuserHidesMoneyInBetsBeforeAGrant (5b): what lies in open bets is not the bonus's win when it comes back. Where the
// game tells of it, or its balance fell and nobody knows why, nothing is granted.
func TestAbuserHidesMoneyInBetsBeforeAGrant(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{Content: stakesTold}, func(t *testing.T, a *apptest.App) {
		for _, game := range []string{"joker", "ufabet"} {
			m := newAbuser(t, a)
			m.deposit(3000)
			m.into(game, 3000)
			a.Sandbox.Stake(game, m.user(game), "3000")
			m.deposit(500)
			waitsFor(t, m.take("WELCOME100"), game)
			waitsFor(t, m.take("WEEKLY"), game)
			waitsFor(t, m.Get("/api/promotion/activate/WELCOME"), game)
			a.Sandbox.VoidStake(game, m.user(game))
			m.take("WELCOME100").OK(http.StatusOK)
			sees(t, m.Get("/api/bonus/check/active").OK(http.StatusOK), map[string]string{"own": "3000", "base": "1000", "target": "6000"})
			if m.Get("/api/bonus/check/minimum").OK(http.StatusOK); !m.active() {
				t.Fatal("a bet that came back has reached the target")
			}
			m.GivesUp()
			apptest.Eventually(t, "it ends", func() bool { return !m.active() })
			m.gainsNothing()
		}

		// Nobody tells what is open at askmebet: its balance fell, and for a week it is as if it could not be read.
		m := newAbuser(t, a)
		m.deposit(3000)
		m.into("askmebet", 3000)
		a.Sandbox.Stake("askmebet", m.user("askmebet"), "3000")
		m.deposit(500)
		waitsFor(t, m.take("WELCOME100"), "askmebet")
		waitsFor(t, m.Get("/api/refund/receive"), "askmebet")
		a.Sandbox.VoidStake("askmebet", m.user("askmebet"))
		waitsFor(t, m.take("WELCOME100"), "askmebet")
		a.Pass(6*24*time.Hour + 23*time.Hour)
		m.Again()
		waitsFor(t, m.take("WEEKLY"), "askmebet")
		a.Pass(2 * time.Hour)
		m.Again()
		m.deposit(500)
		m.take("WELCOME100").OK(http.StatusOK)
		sees(t, m.Get("/api/bonus/check/active").OK(http.StatusOK), map[string]string{"own": "3500", "target": "6500"})
		m.GivesUp()
		m.gainsNothing()
	})
}

// TestAbuserHidesMoneyInBetsAtAnEnd (5b): what lies in open bets is not lost, so that it neither ends a bonus as lost, nor is
// kept from what goes back, nor refunded.
func TestAbuserHidesMoneyInBetsAtAnEnd(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{Content: stakesTold}, func(t *testing.T, a *apptest.App) {
		hides := func() *abuser {
			m := newAbuser(t, a)
			m.deposit(500)
			m.take("WELCOME100").OK(http.StatusOK)
			m.into("joker", 1000)
			a.Sandbox.Stake("joker", m.user("joker"), "1000")
			return m
		}
		m := hides()
		waitsFor(t, m.Get("/api/bonus/check/minimum"), "joker")
		waitsFor(t, m.Get("/api/bonus/clear?giveUp=true"), "joker")
		m.Post("/api/wallet/withdraw", map[string]any{"amount": 100}).Refused(http.StatusConflict, "BONUS_REMAINING")
		if !m.active() {
			t.Fatal("it ended by what lies in a bet")
		}
		a.Sandbox.VoidStake("joker", m.user("joker"))
		m.GivesUp()
		apptest.Eventually(t, "it ends", func() bool { return !m.active() })
		if got, want := m.has(), 500*money.Baht; got != want {
			t.Errorf("it has %s, want its own %s", got, want)
		}
		m.gainsNothing()

		// At expiry the end is decided, and waits for the bet with the gates shut.
		m = hides()
		a.Pass(15 * 24 * time.Hour)
		m.Again()
		apptest.Eventually(t, "its time is over", func() bool {
			return m.Get("/api/bonus/check/active").OK(http.StatusOK).At("state") == "ending"
		})
		a.Pass(10 * time.Minute)
		if !m.active() {
			t.Fatal("it ended while all lay in a bet")
		}
		m.Post("/api/wallet/withdraw", map[string]any{"amount": 100}).Refused(http.StatusConflict, "BONUS_REMAINING")
		a.Sandbox.VoidStake("joker", m.user("joker"))
		a.Pass(5 * time.Minute)
		apptest.Eventually(t, "it ends", func() bool { return !m.active() })
		if got, want := m.has(), 500*money.Baht; got != want {
			t.Errorf("after expiry it has %s, want its own %s", got, want)
		}
		m.gainsNothing()

		// A bet that is open is no loss, wherever it is told.
		for _, game := range []string{"joker", "ufabet"} {
			m = newAbuser(t, a)
			m.deposit(1000)
			m.into(game, 1000)
			a.Sandbox.Stake(game, m.user(game), "1000")
			m.Get("/api/refund/receive").Refused(http.StatusBadRequest, "REFUND_MINIMUM")
			a.Sandbox.VoidStake(game, m.user(game))
			m.gainsNothing()
		}
	})
}
