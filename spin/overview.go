package spin

import (
	"context"
	"fmt"

	"krapao/money"
	"krapao/spin/internal/spindb"
)

// What operators and metrics see.

// SliceDraws counts the draws of a slice in one version of the table.
type SliceDraws struct {
	Version int64
	InForce bool
	Slice   Slice
	Draws   int64
	// Paid is the value of its prizes, claimed or not.
	Paid money.Amount
}

// Draws lists all slices of all tables, the newest table first.
func (s *Service) Draws(ctx context.Context) ([]SliceDraws, error) {
	q := spindb.New(s.Store.DB())
	tables, err := q.Tables(ctx)
	if err != nil {
		return nil, fmt.Errorf("spin: read tables: %w", err)
	}
	rows, err := q.CountDraws(ctx)
	if err != nil {
		return nil, fmt.Errorf("spin: count draws: %w", err)
	}
	type place struct {
		version int64
		slice   string
	}
	counts := map[place]int64{}
	for _, row := range rows {
		counts[place{row.TableVersion, row.Slice}] = row.Draws
	}
	var list []SliceDraws
	for i := len(tables) - 1; i >= 0; i-- {
		t, err := tableOf(tables[i])
		if err != nil {
			return nil, err
		}
		for _, slice := range t.Slices {
			d := SliceDraws{
				Version: t.Version, InForce: tables[i].ValidUntil == 0, Slice: slice,
				Draws: counts[place{t.Version, slice.Code}],
			}
			if slice.Kind.money() {
				d.Paid = slice.Amount * money.Amount(d.Draws)
			}
			list = append(list, d)
		}
	}
	return list, nil
}

// OpenCoupons counts the coupons that were neither claimed nor expired.
func (s *Service) OpenCoupons(ctx context.Context) (n int64, err error) {
	rows, err := spindb.New(s.Store.DB()).SumOpenCoupons(ctx)
	if err != nil {
		return 0, fmt.Errorf("spin: read coupons: %w", err)
	}
	for _, row := range rows {
		n += row.Coupons
	}
	return n, nil
}
