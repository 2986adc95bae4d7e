// Package report is what the house reports of its money (RULES.md section 14): what came in and went out, what games won, what
// credits cost, and what the house owes its members at the beginning and at the end.
//
// A report is made from the ledger's tallies (ledger/tally), so it reads no transfer. Each day, and when a cashier asks, what the
// house owes is kept beside what it has. If that is less, the automatic payouts stop with it.
package report

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"krapao/brake"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/ledger/tally"
	"krapao/money"
	"krapao/operator"
)

// Tallies are the sums of the ledger by days and hours.
type Tallies interface {
	Series(ctx context.Context, f tally.Filter) (points []tally.Point, asOf time.Time, whole bool, err error)
	ActiveHours(ctx context.Context, from, to time.Time) ([]tally.ActiveHour, error)
	Since(ctx context.Context, begins time.Time) (tally.Days, error)
	Totals(ctx context.Context) (totals []tally.Total, seal int64, asOf time.Time, whole bool, err error)
}

// Stakes are what members bet, by days of the bet.
type Stakes struct {
	Days []DayStakes
	// Reporting are the providers that report play.
	Reporting []string
	// Whole is false while what a store of before has is added up.
	Whole bool
}

// DayStakes is what members bet at a provider on a day.
type DayStakes struct {
	// Day is its beginning.
	Day      time.Time
	Provider string
	Amount   money.Amount
}

// Brakes stop systems of the outside.
type Brakes interface {
	StopForTx(ctx context.Context, tx *store.Tx, system string, found brake.Against, by string) error
}

// Deps are what reports are made of.
type Deps struct {
	Store   *store.Store
	Tallies Tallies
	// Stakes returns what members bet from the beginning of one day until before another, oldest first.
	Stakes func(ctx context.Context, from, to time.Time) (Stakes, error)
	// Registered returns how many members registered in each hour of a time, or on each of its days; those without any are left out.
	Registered func(ctx context.Context, from, to time.Time, days bool) ([]SeriesPoint, error)
	// PostedAt is what an account of the books had at a moment.
	PostedAt  func(ctx context.Context, account ledger.Account, at time.Time) (money.Amount, error)
	Approvals *operator.Approvals
	Brakes    Brakes
}

// Service makes reports. It is safe for concurrent use.
type Service struct {
	d Deps
	// kept is the day whose daily report is known to be there.
	mu   sync.Mutex
	kept string
	// made is told of every report that is kept, in its own commit; nil: nobody is.
	made func(ctx context.Context, tx *store.Tx, l Liability) error
}

// New makes it, and registers its kinds of decision.
func New(d Deps) *Service {
	s := &Service{d: d}
	d.Approvals.Register(
		operator.Kind{Name: KindBalance, Needs: operator.Cashier, Plan: s.planBalance},
		operator.Kind{Name: KindLiability, Needs: operator.Cashier, Plan: s.planLiability},
	)
	return s
}

// By is how long a row's time is.
type By string

// The lengths of rows. A week begins on Monday. The first and the last row may be a part of one.
const (
	Day   By = "day"
	Week  By = "week"
	Month By = "month"
)

// Asked is the time of a report, in whole days of Bangkok: From inclusive, To exclusive.
type Asked struct {
	From, To time.Time
	By       By
}

// mostDays is how long a report may be.
const mostDays = 400

// Channel is a way by which money comes and goes: a bank account or gateway by its code, and "payout".
type Channel struct {
	Code    string
	In, Out money.Amount
	// Count is how many transfers that are.
	Count int64
}

// Provider is what a provider's games won from members: GGR, negative where members won.
type Provider struct {
	Code string
	GGR  money.Amount
	// Turnover is what members bet there, by the time of the bet. nil: the provider reports no play, or it is not added up yet.
	Turnover *money.Amount
}

// Row is a part of a report's time.
type Row struct {
	// From is its beginning, and To its end.
	From, To  time.Time
	Channels  []Channel
	Providers []Provider
	// What members got of the house, less what went back: positive is a cost.
	Bonus, Refund, Invite, Prize, Adjustment, WriteOff, Fee, Other money.Amount
	// What members have and owe, at the end of the row. Held, unmatched and coupons are a part of Closing, and so is Owed,
	// which is what members owe the house: it lessens Closing.
	Held, Unmatched, Coupons, Owed money.Amount
	// Opening and Closing are what the house owes its members, by the books.
	Opening, Closing money.Amount
	// Whole reports whether Closing is Opening and all that stands between.
	Whole bool
}

// Finance is a finance report.
type Finance struct {
	Rows []Row
	AsOf time.Time
	// Whole: every row adds up to the accounts, and nothing waits to be added up.
	Whole bool
}

