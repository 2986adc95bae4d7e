package report

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/ledger"
	"krapao/ledger/tally"
	"krapao/money"
)

// What is what a series is of. Amounts have the signs of the finance report.
type What string

// What there are series of. The house's accounts are told apart by columnOf.
const (
	// Deposited is what came in, by channel; Returned what went back to who had paid, and of Payouts what came back from the bank;
	// Withdrawn what was paid to members.
	Deposited What = "deposit"
	Returned  What = "returned"
	Withdrawn What = "withdrawal"
	// GGR and Turnover are by provider; turnover is known by days alone.
	GGR      What = "ggr"
	Turnover What = "turnover"

	BonusCost  What = "bonus"
	RefundCost What = "refund"
	InviteCost What = "invite"
	PrizeCost  What = "prize"
	Adjusted   What = "adjustment"
	WrittenOff What = "writeoff"
	Charged    What = "fee"

	// Registered and Active are members: those who registered, and those whose day began then. They have no amounts.
	Registered What = "new"
	Active     What = "active"
)

// Payouts is the channel by which withdrawals are paid.
const Payouts = "payouts"

// SeriesAsked is what a series is asked for.
type SeriesAsked struct {
	What What
	// Of is one channel, provider or account of the house. Empty: all of them.
	Of string
	// Days are those of Bangkok; otherwise there are hours.
	Days bool
	// From and To bound the beginnings of the points; To is exclusive.
	From, To time.Time
}

// SeriesPoint is an hour or a day.
type SeriesPoint struct {
	// At is its beginning, in UTC.
	At     time.Time
	Amount money.Amount
	// Count is how many transfers, or members, that are.
	Count int64
}

// Series are the points of one channel, provider or account. Those in which nothing happened are left out.
type Series struct {
	Of     string
	Points []SeriesPoint
}

// Tally is what was asked for.
type Tally struct {
	Series []Series
	AsOf   time.Time
	// Whole is false while a part of it is still being added up.
	Whole bool
}

// mostHours is the longest span of a series by hours, in days. One by days may span as many as a report (mostDays).
const mostHours = 31

// Tally returns the series of a time. RANGE_TOO_LARGE: it is too long. INVALID_INPUT: it ends before it begins, or turnover was
// asked for by hours.
func (s *Service) Tally(ctx context.Context, a SeriesAsked) (Tally, error) {
	most := mostHours
	if a.Days {
		most = mostDays
	}
	switch span := a.To.Sub(a.From); {
	case span <= 0:
		return Tally{}, fault.New(fault.INVALID_INPUT, "to is not after from").With("field", "to")
	case span > time.Duration(most)*24*time.Hour:
		return Tally{}, fault.New(fault.RANGE_TOO_LARGE, "at most %d days", most).With("days", most)
	case a.What == Turnover && !a.Days:
		return Tally{}, fault.New(fault.INVALID_INPUT, "turnover is known by days").With("field", "by")
	}
	a.From, a.To = a.next(a.From), a.next(a.To)
	sums, asOf, whole, err := s.series(ctx, a)
	if err != nil {
		return Tally{}, err
	}
	t := Tally{AsOf: asOf, Whole: whole}
	for _, of := range slices.Sorted(maps.Keys(sums)) {
		if a.Of == "" || a.Of == of {
			t.Series = append(t.Series, Series{of, sums[of].points()})
		}
	}
	return t, nil
}

