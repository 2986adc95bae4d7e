package spin

import (
	"context"
	"fmt"
	"math"
	"time"

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

// TableDraws is a version of the table, and what was drawn of it.
type TableDraws struct {
	Table

	// Since is when it came into force, and Until when another took its place; zero: it is in force.
	Since, Until time.Time
	// Draws are of each slice, in their order.
	Draws []int64
}

// TableDraws lists versions of the table before one, newest first, at most so many; 0: from the newest on.
func (s *Service) TableDraws(ctx context.Context, before int64, most int) ([]TableDraws, error) {
	q := spindb.New(s.Store.DB())
	rows, err := q.TablesBefore(ctx, before, int32(most))
	if err != nil {
		return nil, fmt.Errorf("spin: read tables: %w", err)
	}
	list := make([]TableDraws, len(rows))
	for i, row := range rows {
		t, err := tableOf(row)
		if err != nil {
			return nil, err
		}
		counts, err := q.CountDrawsOf(ctx, row.Version)
		if err != nil {
			return nil, fmt.Errorf("spin: count draws: %w", err)
		}
		list[i] = TableDraws{Table: t, Since: row.ValidFrom.Time(), Until: row.ValidUntil.Time(), Draws: make([]int64, len(t.Slices))}
		for n, slice := range t.Slices {
			for _, c := range counts {
				if c.Slice == slice.Code {
					list[i].Draws[n] = c.Draws
				}
			}
		}
	}
	return list, nil
}

// Thousand is what a thousand draws give away, on average.
type Thousand struct {
	Cost  money.Amount
	Coins int64
}

// Expected is what a thousand draws give away by the odds of a table.
func (t Table) Expected() Thousand {
	return t.perThousand(func(n int) int64 { return t.Slices[n].Weight })
}

// Seen is what a thousand draws gave away so far; false: nobody has drawn.
func (d TableDraws) Seen() (Thousand, bool) {
	var draws int64
	for _, n := range d.Draws {
		draws += n
	}
	return d.perThousand(func(n int) int64 { return d.Draws[n] }), draws > 0
}

// perThousand is what a thousand draws give away, if slices come in a proportion.
func (t Table) perThousand(share func(slice int) int64) Thousand {
	var all, cost, coins float64
	for n, s := range t.Slices {
		part := float64(share(n))
		all += part
		coins += part * float64(s.Coins)
		if s.Kind.money() {
			cost += part * float64(s.Amount)
		}
	}
	if all == 0 {
		return Thousand{}
	}
	const thousand = 1000
	return Thousand{money.Amount(math.Round(cost / all * thousand)), int64(math.Round(coins / all * thousand))}
}