// Finance makes the finance report of a time. RANGE_TOO_LARGE: it is longer than 400 days.
func (s *Service) Finance(ctx context.Context, a Asked) (Finance, error) {
	from, to := clock.Day(a.From), clock.Day(a.To)
	switch days := to.Sub(from).Hours() / 24; {
	case days <= 0:
		return Finance{}, fault.New(fault.INVALID_INPUT, "a report ends after it begins")
	case days > mostDays:
		return Finance{}, fault.New(fault.RANGE_TOO_LARGE, "a report has at most %d days", mostDays).With("days", mostDays)
	}
	sums, err := s.d.Tallies.Since(ctx, from)
	if err != nil {
		return Finance{}, err
	}
	f := Finance{AsOf: sums.AsOf, Whole: sums.Whole}
	held := holdings{}
	for _, t := range sums.Totals {
		held[t.Account] += t.Amount
	}
	later := slices.IndexFunc(sums.Points, func(p tally.DayPoint) bool { return !p.Begins.Before(to) })
	if later < 0 {
		later = len(sums.Points)
	}
	for _, p := range sums.Points[later:] {
		held[p.Account] -= p.Amount
	}
	f.Rows = rowsOf(sums.Points[:later], parts(from, to, a.By), held)
	for _, r := range f.Rows {
		f.Whole = f.Whole && r.Whole
	}
	return f, s.addStakes(ctx, &f, from, to)
}

// parts are the beginnings and ends of the rows.
func parts(from, to time.Time, by By) (rows []Row) {
	for begins := from; begins.Before(to); {
		ends := begins.In(clock.Bangkok).AddDate(0, 0, 1)
		for ends.Before(to) && !by.begins(ends) {
			ends = ends.AddDate(0, 0, 1)
		}
		rows = append(rows, Row{From: begins.UTC(), To: ends.UTC()})
		begins = ends
	}
	return rows
}

// begins reports whether a row begins with a day.
func (by By) begins(day time.Time) bool {
	switch by {
	case Week:
		return day.Weekday() == time.Monday
	case Month:
		return day.Day() == 1
	case Day:
	}
	return true
}

// holdings is what accounts and classes have.
type holdings map[string]money.Amount

// owed is what the house owes its members: their wallets, held money, purses and games, their coupons, and what nobody is
// matched to yet, less what they owe.
func (h holdings) owed() (sum money.Amount) {
	for account, amount := range h {
		if ofMembers(account) {
			sum += amount
		}
	}
	return sum
}

func ofMembers(account string) bool {
	return strings.HasPrefix(account, "member:") || strings.HasPrefix(account, "game:") ||
		slices.Contains([]string{string(ledger.Coupons), string(ledger.Unmatched), string(ledger.Receivable)}, account)
}

// rowsOf fills rows from the last to the first. held is what is there at the end of the last one.
func rowsOf(points []tally.DayPoint, rows []Row, held holdings) []Row {
	for n := len(rows) - 1; n >= 0; n-- {
		r := &rows[n]
		first, _ := slices.BinarySearchFunc(points, r.From, func(p tally.DayPoint, at time.Time) int { return p.Begins.Compare(at) })
		r.Closing, r.Held = held.owed(), held["member:held"]
		r.Unmatched, r.Coupons, r.Owed = held[string(ledger.Unmatched)], held[string(ledger.Coupons)], -held[string(ledger.Receivable)]
		flow := r.fill(points[first:])
		for _, p := range points[first:] {
			held[p.Account] -= p.Amount
		}
		r.Opening = held.owed()
		r.Whole = r.Opening+flow == r.Closing
		points = points[:first]
	}
	return rows
}

// kindWriteOff is the kind of transfers by which a debt is written off.
const kindWriteOff = "write_off"

// fill adds up points in the row's columns, and returns what they added to what the house owes its members: what went out of all
// accounts that are not the members'.
func (r *Row) fill(points []tally.DayPoint) (flow money.Amount) {
	channels, providers := map[string]Channel{}, map[string]Provider{}
	for _, p := range points {
		if ofMembers(p.Account) {
			continue
		}
		flow -= p.Amount
		class, code, _ := strings.Cut(p.Account, ":")
		switch {
		case class == "bank", p.Account == string(ledger.Payout):
			c := channels[code]
			c.Code, c.Count = code, c.Count+p.Count
			c.In, c.Out = c.In-min(p.Amount, 0), c.Out+max(p.Amount, 0)
			channels[code] = c
		case class == "result":
			providers[code] = Provider{Code: code, GGR: providers[code].GGR + p.Amount}
		default:
			*r.column(ledger.Account(p.Account), p.Kind) -= p.Amount
		}
	}
	r.Channels = sorted(channels)
	r.Providers = sorted(providers)
	return flow
}

// column is where an account of the house is added up.
func (r *Row) column(account ledger.Account, kind string) *money.Amount {
	switch columnOf(account, kind) {
	case BonusCost:
		return &r.Bonus
	case RefundCost:
		return &r.Refund
	case InviteCost:
		return &r.Invite
	case PrizeCost:
		return &r.Prize
	case Charged:
		return &r.Fee
	case WrittenOff:
		return &r.WriteOff
	case Adjusted:
		return &r.Adjustment
	default:
		return &r.Other
	}
}

// columnOf is what an account of the house is added up as. Empty: as nothing that has a name.
func columnOf(account ledger.Account, kind string) What {
	switch account {
	case ledger.Bonus, ledger.Promotion:
		return BonusCost
	case ledger.Refund:
		return RefundCost
	case ledger.Invite:
		return InviteCost
	case ledger.Prize:
		return PrizeCost
	case ledger.Fees:
		return Charged
	case ledger.Adjustment:
		if kind == kindWriteOff {
			return WrittenOff
		}
		return Adjusted
	default:
		return ""
	}
}

func sorted[T any](all map[string]T) []T {
	list := make([]T, 0, len(all))
	for _, code := range slices.Sorted(maps.Keys(all)) {
		list = append(list, all[code])
	}
	return list
}