// series reads the sums of what is asked for.
func (s *Service) series(ctx context.Context, a SeriesAsked) (sums sumsOf, asOf time.Time, whole bool, err error) {
	sums, asOf, whole = sumsOf{}, s.d.Store.Now(), true
	switch a.What {
	case Turnover:
		stakes, err := s.d.Stakes(ctx, a.From, a.To)
		for _, d := range stakes.Days {
			sums.add(d.Provider, SeriesPoint{At: d.Day, Amount: d.Amount})
		}
		return sums, asOf, stakes.Whole, err
	case Registered:
		counts, err := s.d.Registered(ctx, a.From, a.To, a.Days)
		for _, c := range counts {
			sums.add("", SeriesPoint{At: c.At, Count: c.Count})
		}
		return sums, asOf, whole, err
	case Active:
		hours, err := s.d.Tallies.ActiveHours(ctx, a.From, a.To)
		for _, h := range hours {
			sums.add("", SeriesPoint{At: a.begins(h.Hour), Count: h.Count})
		}
		return sums, asOf, whole, err
	default:
	}
	points, asOf, whole, err := s.posted(ctx, a)
	for _, p := range points {
		if of, amount, is := a.What.of(p); is {
			sums.add(of, SeriesPoint{At: p.Begins, Amount: amount, Count: p.Count})
		}
	}
	return sums, asOf, whole, err
}

// next is the beginning of the first point that does not begin before a moment.
func (a SeriesAsked) next(at time.Time) time.Time {
	begins, length := at.Truncate(time.Hour), time.Hour
	if a.Days {
		begins, length = clock.Day(at), 24*time.Hour
	}
	if begins.Before(at) {
		begins = begins.Add(length)
	}
	return begins
}

// begins is when the point of an hour begins.
func (a SeriesAsked) begins(hour time.Time) time.Time {
	if a.Days {
		return clock.Day(hour).UTC()
	}
	return hour
}

// posted is what was posted in the time, by the points that are asked for.
func (s *Service) posted(ctx context.Context, a SeriesAsked) (points []tally.DayPoint, asOf time.Time, whole bool, err error) {
	if !a.Days {
		hours, asOf, whole, err := s.d.Tallies.Series(ctx, tally.Filter{From: a.From, To: a.To})
		for _, h := range hours {
			points = append(points, tally.DayPoint{Begins: h.Hour, Account: h.Account, Kind: h.Kind, Amount: h.Amount, Count: h.Count})
		}
		return points, asOf, whole, err
	}
	days, err := s.d.Tallies.Since(ctx, a.From)
	if err != nil {
		return nil, time.Time{}, false, err
	}
	for _, p := range days.Points {
		if !p.Begins.Before(a.From) && p.Begins.Before(a.To) {
			points = append(points, p)
		}
	}
	return points, days.AsOf, days.Whole, nil
}

// of returns whose point it is and what it adds; false: it is of something else.
func (w What) of(p tally.DayPoint) (of string, amount money.Amount, is bool) {
	bank, channel := strings.CutPrefix(p.Account, string(ledger.Bank("")))
	payout := p.Account == string(ledger.Payout)
	switch w {
	case Deposited:
		return bank, -p.Amount, channel && p.Amount < 0
	case Returned:
		if payout {
			return Payouts, -p.Amount, p.Amount < 0
		}
		return bank, p.Amount, channel && p.Amount > 0
	case Withdrawn:
		return Payouts, p.Amount, payout && p.Amount > 0
	case GGR:
		provider, result := strings.CutPrefix(p.Account, string(ledger.GameResult("")))
		return provider, p.Amount, result
	default:
		return p.Account, -p.Amount, !channel && !payout && !ofMembers(p.Account) && columnOf(ledger.Account(p.Account), p.Kind) == w
	}
}

// sumsOf are the sums of series by whose they are, and by their points' beginnings.
type sumsOf map[string]pointsOf

type pointsOf map[time.Time]SeriesPoint

func (s sumsOf) add(of string, p SeriesPoint) {
	if s[of] == nil {
		s[of] = pointsOf{}
	}
	p.At = p.At.UTC()
	sum := s[of][p.At]
	s[of][p.At] = SeriesPoint{p.At, sum.Amount + p.Amount, sum.Count + p.Count}
}

// points are the points in their order.
func (p pointsOf) points() []SeriesPoint {
	return slices.SortedFunc(maps.Values(p), func(a, b SeriesPoint) int { return a.At.Compare(b.At) })
}
