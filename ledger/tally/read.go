package tally

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger/internal/ledgerdb"
	"krapao/money"
)

// Point is what was posted in an hour, of one kind, on one account or class.
type Point struct {
	// Hour is its beginning, in UTC.
	Hour    time.Time
	Account string
	Kind    string
	Amount  money.Amount
	// Count is how many entries that are: one for each transfer and account.
	Count int64
}

// Filter selects points.
type Filter struct {
	// Accounts and Kinds are all where they are empty.
	Accounts []string
	Kinds    []string
	// From and To bound the beginnings of the hours; To is exclusive. Zero is no bound.
	From, To time.Time
}

// Total is what was posted up to a seal, of one kind, on one account or class.
type Total struct {
	Account string
	Kind    string
	Amount  money.Amount
	Count   int64
}

// wholeWithin is for how long a seal may wait for its tally until the sums count as incomplete.
const wholeWithin = time.Minute

// Series returns points in the order of hours, accounts and kinds. asOf is the time up to which they have everything at least;
// whole is false while a store of before is added up, or if nothing was added for a minute.
func (s *Service) Series(ctx context.Context, f Filter) (points []Point, asOf time.Time, whole bool, err error) {
	now, where, err := s.standing(ctx)
	if err != nil {
		return nil, time.Time{}, false, err
	}
	from, upto := clock.MicrosOf(f.From), clock.MicrosOf(f.To)
	if f.To.IsZero() {
		upto = math.MaxInt64
	}
	rows, err := s.hours(ctx, f.Accounts, from, upto)
	if err != nil {
		return nil, time.Time{}, false, fmt.Errorf("ledger: tally: %w", store.MapError(err))
	}
	for _, r := range rows {
		if r.Account != active && (len(f.Kinds) == 0 || slices.Contains(f.Kinds, r.Kind)) {
			points = append(points, Point{r.Hour.Time(), r.Account, r.Kind, r.Amount, r.Count})
		}
	}
	asOf, whole = complete(now, where)
	return points, asOf, whole, nil
}

func (s *Service) hours(ctx context.Context, accounts []string, from, upto clock.Micros) ([]ledgerdb.TallyHour, error) {
	q := ledgerdb.New(s.s.DB())
	if len(accounts) == 0 {
		return q.TallyHours(ctx, from, upto)
	}
	var all []ledgerdb.TallyHour
	for _, account := range slices.Compact(slices.Sorted(slices.Values(accounts))) {
		rows, err := q.TallyHoursOf(ctx, account, from, upto)
		if err != nil {
			return nil, err
		}
		all = append(all, rows...)
	}
	slices.SortStableFunc(all, func(a, b ledgerdb.TallyHour) int { return int(a.Hour - b.Hour) })
	return all, nil
}

// Totals returns what was posted in all hours up to a seal, in the order of accounts and kinds.
func (s *Service) Totals(ctx context.Context) (totals []Total, seal int64, asOf time.Time, whole bool, err error) {
	now, where, err := s.standing(ctx)
	if err != nil {
		return nil, 0, time.Time{}, false, err
	}
	rows, err := ledgerdb.New(s.s.DB()).TallyTotals(ctx)
	if err != nil {
		return nil, 0, time.Time{}, false, fmt.Errorf("ledger: tally: %w", store.MapError(err))
	}
	seal = where.Seal
	for _, r := range rows {
		if seal = r.Seal; r.Account != active {
			totals = append(totals, Total{r.Account, r.Kind, r.Amount, r.Count})
		}
	}
	asOf, whole = complete(now, where)
	return totals, seal, asOf, whole, nil
}

// Sum adds up the hours of points, in the order of accounts and kinds.
func Sum(points []Point) (totals []Total) {
	points = slices.SortedStableFunc(slices.Values(points), func(a, b Point) int {
		return cmp.Or(strings.Compare(a.Account, b.Account), strings.Compare(a.Kind, b.Kind))
	})
	for _, p := range points {
		last := len(totals) - 1
		if last < 0 || totals[last].Account != p.Account || totals[last].Kind != p.Kind {
			totals = append(totals, Total{p.Account, p.Kind, p.Amount, p.Count})
			continue
		}
		totals[last].Amount, totals[last].Count = totals[last].Amount+p.Amount, totals[last].Count+p.Count
	}
	return totals
}

// Active returns how many members were active on a day of Bangkok, as 2006-01-02: money of their wallet or of a game of theirs
// was moved.
func (s *Service) Active(ctx context.Context, day string) (int64, error) {
	begins, err := Day(day)
	if err != nil {
		return 0, err
	}
	hours, err := s.ActiveHours(ctx, begins, begins.Add(24*time.Hour))
	var n int64
	for _, h := range hours {
		n += h.Count
	}
	return n, err
}

// ActiveHour is how many members' day of Bangkok began in an hour: nothing of theirs was moved earlier on that day.
type ActiveHour struct {
	// Hour is its beginning, in UTC.
	Hour  time.Time
	Count int64
}

// ActiveHours returns the hours between two moments in which members' days began, in their order. The hours of a day add up to
// the members that were active on it. A day that a version before has counted has all of them in its first hour.
func (s *Service) ActiveHours(ctx context.Context, from, to time.Time) ([]ActiveHour, error) {
	rows, err := ledgerdb.New(s.s.DB()).TallyHoursOf(ctx, active, clock.MicrosOf(from), clock.MicrosOf(to))
	if err != nil {
		return nil, fmt.Errorf("ledger: tally: %w", store.MapError(err))
	}
	hours := make([]ActiveHour, len(rows))
	for n, r := range rows {
		hours[n] = ActiveHour{r.Hour.Time(), r.Count}
	}
	return hours, nil
}

// Day reads a day of Bangkok, as 2006-01-02, and returns its beginning.
func Day(day string) (begins time.Time, err error) {
	begins, err = time.ParseInLocation(time.DateOnly, day, clock.Bangkok)
	if err != nil {
		return time.Time{}, fmt.Errorf("ledger: %q is no day: write it as 2026-11-26", day)
	}
	return begins, nil
}

// Waits returns since when the oldest seal waits that is not added yet; zero where none does.
func (s *Service) Waits(ctx context.Context) (since time.Time, err error) {
	_, where, err := s.standing(ctx)
	return clock.Micros(where.Waiting).Time(), err
}

// standing reads how far the tallies are. now is a moment before.
func (s *Service) standing(ctx context.Context) (now time.Time, where ledgerdb.TallyStandingRow, err error) {
	now = s.s.Now()
	if where, err = ledgerdb.New(s.s.DB()).TallyStanding(ctx); err != nil {
		err = fmt.Errorf("ledger: tally: %w", store.MapError(err))
	}
	return now, where, err
}

// complete returns up to when sums have everything, and whether that is recent: where nothing waits it is now.
func complete(now time.Time, where ledgerdb.TallyStandingRow) (asOf time.Time, whole bool) {
	asOf, whole = where.At.Time(), true
	switch {
	case where.Waiting != 0:
		whole = now.Sub(clock.Micros(where.Waiting).Time()) < wholeWithin
	case where.Unsealed == 0:
		asOf = now
	}
	return asOf, whole
}

const (
	aDay  = clock.Micros(24 * time.Hour / time.Microsecond)
	aHour = clock.Micros(time.Hour / time.Microsecond)
)

// dayOf is the beginning of a moment's day in Bangkok.
func dayOf(at clock.Micros) clock.Micros { return clock.MicrosOf(clock.Day(at.Time())) }
