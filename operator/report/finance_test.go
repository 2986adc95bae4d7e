package report_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/ledger/tally"
	"krapao/money"
	"krapao/operator"
	"krapao/operator/report"
)

const nok = "NOK0MEMBER00"

// sunday is a day of Bangkok.
var sunday = time.Date(2026, 11, 22, 0, 0, 0, 0, clock.Bangkok)

// scene is a ledger, and the same in the test's own words.
type scene struct {
	*ledger.Ledger
	t     *testing.T
	s     *store.Store
	clock *clock.Fake
	tally *tally.Service
	n     int
	// days are what each day had, by the report's own words; owes is what the house owes at its end.
	days map[string]map[string]money.Amount
	owes map[string]money.Amount
	debt money.Amount
}

func setup(t *testing.T, s *store.Store, c *clock.Fake) *scene {
	t.Helper()
	l, err := ledger.Open(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	b := &scene{
		Ledger: l, t: t, s: s, clock: c, tally: tally.New(s),
		days: map[string]map[string]money.Amount{}, owes: map[string]money.Amount{},
	}
	if err := s.Write(t.Context(), func(tx *store.Tx) error {
		return l.OpenTx(t.Context(), tx, ledger.Wallet(nok), ledger.Held(nok), ledger.RefundPurse(nok), ledger.Game("joker", "nok"),
			ledger.Owed(nok), ledger.Bonus, ledger.Prize, ledger.Refund)
	}); err != nil {
		t.Fatal(err)
	}
	b.change(`UPDATE account SET floor = -100000000 WHERE name IN ('house:bonus', 'house:prize', 'house:refund')`)
	return b
}

// move moves money; says is the column that it belongs to, and owed by how much the house owes more.
func (b *scene) move(kind ledger.Kind, from, to ledger.Account, says string, amount, owed money.Amount) {
	b.t.Helper()
	b.n++
	if _, err := b.Move(b.t.Context(), ledger.Order{
		Key: ledger.InternalKey("test", strconv.Itoa(b.n)), Kind: kind, Debit: from, Credit: to, Amount: amount, Member: nok,
	}); err != nil {
		b.t.Fatal(err)
	}
	day := b.clock.Now().In(clock.Bangkok).Format(time.DateOnly)
	if b.days[day] == nil {
		b.days[day] = map[string]money.Amount{}
	}
	b.days[day][says] += amount
	b.debt += owed
	b.owes[day] = b.debt
}

// traffic is a little of everything that the house does, in amounts by chance.
func (b *scene) traffic(r *rand.Rand) {
	b.t.Helper()
	some := func() money.Amount { return money.Amount(1 + r.IntN(5_000)) }
	wallet, game, joker := ledger.Wallet(nok), ledger.Game("joker", "nok"), ledger.GameResult("joker")
	move := func(kind ledger.Kind, from, to ledger.Account, says string, sign money.Amount) {
		amount := some()
		b.move(kind, from, to, says, amount, sign*amount)
	}
	b.move("deposit", ledger.Bank("SCB1"), wallet, "in SCB1", 10_000_00, 10_000_00)
	move("deposit", ledger.Bank("KBANK1"), ledger.Held(nok), "in KBANK1", 1)
	move("deposit", ledger.Bank("SCB1"), ledger.Unmatched, "in SCB1", 1)
	move("reversed", wallet, ledger.Bank("SCB1"), "out SCB1", -1)
	move("withdraw", wallet, ledger.Payout, "out payout", -1)
	b.move("game_in", wallet, game, "inside", 6_000_00, 0)
	move("game_result", game, joker, "won", -1)
	move("game_result", joker, game, "lost", 1)
	move("refund", ledger.Refund, ledger.RefundPurse(nok), "refund", 1)
	move("capital", ledger.Capital, wallet, "other", 1)
	move("bonus", ledger.Bonus, wallet, "bonus", 1)
	move("prize", ledger.Prize, ledger.Coupons, "prize", 1)
	move("adjustment", ledger.Adjustment, wallet, "adjustment", 1)
	move("receivable", ledger.Owed(nok), wallet, "inside", 0)
	move("write_off", ledger.Adjustment, ledger.Owed(nok), "writeoff", 1)
	move("fee", wallet, ledger.Fees, "fee", -1)
}

// reports are made of the scene's books.
func (b *scene) reports() *report.Service {
	return b.staking(report.Stakes{Whole: true})
}

// staking are reports of a house whose members bet.
func (b *scene) staking(all report.Stakes) *report.Service {
	return report.New(report.Deps{
		Store: b.s, Tallies: b.tally, Approvals: operator.NewApprovals(operator.Deps{Store: b.s}),
		Registered: func(_ context.Context, from, _ time.Time, _ bool) ([]report.SeriesPoint, error) {
			return []report.SeriesPoint{{At: from, Count: 3}}, nil
		},
		Stakes: func(_ context.Context, from, to time.Time) (report.Stakes, error) {
			some := all
			some.Days = nil
			for _, d := range all.Days {
				if !d.Day.Before(from) && d.Day.Before(to) {
					some.Days = append(some.Days, d)
				}
			}
			return some, nil
		},
	})
}

func (b *scene) add() {
	b.t.Helper()
	if _, err := b.Seal(b.t.Context()); err != nil {
		b.t.Fatal(err)
	}
	if _, err := b.tally.Add(b.t.Context()); err != nil {
		b.t.Fatal(err)
	}
}

// said are the row's figures in the words of the scene.
func said(r report.Row) map[string]money.Amount {
	all := map[string]money.Amount{
		"bonus": r.Bonus, "prize": r.Prize, "adjustment": r.Adjustment, "writeoff": r.WriteOff, "fee": -r.Fee,
		"refund": r.Refund, "other": r.Other,
	}
	for _, c := range r.Channels {
		all["in "+c.Code], all["out "+c.Code] = c.In, c.Out
	}
	for _, p := range r.Providers {
		all["ggr "+p.Code] = p.GGR
	}
	return all
}

// TestTheFinanceReportIsTheDays: each row has what the day had, begins with what the house owed and ends with what it owes then,
// and adds up between; as days, weeks and months, at the end of the books and in their middle.
func TestTheFinanceReportIsTheDays(t *testing.T) {
	t.Parallel()
	storetest.EachAt(t, sunday.Add(23*time.Hour), func(t *testing.T, s *store.Store, c *clock.Fake) {
		b := setup(t, s, c)
		r := rand.New(rand.NewPCG(1, 2))
		for range 4 {
			b.traffic(r)
			c.Advance(2 * time.Hour) // beyond midnight
			b.traffic(r)
			c.Advance(22 * time.Hour)
			b.add()
		}
		reports := b.reports()
		day := func(n int) time.Time { return sunday.AddDate(0, 0, n) }
		f, err := reports.Finance(t.Context(), report.Asked{From: day(0), To: day(5), By: report.Day})
		if err != nil || len(f.Rows) != 5 || !f.Whole {
			t.Fatalf("%d rows, whole: %v, %v", len(f.Rows), f.Whole, err)
		}
		before := money.Amount(0)
		for n, row := range f.Rows {
			name := day(n).Format(time.DateOnly)
			got, want := said(row), b.days[name]
			want["ggr joker"] = want["won"] - want["lost"]
			for what, amount := range want {
				if _, shown := got[what]; shown && got[what] != amount {
					t.Errorf("%s: %s is %s and not %s", name, what, got[what], amount)
				}
			}
			for what, amount := range got {
				if amount != want[what] {
					t.Errorf("%s: %s is %s and not %s", name, what, amount, want[what])
				}
			}
			if row.Opening != before || row.Closing != b.owes[name] || !row.Whole {
				t.Errorf("%s: from %s to %s, and not from %s to %s", name, row.Opening, row.Closing, before, b.owes[name])
			}
			before = row.Closing
		}
		middle, err := reports.Finance(t.Context(), report.Asked{From: day(1), To: day(3), By: report.Week})
		if err != nil || len(middle.Rows) != 1 || middle.Rows[0].Opening != f.Rows[0].Closing ||
			middle.Rows[0].Closing != f.Rows[2].Closing || middle.Rows[0].Bonus != f.Rows[1].Bonus+f.Rows[2].Bonus {
			t.Errorf("the middle is %+v, %v", middle.Rows, err)
		}
		weeks, err := reports.Finance(t.Context(), report.Asked{From: day(-30), To: day(9), By: report.Week})
		if err != nil || len(weeks.Rows) != 7 || !weeks.Whole || weeks.Rows[0].Opening != 0 ||
			fmt.Sprint(weeks.Rows[1].From.In(clock.Bangkok).Weekday()) != "Monday" || weeks.Rows[6].Closing != before {
			t.Errorf("the weeks are %+v, %v", weeks.Rows, err)
		}
		months, err := reports.Finance(t.Context(), report.Asked{From: day(-30), To: day(9), By: report.Month})
		if err != nil || len(months.Rows) != 2 || !months.Whole {
			t.Errorf("%d months, %v", len(months.Rows), err)
		}
		if _, err := reports.Finance(t.Context(), report.Asked{From: day(0), To: day(401)}); !fault.Is(err, fault.RANGE_TOO_LARGE) {
			t.Error(err)
		}
		b.change(`DELETE FROM tally_hour WHERE account = 'bank:KBANK1'`) // a bank's sums are lost
		if f, err = reports.Finance(t.Context(), report.Asked{From: day(0), To: day(5)}); err != nil || f.Whole {
			t.Errorf("sums that lack an hour are whole, %v", err)
		}
	})
}

// change changes the database behind the ledger's back.
func (b *scene) change(query string) {
	b.t.Helper()
	if err := b.s.Write(b.t.Context(), func(tx *store.Tx) error {
		_, err := tx.ExecContext(b.t.Context(), query)
		return err
	}); err != nil {
		b.t.Fatal(err)
	}
}
