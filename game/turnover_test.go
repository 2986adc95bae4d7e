package game_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"krapao/fault"
	"krapao/game"
	"krapao/internal/clock"
	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
)

func baht(n int64) money.Amount { return money.Amount(n) * money.Baht }

// timed is scripted with a clock that the test moves; it begins at noon in Bangkok.
func timed(
	t *testing.T, engine store.Engine, caps map[string]game.Capabilities,
) (w *world, scripts map[string]*script, names map[string]string, c *clock.Fake, hook *told) {
	t.Helper()
	c = clock.NewFake(time.Date(2026, 11, 22, 5, 0, 0, 0, time.UTC))
	scripts, hook = map[string]*script{}, &told{sums: map[string]sums{}}
	for name := range caps {
		scripts[name] = &script{caps: caps[name]}
	}
	w, names = scripted(t, storetest.OpenAt(t, engine, c), scripts, func(games *game.Service) { games.OnPlayed(hook.played) })
	return w, scripts, names, c, hook
}

// counter is a reading of a counter with a total.
func counter(username, day string, at time.Time, turnover money.Credits) game.Played {
	return game.Played{
		Round: username + "/" + day, Version: int64(clock.MicrosOf(at)), Username: username, BetAt: at, SettledAt: at,
		Count: 1, Turnover: turnover * money.Credit,
	}
}

func (w *world) turnover(from, to time.Time, providers ...string) (list []game.Turned) {
	w.t.Helper()
	if err := w.store.Write(w.t.Context(), func(tx *store.Tx) (err error) {
		list, err = w.TurnoverTx(w.t.Context(), tx, member, from, to, providers)
		return err
	}); err != nil {
		w.t.Fatal(err)
	}
	return list
}

// Rounds count by the time of the bet, both ends included, whenever and however often they are reported; a void one takes
// itself back.
func TestTurnoverOfRounds(t *testing.T) {
	t.Parallel()
	storetest.Bubble(t, func(t *testing.T, engine store.Engine) {
		rounds := game.Capabilities{Report: game.ReportRounds, ReportLag: time.Hour}
		w, scripts, names, c, hook := timed(t, engine, map[string]game.Capabilities{"alpha": rounds, "beta": rounds})
		from := c.Now()
		to := from.Add(time.Hour)
		at := func(code, round string, version int64, bet time.Time, turnover money.Credits) game.Played {
			r := row(names[code], round, version, turnover, 0)
			r.BetAt, r.SettledAt = bet, bet.Add(time.Minute)
			return r
		}
		voided := void(names["alpha"], "late", 2)
		voided.BetAt, voided.SettledAt = to, to
		scripts["alpha"].lists([]game.Played{
			at("alpha", "before", 1, from.Add(-time.Microsecond), 1000),
			at("alpha", "first", 1, from, 3),
			at("alpha", "first", 1, from, 3),
			at("alpha", "middle", 1, from.Add(time.Minute), 10),
			at("alpha", "middle", 2, from.Add(time.Minute), 7),
			at("alpha", "last", 1, to, 5),
			at("alpha", "late", 1, to, 50), voided,
			at("alpha", "after", 1, to.Add(time.Microsecond), 1000),
		})
		scripts["beta"].lists([]game.Played{at("beta", "first", 1, from, 9)})
		w.read()
		got := w.turnover(from, to, "alpha", "beta", "nowhere")
		if want := []game.Turned{{"alpha", "slot", baht(15)}, {"beta", "slot", baht(9)}}; !slices.Equal(got, want) {
			t.Errorf("%+v", got)
		}
		if got := w.turnover(from, to, "beta"); len(got) != 1 || got[0].Amount != baht(9) {
			t.Errorf("of one: %+v", got)
		}
		for _, added := range hook.all {
			if added.Counter || !added.Since.Equal(added.BetAt) {
				t.Errorf("a round is of one moment: %+v", added)
			}
		}
		if w.Lag("alpha") != time.Hour || w.Lag("nowhere") != 0 ||
			w.ReportForm("alpha") != game.ReportRounds || w.ReportForm("nowhere") != game.ReportNone {
			t.Error("what it reports, and how late")
		}
	})
}

