package report_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"krapao/game"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/money"
)

// staked is what members bet, by provider and day.
func (w *world) staked(from, to time.Time) (days []string, whole bool) {
	w.T.Helper()
	list, whole, err := w.Reports.Staked(w.T.Context(), from, to)
	if err != nil {
		w.T.Fatal(err)
	}
	for _, d := range list {
		days = append(days, fmt.Sprint(d.Day.In(clock.Bangkok).Format("01-02 15:04 "), d.Provider, " ", d.Amount))
	}
	return days, whole
}

// rounds is the sum of all that is kept of rounds, in satang of a factor of 1.
func (w *world) rounds() (sum money.Amount) {
	w.T.Helper()
	var credits int64
	sums := w.Store.DB().QueryRowContext(w.T.Context(), `SELECT COALESCE(SUM(turnover), 0) FROM game_play`)
	if err := sums.Scan(&credits); err != nil {
		w.T.Fatal(err)
	}
	return money.Credits(credits).Baht(money.MustFactor("1"))
}

// change changes the database behind the reports' back.
func (w *world) change(queries ...string) {
	w.T.Helper()
	if err := w.Store.Write(w.T.Context(), func(tx *store.Tx) error {
		for _, query := range queries {
			if _, err := tx.ExecContext(w.T.Context(), query); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		w.T.Fatal(err)
	}
}

// TestBetsByDays: a day of the house has what was bet on it, each round once and in its newest version, whenever it is listed;
// and the days together have what the rounds have.
func TestBetsByDays(t *testing.T) {
	t.Parallel()
	storetest.Bubble(t, func(t *testing.T, engine store.Engine) {
		rounds := game.Capabilities{Report: game.ReportRounds}
		w, scripts, names, c, _ := timed(t, engine, map[string]game.Capabilities{"alpha": rounds, "beta": rounds, "silent": {}})
		midnight := clock.Day(c.Now())
		at := func(code, round string, version int64, bet time.Time, turnover money.Credits) game.Played {
			r := row(names[code], round, version, turnover, -1)
			r.BetAt, r.SettledAt = bet, bet.Add(time.Minute)
			return r
		}
		voided := void(names["alpha"], "void", 2)
		voided.BetAt, voided.SettledAt = midnight, midnight
		scripts["alpha"].lists([]game.Played{
			at("alpha", "last", 1, midnight.Add(-time.Microsecond), 40),
			at("alpha", "first", 1, midnight, 3),
			at("alpha", "first", 1, midnight, 3),
			at("alpha", "void", 1, midnight, 500), voided,
		})
		scripts["beta"].lists([]game.Played{at("beta", "first", 1, midnight.Add(time.Hour), 9)})
		w.read()
		is := func(what string, want ...string) {
			t.Helper()
			got, whole := w.staked(midnight.AddDate(0, 0, -1), midnight.AddDate(0, 0, 1))
			if !slices.Equal(got, want) || !whole {
				t.Errorf("%s: %q, whole: %v", what, got, whole)
			}
		}
		is("at first", "11-21 00:00 alpha 40.00", "11-22 00:00 alpha 3.00", "11-22 00:00 beta 9.00")

		scripts["alpha"].lists([]game.Played{
			at("alpha", "first", 1, midnight, 3),
			at("alpha", "last", 2, midnight.Add(-time.Microsecond), 25),
			at("alpha", "last", 1, midnight.Add(-time.Microsecond), 40),
		})
		w.read()
		is("a round of the day before was corrected",
			"11-21 00:00 alpha 25.00", "11-22 00:00 alpha 3.00", "11-22 00:00 beta 9.00")
		if sum := w.rounds(); sum != baht(25+3+9) {
			t.Errorf("the rounds have %s", sum)
		}
		if got, _ := w.staked(midnight, midnight.AddDate(0, 0, 1)); len(got) != 2 {
			t.Errorf("of one day: %q", got)
		}
		if got := w.Reports.Reporting(); !slices.Equal(got, []string{"alpha", "beta"}) {
			t.Errorf("%q report", got)
		}
	})
}

// TestBetsOfBefore: what a store of before has is added by a job, each row once; until then the days are not whole.
func TestBetsOfBefore(t *testing.T) {
	t.Parallel()
	storetest.Bubble(t, func(t *testing.T, engine store.Engine) {
		w, scripts, names, c, _ := timed(t, engine, map[string]game.Capabilities{"alpha": {Report: game.ReportRounds}})
		midnight := clock.Day(c.Now())
		var page []game.Played
		for n := range 620 { // more than one commit takes
			r := row(names["alpha"], fmt.Sprint("r", n), 1, money.Credits(1+n%3), 0)
			r.BetAt = midnight.Add(time.Duration(n-300) * time.Minute)
			page = append(page, r)
		}
		corrected := page[7]
		corrected.Version, corrected.Turnover = 2, 900*money.Credit
		scripts["alpha"].lists(append(page, corrected))
		w.read()
		from, to := midnight.AddDate(0, 0, -1), midnight.AddDate(0, 0, 1)
		want, whole := w.staked(from, to)
		if len(want) != 2 || !whole {
			t.Fatalf("%q, whole: %v", want, whole)
		}
		// A node of the version before keeps a row without its day.
		w.change(`DELETE FROM game_turnover`, `UPDATE game_play SET tallied = FALSE`)
		if _, whole := w.staked(from, to); whole {
			t.Error("days that lack rows are whole")
		}
		for n, added := range []int{621, 0} {
			if got, err := w.Reports.TallyPlayed(t.Context()); err != nil || got != added {
				t.Errorf("run %d added %d, %v", n, got, err)
			}
			if got, whole := w.staked(from, to); !slices.Equal(got, want) || !whole {
				t.Errorf("run %d: %q and not %q, whole: %v", n, got, want, whole)
			}
		}
	})
}
