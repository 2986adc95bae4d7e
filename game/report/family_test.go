package report_test

import (
	"encoding/json"
	"testing"
	"time"

	"krapao/connect/provider"
	"krapao/connect/provider/gsc"
	"krapao/connect/provider/gsc/wire"
	"krapao/connect/provider/sbo"
	"krapao/game"
	"krapao/game/gametest"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/sandbox"
)

// Three products under one operator, whose one report forgets acknowledged rows, and a sportsbook with open bets.
const operators = `[
	{"code": "tgsc", "name": "GE", "category": "sport", "family": "gsc"},
	{"code": "tgsc2", "name": "DG", "category": "sport", "family": "gsc"},
	{"code": "tgsc3", "name": "XO", "category": "slot", "family": "gsc"},
	{"code": "tsbo", "name": "SBO", "category": "sport", "family": "sbo"}
]`

// underOperators is a world of these games, with an account of 1,000 credits at each.
func underOperators(t *testing.T, s *store.Store) (*world, map[string]string) {
	t.Helper()
	w := newWorld(t, s)
	client, credentials := w.Outbound(), sandbox.DemoCredentials()
	all := map[string]game.Connection{"tsbo": {Family: "sbo", Provider: sbo.New(sbo.Config{
		BaseURL: w.Outside.URL + "/games/tsbo/sbo", CompanyKey: credentials.SBO.CompanyKey, Agent: credentials.SBO.Agent,
		Terms: provider.Terms{Outbound: client},
	})}}
	for code, product := range map[string]string{"tgsc": "GE", "tgsc2": "DG", "tgsc3": "XO"} {
		all[code] = game.Connection{Family: "gsc", Provider: gsc.New(gsc.Config{
			BaseURL: w.Outside.URL + "/games/" + code + "/gsc", DataURL: w.Outside.URL + "/gsc/log",
			Operator: credentials.GSC.Operator, Secret: credentials.GSC.Secret,
			Product: product, GameType: "LC", Unverifiable: !wire.Askable(product),
			Terms: provider.Terms{Source: "gsc:sbox", Outbound: client},
		})}
	}
	w.Node = gametest.New(t, w.Store, w.Ledger, all, game.Timeouts{Call: gametest.CallTime})
	if _, err := w.Apply(operators); err != nil {
		t.Fatal(err)
	}
	users := map[string]string{}
	for code := range all {
		users[code] = w.Open(code).Username
		w.Outside.Move(code, users[code], "1000", "")
	}
	return w, users
}

// reaches reads until the stored sums are right: a report with whole seconds lists this second in the next.
func (w *world) reaches(when string, want map[string]sums) {
	w.T.Helper()
	w.read()
	gametest.Pass(time.Second)
	w.read()
	for provider, sum := range want {
		w.want(when, provider, sum)
	}
}

// Rounds of all products are stored once each, under their own provider, even if commits fail: the operator's report
// forgets a row only after it was stored. Open bets are stored when they are settled, and void ones are taken out.
func TestReportsUnderOneOperator(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		hook := &told{sums: map[string]sums{}}
		w, users := underOperators(t, s)
		w.Reports.OnPlayed(hook.played)
		codes := []string{"tgsc", "tgsc2", "tgsc3", "tsbo"}
		for n := range 6 {
			for i, code := range codes {
				w.Outside.Round(code, users[code], "10", json.Number([]string{"0", "4", "10", "25"}[i]))
			}
			hook.fail = n % 3
			_ = read(t.Context(), w.Node) // it fails as often as it is told to
		}
		hook.fail = 0
		w.reaches("six rounds each", map[string]sums{
			"tgsc": {6, 60_00, -60_00}, "tgsc2": {6, 60_00, -36_00}, "tgsc3": {6, 60_00, 0}, "tsbo": {6, 60_00, 90_00},
		})
		for _, code := range []string{"tgsc", "tsbo"} {
			w.Outside.Stake(code, users[code], "30")
		}
		w.reaches("bets are open", map[string]sums{"tgsc": {6, 60_00, -60_00}, "tsbo": {6, 60_00, 90_00}})
		for _, code := range []string{"tgsc", "tsbo"} {
			w.Outside.Settle(code, users[code], "45")
		}
		w.reaches("bets are settled", map[string]sums{"tgsc": {7, 90_00, -45_00}, "tsbo": {7, 90_00, 105_00}})
		for _, code := range []string{"tgsc", "tsbo"} {
			w.Outside.Void(code, users[code])
		}
		want := map[string]sums{
			"tgsc": {6, 60_00, -60_00}, "tgsc2": {6, 60_00, -36_00}, "tgsc3": {6, 60_00, 0}, "tsbo": {6, 60_00, 90_00},
		}
		w.reaches("they are void", want)
		for provider, sum := range want {
			if got := hook.sums[provider]; got != (sums{0, sum.turnover, sum.net}) {
				t.Errorf("%s was told %+v, want %+v", provider, got, sum)
			}
		}
	})
}