// A counter's growth counts from the reading before it: never play from before the span, or possibly from before.
func TestTurnoverOfCounters(t *testing.T) {
	t.Parallel()
	storetest.Bubble(t, func(t *testing.T, engine store.Engine) {
		const lag = time.Minute
		caps := map[string]game.Capabilities{"alpha": {Report: game.ReportCounters, ReportLag: lag}}
		w, scripts, names, c, hook := timed(t, engine, caps)
		name, opened := names["alpha"], c.Now()
		w.use("alpha", name, opened)
		reads := func(after time.Duration, turnover money.Credits) time.Time {
			t.Helper()
			c.Advance(after)
			scripts["alpha"].mu.Lock()
			scripts["alpha"].pages, scripts["alpha"].asked = nil, nil
			scripts["alpha"].mu.Unlock()
			day := clock.Day(c.Now()).In(clock.Bangkok).Format("2006-01-02")
			if turnover > 0 {
				scripts["alpha"].pages = [][]game.Played{{counter(name, day, c.Now(), turnover)}}
			}
			w.setCursor("alpha")
			w.read()
			return c.Now()
		}
		is := func(what string, from, to time.Time, want money.Amount) {
			t.Helper()
			sum := money.Amount(0)
			for _, x := range w.turnover(from, to, "alpha") {
				sum += x.Amount
			}
			if sum != want {
				t.Errorf("%s: %s, want %s", what, sum, want)
			}
		}
		since := func(what string, want time.Time) {
			t.Helper()
			last := hook.all[len(hook.all)-1]
			if !last.Counter || !last.Since.Equal(want.Add(-lag)) {
				t.Errorf("%s: since %s, want %s less the lag", what, last.Since, want)
			}
		}
		first := reads(time.Minute, 40) // never read before: since the account was opened
		since("the first reading", opened)
		second := reads(time.Minute, 100)
		since("the second", first)
		is("from before", opened.Add(-lag), second, baht(100))
		is("a span that begins at a reading", first, second, 0)
		is("it must begin a lag before", first.Add(-lag), second, baht(60))
		is("just too late", first.Add(-lag+time.Microsecond), second, 0)
		is("a reading after its end", opened.Add(-lag), second.Add(-time.Microsecond), baht(40))

		// The next day begins a new counter. The last reading of all counters shows that it was 0 then, unless the
		// account was used since: it may not have been requested.
		third := reads(13*time.Hour, 0)
		reads(time.Minute, 7)
		since("a new day, and the account slept", third)
		w.use("alpha", name, c.Now().Add(-time.Second))
		reads(24*time.Hour, 9)
		since("a new day, read before", third.Add(time.Minute))
		used := c.Now().Add(24 * time.Hour)
		w.use("alpha", name, used)
		reads(24*time.Hour+time.Minute, 5)
		since("it was used since", clock.Day(c.Now().Add(-24*time.Hour)))
	})
}

// use stores activity of an account.
func (w *world) use(provider, username string, at time.Time) {
	w.t.Helper()
	if err := w.store.Write(w.t.Context(), func(tx *store.Tx) error {
		_, err := tx.ExecContext(w.t.Context(), `UPDATE game_account SET active_at = $1 WHERE provider = $2 AND username = $3`,
			clock.MicrosOf(at), provider, username)
		return err
	}); err != nil {
		w.t.Fatal(err)
	}
}

// setCursor starts a script's report again: its counters are of the moment.
func (w *world) setCursor(source string) {
	w.t.Helper()
	if err := w.store.Write(w.t.Context(), func(tx *store.Tx) error {
		_, err := tx.ExecContext(w.t.Context(), `UPDATE game_report SET cursor = '' WHERE source = $1`, source)
		return err
	}); err != nil {
		w.t.Fatal(err)
	}
}

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
		blind, tells := &reads{}, &reads{script: script{caps: game.Capabilities{Report: game.ReportRounds}}}
		w := newWorld(t, s)
		box, err := secret.FromMaster(make([]byte, secret.KeySize))
		if err != nil {
			t.Fatal(err)
		}
		connections := map[string]game.Connection{"blind": {Provider: silent{blind}}, "tells": {Provider: tells}}
		w.Service = game.New(s, w.ledger, box, connections, game.Settings{
			CallTimeout: callTime,
		})
		w.OnChanged(func(_ context.Context, _ *store.Tx, before game.Account, amount money.Amount, asked time.Time) error {
			if fails {
				return fault.New(fault.TRY_AGAIN, "the commit fails")
			}
			told = append(told, change{before.Provider, amount, before.ReadAt.Before(asked)})
			return nil
		})
		if _, err := w.apply(`[{"code": "blind", "name": "B", "category": "slot", "family": "script"},
			{"code": "tells", "name": "T", "category": "slot", "family": "script"}]`); err != nil {
			t.Fatal(err)
		}
		names := map[string]string{"blind": w.open("blind").Username, "tells": w.open("tells").Username}
		confirm := func(code string, credits money.Credits) error {
			t.Helper()
			pass(time.Millisecond) // no two readings are of one moment
			blind.credits, tells.credits = credits*money.Credit, credits*money.Credit
			a, err := w.AccountNamed(t.Context(), code, names[code])
			if err != nil {
				t.Fatal(err)
			}
			_, err = w.Confirm(t.Context(), a)
			return err
		}
		if err := confirm("blind", 10); codeOf(err) != "TRY_AGAIN" {
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
		if want := []change{{"blind", baht(10), true}, {"blind", -baht(3), true}, {"blind", baht(1), true}}; !slices.Equal(told, want) {
			t.Errorf("told %+v", told)
		}
		result, err := w.ledger.Balance(t.Context(), ledger.GameResult("blind"))
		if err != nil || result.Posted != -baht(8) {
			t.Error("what was refused was booked: ", fmt.Sprint(result, err))
		}
	})
}

// reads is a script with a balance.
type reads struct {
	script
	credits money.Credits
}

func (r *reads) Balance(context.Context, game.Player) (game.Reading, error) {
	return game.Reading{Credits: r.credits}, nil
}

// silent is a provider without a report.
type silent struct{ game.Provider }

func (s silent) Capabilities() game.Capabilities { return game.Capabilities{Step: money.Credit / 100} }
