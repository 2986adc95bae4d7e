package report

import (
	"context"
	"time"

	"krapao/ledger/tally"
)

// Posted is what was posted, by account (or class of the members' accounts) and kind: of a day, or of all days together.
type Posted struct {
	Sums []tally.Total
	// Active is how many members were active on the day; of all days it is 0.
	Active int64
	// Seal is the seal of the ledger up to which all days are; of a day it is 0.
	Seal int64
	// AsOf is the time up to which the sums have everything.
	AsOf time.Time
	// Whole is false while what was posted before is still being added up.
	Whole bool
}

// PostedOn returns what was posted on the day of Bangkok that begins then.
func (s *Service) PostedOn(ctx context.Context, begins time.Time) (p Posted, err error) {
	ends := begins.AddDate(0, 0, 1)
	points, asOf, whole, err := s.d.Tallies.Series(ctx, tally.Filter{From: begins, To: ends})
	if err != nil {
		return p, err
	}
	hours, err := s.d.Tallies.ActiveHours(ctx, begins, ends)
	if err != nil {
		return p, err
	}
	p = Posted{Sums: tally.Sum(points), AsOf: asOf, Whole: whole}
	for _, h := range hours {
		p.Active += h.Count
	}
	return p, nil
}

// PostedEver returns what was posted on all days.
func (s *Service) PostedEver(ctx context.Context) (p Posted, err error) {
	p.Sums, p.Seal, p.AsOf, p.Whole, err = s.d.Tallies.Totals(ctx)
	return p, err
}
