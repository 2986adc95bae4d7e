package report_test

import (
	"strings"
	"sync"
	"testing"

	"krapao/connect/provider"
	"krapao/connect/provider/gsc"
	"krapao/game"
	"krapao/game/gametest"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/money"
	"krapao/sandbox"
)

// Providers under one operator share a report: it is read once, and each row goes to the product that it names, or to the
// provider that has the account.
func TestASharedReportIsReadOnce(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		product := func(site string) *script {
			return &script{caps: game.Capabilities{Report: game.ReportRounds, Source: "operator", Site: site}}
		}
		providers := map[string]*script{"alpha": product("AA"), "beta": product("BB"), "gamma": product("CC"), "delta": product("CC")}
		w, names := scripted(t, s, providers)
		if tasks := w.Reports.Tasks(); len(tasks) != 1 || tasks[0].Name != "report:operator" {
			t.Fatalf("%+v", tasks)
		}
		at := func(site, username string, turnover money.Credits) game.Played {
			r := row(strings.ToUpper(username), "r"+username+site, 1, turnover, 0)
			r.Site = site
			return r
		}
		providers["alpha"].lists([]game.Played{
			at("AA", names["alpha"], 1), at("BB", names["beta"], 2), at("CC", names["gamma"], 3), at("CC", names["delta"], 4),
			at("AA", "kstranger000", 50), at("ZZ", names["alpha"], 60), at("BB", names["alpha"], 70),
		})
		w.read()
		for provider, want := range map[string]money.Amount{"alpha": 1_00, "beta": 2_00, "gamma": 3_00, "delta": 4_00} {
			w.want("shared", provider, sums{1, want, 0})
			if to, err := w.Reports.ReportedUpTo(t.Context(), provider); err != nil || to.IsZero() {
				t.Errorf("%s: reported up to %s, %v", provider, to, err)
			}
		}
		for _, provider := range []string{"beta", "gamma", "delta"} {
			if len(providers[provider].asked) != 0 {
				t.Errorf("%s was asked too", provider)
			}
		}
	})
}

// Products of one operator share a report that lists a row only until it is acknowledged. Whatever fails between the
// answer and the commit, and whoever reads at the same moment, no row is acknowledged that was not stored.
func TestAReportThatForgetsLosesNothing(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		hook := &told{sums: map[string]sums{}}
		w := newReported(t, s)
		w.Node = w.shared()
		w.Reports.OnPlayed(hook.played)
		if _, err := w.Apply(`[
			{"code": "tgsc", "name": "GE", "category": "sport", "family": "gsc"},
			{"code": "tgsc3", "name": "XO", "category": "slot", "family": "gsc"}
		]`); err != nil {
			t.Fatal(err)
		}
		casino, slots := w.account("tgsc", 1000), w.account("tgsc3", 1000)
		beside := w.shared()
		beside.Reports.OnPlayed(hook.played)
		for n := range 9 {
			w.Outside.Round("tgsc", casino.Username, "10", "4")
			w.Outside.Round("tgsc3", slots.Username, "5", "6")
			if n == 4 {
				w.Outside.Void("tgsc", casino.Username)
			}
			hook.fail = n % 3
			var wait sync.WaitGroup
			for _, node := range []*gametest.Node{w.Node, beside} {
				wait.Go(func() { _ = read(t.Context(), node) }) // fails where the commit does
			}
			wait.Wait()
		}
		hook.fail = 0
		w.read()
		w.read()
		w.want("nine rounds, one void", "tgsc", sums{8, 80_00, -48_00})
		w.want("nine rounds", "tgsc3", sums{9, 45_00, 9_00})
		if hook.sums["tgsc"] != (sums{0, 80_00, -48_00}) || hook.sums["tgsc3"] != (sums{0, 45_00, 9_00}) {
			t.Errorf("told: %+v", hook.sums)
		}
	})
}

// shared is a node whose two providers are products of one operator.
func (w *world) shared() *gametest.Node {
	w.T.Helper()
	credentials := sandbox.DemoCredentials().GSC
	connections := map[string]game.Connection{}
	for code, product := range map[string]string{"tgsc": "GE", "tgsc3": "XO"} {
		connections[code] = game.Connection{Family: "gsc", Provider: gsc.New(gsc.Config{
			BaseURL: w.Outside.URL + "/games/" + code + "/gsc", DataURL: w.Outside.URL + "/gsc/log",
			Operator: credentials.Operator, Secret: credentials.Secret, Product: product, GameType: "LC",
			Terms: provider.Terms{Source: "operator", Outbound: w.Outbound()},
		})}
	}
	return gametest.New(w.T, w.Store, w.Ledger, connections, game.Timeouts{Call: gametest.CallTime})
}
