package report_test

import (
	"fmt"
	"testing"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/operator/report"
)

// TestTurnoverIsOfTheDays: a row has what was bet in its time at each provider. One that reports nothing has none, one at which
// nobody bet has 0, and while bets are being added up nobody is told a sum.
func TestTurnoverIsOfTheDays(t *testing.T) {
	t.Parallel()
	storetest.EachAt(t, sunday.Add(12*time.Hour), func(t *testing.T, s *store.Store, c *clock.Fake) {
		b := setup(t, s, c)
		day := func(n int) time.Time { return sunday.AddDate(0, 0, n) }
		b.move("game_result", "result:joker", "game:joker:nok", "lost", 5_00, 5_00)
		b.move("game_result", "result:silent", "game:joker:nok", "lost", 5_00, 5_00)
		c.Advance(24 * time.Hour)
		b.move("game_result", "result:joker", "game:joker:nok", "lost", 5_00, 5_00)
		b.add()
		stakes := report.Stakes{Whole: true, Reporting: []string{"joker", "pg"}, Days: []report.DayStakes{
			{day(-1), "joker", 900_00},
			{day(0), "joker", 70_00},
			{day(0), "pg", 30_00},
			{day(2), "gone", 1_00},
			{day(3), "joker", 2_00},
		}}
		said := func(stakes report.Stakes, by report.By, want string) {
			t.Helper()
			f, err := b.staking(stakes).Finance(t.Context(), report.Asked{From: day(0), To: day(3), By: by})
			if err != nil || f.Whole != stakes.Whole {
				t.Errorf("whole: %v, %v", f.Whole, err)
			}
			got := ""
			for _, r := range f.Rows {
				got += "|"
				for _, p := range r.Providers {
					if got += " " + p.Code + " "; p.Turnover == nil {
						got += "?"
					} else {
						got += fmt.Sprint(*p.Turnover)
					}
				}
			}
			if got != want {
				t.Errorf("%s: %s", by, got)
			}
		}
		said(stakes, report.Day, "| joker 70.00 pg 30.00 silent ?| joker 0.00| gone 1.00")
		said(stakes, report.Month, "| gone 1.00 joker 70.00 pg 30.00 silent ?")
		stakes.Whole = false
		said(stakes, report.Day, "| joker ? silent ?| joker ?|")
	})
}
