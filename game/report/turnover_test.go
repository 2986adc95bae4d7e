package report_test

import (
	"slices"
	"testing"
	"time"

	"krapao/game"
	"krapao/game/gametest"
	"krapao/game/report"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
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
	w, names = scripted(t, storetest.OpenAt(t, engine, c), scripts, func(n *gametest.Node) { n.Reports.OnPlayed(hook.played) })
	return w, scripts, names, c, hook
}

// counter is a reading of a counter with a total.
func counter(username, day string, at time.Time, turnover money.Credits) game.Played {
	return game.Played{
		Round: username + "/" + day, Version: int64(clock.MicrosOf(at)), Username: username, BetAt: at, SettledAt: at,
		Count: 1, Turnover: turnover * money.Credit,
	}
}

func (w *world) turnover(from, to time.Time, providers ...string) (list []report.Turned) {
	w.T.Helper()
	if err := w.Store.Write(w.T.Context(), func(tx *store.Tx) (err error) {
		list, err = w.Reports.TurnoverTx(w.T.Context(), tx, gametest.Member, from, to, providers)
		return err
	}); err != nil {
		w.T.Fatal(err)
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
		if want := []report.Turned{{"alpha", "slot", baht(15)}, {"beta", "slot", baht(9)}}; !slices.Equal(got, want) {
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
	w.T.Helper()
	if err := w.Store.Write(w.T.Context(), func(tx *store.Tx) error {
		_, err := tx.ExecContext(w.T.Context(), `UPDATE game_account SET active_at = $1 WHERE provider = $2 AND username = $3`,
			clock.MicrosOf(at), provider, username)
		return err
	}); err != nil {
		w.T.Fatal(err)
	}
}

// setCursor starts a script's report again: its counters are of the moment.
func (w *world) setCursor(source string) {
	w.T.Helper()
	if err := w.Store.Write(w.T.Context(), func(tx *store.Tx) error {
		_, err := tx.ExecContext(w.T.Context(), `UPDATE game_report SET cursor = '' WHERE source = $1`, source)
		return err
	}); err != nil {
		w.T.Fatal(err)
	}
}
