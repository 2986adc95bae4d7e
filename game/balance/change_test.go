package balance_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"krapao/fault"
	"krapao/game"
	"krapao/game/gametest"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
)

// If a provider has no report, what a reading found beyond our transfers is passed on in the commit that books it;
// otherwise the report does it.
func TestAChangeIsToldWhereNothingIsReported(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		type change struct {
			provider string
			amount   money.Amount
			read     bool
		}
		var told []change
		fails := true
		blind, tells := &reads{}, &reports{}
		w := gametest.NewWorld(t, s)
		connections := map[string]game.Connection{"blind": {Provider: blind}, "tells": {Provider: tells}}
		w.Node = gametest.New(t, s, w.Ledger, connections, game.Timeouts{Call: gametest.CallTime})
		w.Balances.OnChanged(func(_ context.Context, _ *store.Tx, before game.Account, amount money.Amount, asked time.Time) error {
			if fails {
				return fault.New(fault.TRY_AGAIN, "the commit fails")
			}
			told = append(told, change{before.Provider, amount, before.ReadAt.Before(asked)})
			return nil
		})
		if _, err := w.Apply(`[{"code": "blind", "name": "B", "category": "slot", "family": "script"},
			{"code": "tells", "name": "T", "category": "slot", "family": "script"}]`); err != nil {
			t.Fatal(err)
		}
		names := map[string]string{"blind": w.Open("blind").Username, "tells": w.Open("tells").Username}
		confirm := func(code string, credits money.Credits) error {
			t.Helper()
			gametest.Pass(time.Millisecond) // no two readings are of one moment
			blind.credits, tells.credits = credits*money.Credit, credits*money.Credit
			a, err := w.Accounts.Named(t.Context(), code, names[code])
			if err != nil {
				t.Fatal(err)
			}
			_, err = w.Balances.Confirm(t.Context(), a)
			return err
		}
		if err := confirm("blind", 10); gametest.CodeOf(err) != "TRY_AGAIN" {
			t.Errorf("%v", err)
		}
		fails = false
		for _, credits := range []money.Credits{10, 10, 7, 8} {
			for _, code := range []string{"blind", "tells"} {
				if err := confirm(code, credits); err != nil {
					t.Error(err)
				}
			}
		}
		want := []change{{"blind", 10 * money.Baht, true}, {"blind", -3 * money.Baht, true}, {"blind", 1 * money.Baht, true}}
		if !slices.Equal(told, want) {
			t.Errorf("told %+v", told)
		}
		result, err := w.Ledger.Balance(t.Context(), ledger.GameResult("blind"))
		if err != nil || result.Posted != -8*money.Baht {
			t.Error("what was refused was booked: ", fmt.Sprint(result, err))
		}
	})
}

// reads is a provider with a balance that the test sets, and without a report.
type reads struct {
	game.Provider // none of its other calls are made
	credits       money.Credits
}

func (r *reads) Capabilities() game.Capabilities           { return game.Capabilities{Step: money.Credit / 100} }
func (r *reads) Ensure(context.Context, game.Player) error { return nil }
func (r *reads) Balance(context.Context, game.Player) (game.Reading, error) {
	return game.Reading{Credits: r.credits}, nil
}

// reports is a provider with a report of rounds.
type reports struct{ reads }

func (r *reports) Capabilities() game.Capabilities {
	c := r.reads.Capabilities()
	c.Report = game.ReportRounds
	return c
}

func (r *reports) Report(context.Context, game.ReportQuery) (game.ReportPage, error) {
	return game.ReportPage{}, nil
}
