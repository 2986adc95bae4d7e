package spin

import (
	"context"
	"encoding/json"
	"fmt"

	"krapao/bonus"
	"krapao/internal/store"
	"krapao/money"
	"krapao/spin/internal/spindb"
)

// Kind is the kind of a slice's prize.
type Kind string

// The kinds of slices. All but Nothing become a coupon.
const (
	Nothing Kind = "nothing"
	// Cash is a conditional credit of a fixed amount under the wheel's terms, Bonus one under a campaign's terms.
	Cash  Kind = "cash"
	Bonus Kind = "bonus"
	Coin  Kind = "coin"
)

// Table is a version of the wheel's slices.
type Table struct {
	Version int64
	Name    bonus.Text
	// MaxCost is the most that a coin may cost the house on average, DayBudget the most that a day's prizes may be worth.
	MaxCost, DayBudget money.Amount
	// Terms are the terms of Cash prizes.
	Terms  bonus.Terms
	Slices []Slice
}

// Slice is a part of the wheel.
type Slice struct {
	Code               string
	Label, Description bonus.Text // Description is sanitised HTML
	BgColor, TextColor string
	Weight             int64
	Kind               Kind
	// Amount is set for kinds of money, Coins for kind coin.
	Amount money.Amount
	Coins  int64
	// Campaign is the code of a bonus, for kind bonus.
	Campaign string
}

// money reports whether the prize is a credit, whose money is put aside at the draw.
func (k Kind) money() bool { return k == Cash || k == Bonus }

func (t Table) weights() []uint64 {
	weights := make([]uint64, len(t.Slices))
	for i, s := range t.Slices {
		weights[i] = uint64(s.Weight)
	}
	return weights
}

// Weight is the sum of all weights.
func (t Table) Weight() (sum int64) {
	for _, s := range t.Slices {
		sum += s.Weight
	}
	return sum
}

func tableOf(row spindb.WheelTable) (Table, error) {
	var c wheelContent
	if err := json.Unmarshal([]byte(row.Body), &c); err != nil {
		return Table{}, fmt.Errorf("spin: table %d: %w", row.Version, err)
	}
	t, err := c.table()
	if err != nil {
		return Table{}, fmt.Errorf("spin: table %d: %w", row.Version, err)
	}
	t.Version = row.Version
	return t, nil
}

// inForce returns the table that draws use now; false if the wheel is off.
func inForce(ctx context.Context, q *spindb.Queries) (Table, bool, error) {
	row, err := q.TableInForce(ctx)
	if store.NotFound(err) {
		return Table{}, false, nil
	}
	if err != nil {
		return Table{}, false, fmt.Errorf("spin: read a table: %w", err)
	}
	t, err := tableOf(row)
	return t, err == nil, err
}

// Active reports whether the wheel is on.
func (s *Service) Active(ctx context.Context) (bool, error) {
	_, err := spindb.New(s.Store.DB()).TableInForce(ctx)
	if store.NotFound(err) {
		return false, nil
	}
	return err == nil, err
}
