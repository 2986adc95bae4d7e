package app_test

import (
	"log/slog"
	"slices"
	"testing"
	"time"

	"krapao/brake"
	"krapao/internal/app"
	"krapao/internal/argon"
	"krapao/internal/clock"
	"krapao/internal/config"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/operator"
	"krapao/operator/halt"
	"krapao/operator/operatortest"
)

// A node that starts with another secret of a provider stops it, and nothing else. Two who approve let it go on.
func TestAStartWithAnotherSecretStopsItsSystem(t *testing.T) {
	t.Parallel()
	storetest.EachAt(t, time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC), func(t *testing.T, s *store.Store, now *clock.Fake) {
		start := func(secret string) *app.App {
			t.Helper()
			outside := app.Sandboxed("http://127.0.0.1:1")
			joker := outside.Providers["joker"]
			joker.Secret += secret
			outside.Providers["joker"] = joker
			a, err := app.Build(t.Context(), app.Config{
				Store: s, Masters: config.Masters{1: []byte("a test's master key, not random!")}, Outside: outside,
				OutsideFile: "outside.json", DemoOperators: operatortest.Demo(), Log: slog.New(slog.DiscardHandler),
				Argon: argon.Cost{Memory: 64, Passes: 1, Threads: 1},
			})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(a.Close)
			return a
		}
		stopped := func(a *app.App, want int) {
			t.Helper()
			all, err := a.Brakes.All(t.Context())
			found := []brake.Against{{Kind: brake.Unapproved}}
			if err != nil || len(all) != want || want == 1 && (all[0].System != "provider:joker" || all[0].Cause != brake.Credential ||
				!slices.Equal(all[0].Found, found)) {
				t.Fatalf("%+v, %v", all, err)
			}
		}
		first := start("")
		operatortest.Presses(t, first.Operators(), operatortest.Nok) // the house has two chiefs from now on
		first.Close()
		again := start("")
		stopped(again, 0)
		again.Close()
		a := start(" is another")
		stopped(a, 1)
		for _, chief := range operatortest.Demo() {
			if _, err := operatortest.Presses(t, a.Operators(), chief).Decides(
				operator.Decision{Subject: "provider:joker", Reason: "a new contract", Evidence: "the provider's letter"},
				func(d operator.Decision) (operator.Outcome, error) {
					return operatortest.Decide(t.Context(), a.Operators().Approvals, halt.KindCredential, d, nil)
				},
			); err != nil {
				t.Fatal(err)
			}
		}
		now.Advance(30 * time.Minute)
		if n, err := a.Operators().Approvals.RunDue(t.Context()); n != 1 || err != nil {
			t.Errorf("%d in force, %v", n, err)
		}
		stopped(a, 0)
	})
}
