package tally

import (
	"context"
	"errors"
	"fmt"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger/internal/ledgerdb"
	"krapao/money"
)

// DayPoint is what was posted on a day of Bangkok, of one kind, on one account or class.
type DayPoint struct {
	// Begins is the day's beginning, in UTC.
	Begins        time.Time
	Account, Kind string
	Amount        money.Amount
	Count         int64
}

// Days are the sums since a day, and all there are, up to one mark.
type Days struct {
	Points []DayPoint
	Totals []Total
	AsOf   time.Time
	// Whole is false while a store of before is added up, or if nothing was added for a minute.
	Whole bool
}

// moves is how often the sums may have moved on while they were read.
const moves = 5

var errMoves = errors.New("ledger: tally: the sums move on too quickly to be read")

// Since returns what was posted on each day since the beginning of one.
func (s *Service) Since(ctx context.Context, begins time.Time) (d Days, err error) {
	for range moves {
		_, before, err := s.standing(ctx)
		if err != nil {
			return d, err
		}
		rows, err := ledgerdb.New(s.s.DB()).TallyDaysSince(ctx, clock.MicrosOf(begins))
		if err != nil {
			return d, fmt.Errorf("ledger: tally: %w", store.MapError(err))
		}
		totals, seal, asOf, whole, err := s.Totals(ctx)
		if err != nil {
			return d, err
		}
		if _, after, err := s.standing(ctx); err != nil || seal != before.Seal || after.Seal != seal {
			if err != nil {
				return d, err
			}
			continue
		}
		d = Days{Totals: totals, AsOf: asOf, Whole: whole}
		for _, r := range rows {
			if r.Account != active {
				d.Points = append(d.Points, DayPoint{
					clock.Micros(r.Day).Time(), r.Account, r.Kind, money.Amount(r.Amount), r.Count,
				})
			}
		}
		return d, nil
	}
	return d, errMoves
}
