package report_test

import (
	"maps"
	"math/rand/v2"
	"testing"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
	"krapao/operator/report"
)

// dayOf is a day and whose figure it is.
type dayOf struct{ day, of string }

// TestASeriesIsTheFinanceReports: each figure by days is that of the finance report, and its hours add up to its days, from
// whatever moment it is asked for.
func TestASeriesIsTheFinanceReports(t *testing.T) {
	t.Parallel()
	storetest.EachAt(t, sunday.Add(23*time.Hour), func(t *testing.T, s *store.Store, c *clock.Fake) {
		b := setup(t, s, c)
		r := rand.New(rand.NewPCG(3, 4))
		for range 3 {
			b.traffic(r)
			b.move("bounced", ledger.Payout, ledger.Wallet(nok), "in payout", 1_00, 1_00)
			c.Advance(2 * time.Hour) // beyond midnight
			b.traffic(r)
			c.Advance(22 * time.Hour)
			b.add()
		}
		day := func(n int) time.Time { return sunday.AddDate(0, 0, n) }
		reports := b.reports()
		f, err := reports.Finance(t.Context(), report.Asked{From: day(1), To: day(3), By: report.Day})
		if err != nil || len(f.Rows) != 2 {
			t.Fatal(f, err)
		}
		asked := func(what report.What, days bool) map[dayOf]money.Amount {
			t.Helper()
			// Days that begin at midnight of day 1 and day 2, and the hours of both.
			from, to := day(1), day(3)
			if days {
				from, to = from.Add(-time.Hour), to.Add(-time.Hour)
			}
			got, err := reports.Tally(t.Context(), report.SeriesAsked{What: what, Days: days, From: from, To: to})
			if err != nil || !got.Whole {
				t.Errorf("%s: %+v, %v", what, got, err)
			}
			sums := map[dayOf]money.Amount{}
			for _, x := range got.Series {
				for _, p := range x.Points {
					sums[dayOf{p.At.In(clock.Bangkok).Format(time.DateOnly), x.Of}] += p.Amount
				}
			}
			return sums
		}
		for what, want := range figures(f.Rows) {
			byDay, byHour := asked(what, true), asked(what, false)
			if !maps.Equal(byDay, want) {
				t.Errorf("%s by days is %v, and the finance report has %v", what, byDay, want)
			}
			if !maps.Equal(byHour, want) {
				t.Errorf("%s by hours is %v, and the finance report has %v", what, byHour, want)
			}
		}
	})
}

// figures are those of a report's rows, as series have them.
func figures(rows []report.Row) map[report.What]map[dayOf]money.Amount {
	all := map[report.What]map[dayOf]money.Amount{}
	for _, r := range rows {
		add := func(what report.What, of string, amount money.Amount) {
			if all[what] == nil {
				all[what] = map[dayOf]money.Amount{}
			}
			if amount != 0 {
				all[what][dayOf{r.From.In(clock.Bangkok).Format(time.DateOnly), of}] = amount
			}
		}
		for _, ch := range r.Channels {
			if ch.Code == "payout" {
				add(report.Withdrawn, report.Payouts, ch.Out)
				add(report.Returned, report.Payouts, ch.In)
				continue
			}
			add(report.Deposited, ch.Code, ch.In)
			add(report.Returned, ch.Code, ch.Out)
		}
		for _, p := range r.Providers {
			add(report.GGR, p.Code, p.GGR)
		}
		add(report.BonusCost, string(ledger.Bonus), r.Bonus)
		add(report.RefundCost, string(ledger.Refund), r.Refund)
		add(report.PrizeCost, string(ledger.Prize), r.Prize)
		add(report.Adjusted, string(ledger.Adjustment), r.Adjustment)
		add(report.WrittenOff, string(ledger.Adjustment), r.WriteOff)
		add(report.Charged, string(ledger.Fees), r.Fee)
		add(report.InviteCost, string(ledger.Invite), r.Invite)
	}
	return all
}

// TestSeriesOfMembersAndBets: members by the hour in which their day began or on which they registered; bets by days alone;
// one of a kind by its name. What is too long, or ends before it begins, is refused.
func TestSeriesOfMembersAndBets(t *testing.T) {
	t.Parallel()
	storetest.EachAt(t, sunday.Add(12*time.Hour+time.Minute), func(t *testing.T, s *store.Store, c *clock.Fake) {
		b := setup(t, s, c)
		b.move("deposit", ledger.Bank("SCB1"), ledger.Wallet(nok), "in SCB1", 5_00, 5_00)
		c.Advance(3 * time.Hour)
		b.move("deposit", ledger.Bank("KBANK1"), ledger.Wallet(nok), "in KBANK1", 5_00, 5_00)
		b.add()
		reports := b.staking(report.Stakes{Whole: true, Days: []report.DayStakes{{sunday, "joker", 70_00}, {sunday, "pg", 1_00}}})
		for name, row := range map[string]struct {
			what          report.What
			of            string
			days          bool
			at            time.Time
			amount, count int64
		}{
			"active by hours": {report.Active, "", false, sunday.Add(12 * time.Hour), 0, 1},
			"active by days":  {report.Active, "", true, sunday, 0, 1},
			"new":             {report.Registered, "", true, sunday, 0, 3},
			"bets":            {report.Turnover, "joker", true, sunday, 70_00, 0},
			"one channel":     {report.Deposited, "KBANK1", false, sunday.Add(15 * time.Hour), 5_00, 1},
		} {
			got, err := reports.Tally(t.Context(), report.SeriesAsked{
				What: row.what, Of: row.of, Days: row.days, From: sunday, To: sunday.AddDate(0, 0, 1),
			})
			want := report.SeriesPoint{At: row.at.UTC(), Amount: money.Amount(row.amount), Count: row.count}
			if err != nil || len(got.Series) != 1 || got.Series[0].Of != row.of || len(got.Series[0].Points) != 1 ||
				got.Series[0].Points[0] != want || !got.Whole {
				t.Errorf("%s: %+v, %v, want %+v", name, got, err, want)
			}
		}
		for name, row := range map[string]struct {
			what report.What
			days bool
			long int
			code fault.Code
		}{
			"bets by hours":         {report.Turnover, false, 1, fault.INVALID_INPUT},
			"it ends as it begins":  {report.Deposited, false, 0, fault.INVALID_INPUT},
			"hours of 32 days":      {report.Deposited, false, 32, fault.RANGE_TOO_LARGE},
			"401 days":              {report.Deposited, true, 401, fault.RANGE_TOO_LARGE},
			"hours of 31 days pass": {report.Deposited, false, 31, ""},
			"400 days pass":         {report.Deposited, true, 400, ""},
		} {
			_, err := reports.Tally(t.Context(), report.SeriesAsked{
				What: row.what, Days: row.days, From: sunday, To: sunday.AddDate(0, 0, row.long),
			})
			if row.code == "" && err != nil || row.code != "" && !fault.Is(err, row.code) {
				t.Errorf("%s: %v", name, err)
			}
		}
		reports = b.staking(report.Stakes{})
		if got, err := reports.Tally(t.Context(), report.SeriesAsked{
			What: report.Turnover, Days: true, From: sunday, To: sunday.AddDate(0, 0, 1),
		}); err != nil || got.Whole {
			t.Errorf("bets that are still being added up: %+v, %v", got, err)
		}
	})
}
