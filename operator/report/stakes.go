package report

import (
	"context"
	"slices"
	"strings"
	"time"

	"krapao/money"
)

// addStakes adds what members bet to the rows of a report. While that is still being added up it is said of no provider, and
// the report is not whole.
func (s *Service) addStakes(ctx context.Context, f *Finance, from, to time.Time) error {
	stakes, err := s.d.Stakes(ctx, from, to)
	if err != nil {
		return err
	}
	if !stakes.Whole {
		f.Whole = false
		return nil
	}
	days := stakes.Days
	for n := range f.Rows {
		ends := slices.IndexFunc(days, func(d DayStakes) bool { return !d.Day.Before(f.Rows[n].To) })
		if ends < 0 {
			ends = len(days)
		}
		f.Rows[n].stake(days[:ends], stakes.Reporting)
		days = days[ends:]
	}
	return nil
}

// stake adds the bets of the row's days. A provider at which members bet is there even if nothing was won or lost.
func (r *Row) stake(days []DayStakes, reporting []string) {
	sums := map[string]money.Amount{}
	for _, d := range days {
		sums[d.Provider] += d.Amount
	}
	for n, p := range r.Providers {
		sum, staked := sums[p.Code]
		if delete(sums, p.Code); staked || slices.Contains(reporting, p.Code) {
			r.Providers[n].Turnover = &sum
		}
	}
	for code, sum := range sums {
		r.Providers = append(r.Providers, Provider{Code: code, Turnover: &sum})
	}
	slices.SortFunc(r.Providers, func(a, b Provider) int { return strings.Compare(a.Code, b.Code) })
}
