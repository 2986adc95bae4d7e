package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
	"time"

	"krapao/game"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/internal/testkit/apptest"
	"krapao/internal/testkit/memnet"
	"krapao/money"
)

// A node that stands alone runs with a clock that is a day ahead, and is started again once it was corrected. What was played
// meanwhile and what is played afterwards counts, once, whichever way its provider reports: no report goes on in the future.
func TestPlayCountsAfterAClockWasCorrected(t *testing.T) {
	t.Parallel()
	storetest.Bubble(t, func(t *testing.T, engine store.Engine) {
		machine := &wrong{}
		a := apptest.Start(t, apptest.Options{
			Engine: engine, Clock: apptest.JumpingFrom(time.Now()), Net: memnet.New(),
			Database: func(c *store.Config) { c.Clock = machine },
		})
		c := a.Member()
		a.Deposit(c, "5000")
		users := reportingGames(t, a, c)
		play := func() {
			for code, user := range users {
				a.Sandbox.Round(code, user, json.Number("2"), json.Number("2"))
			}
		}
		for i, ahead := range []time.Duration{time.Hour, 25 * time.Hour} {
			a.RestartAfter(func() { machine.ahead.Store(int64(ahead)) })
			play()
			pass(5 * time.Minute) // reports are read meanwhile, as far as a provider answers such a clock
			a.RestartAfter(func() { machine.ahead.Store(0) })
			c.Again()
			play()
			want := money.Credits(4*(i+1)) * money.Credit
			known := func() bool {
				for _, turnover := range turnovers(t, a, c, users) {
					if turnover != want {
						return false
					}
				}
				return true
			}
			for n := 0; !known(); n++ {
				if n == 40 {
					t.Fatalf("after a clock that was %s ahead: %v, want %s at each", ahead, turnovers(t, a, c, users), want)
				}
				pass(15 * time.Second)
			}
		}
		booksWhole(t, a)
	})
}

// reportingGames opens an account with 100 baht at every game whose provider reports play, and returns the accounts' names.
func reportingGames(t *testing.T, a *apptest.App, c *apptest.Client) map[string]string {
	t.Helper()
	listed, err := a.Games.Catalogue.Games(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	users := map[string]string{}
	for _, g := range listed {
		if a.Games.Provider(g.Provider).Capabilities().Report == game.ReportNone {
			continue
		}
		c.Get("/api/wallet/activate/" + g.Code).OK(http.StatusOK)
		users[g.Code] = c.Get("/api/wallet/account/" + g.Code).OK(http.StatusOK).At("username")
		c.Post("/api/wallet/transfer", map[string]any{"from": "WALLET", "to": g.Code, "amount": 100}).OK(http.StatusOK)
	}
	return users
}

// turnovers are what a member bet at each game, as far as it is known.
func turnovers(t *testing.T, a *apptest.App, c *apptest.Client, users map[string]string) map[string]money.Credits {
	t.Helper()
	now := a.Store.Now()
	list, err := a.Games.Reports.Played(t.Context(), memberID(t, a, c), now.AddDate(0, 0, -5), now.AddDate(0, 0, 5))
	if err != nil {
		t.Fatal(err)
	}
	byProvider := map[string]money.Credits{}
	for _, p := range list {
		byProvider[p.Provider] += p.Turnover
	}
	listed, err := a.Games.Catalogue.Games(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	sums := map[string]money.Credits{}
	for _, g := range listed {
		if _, opened := users[g.Code]; opened {
			sums[fmt.Sprint(g.Code, " at ", g.Provider)] = byProvider[g.Provider]
		}
	}
	return sums
}
