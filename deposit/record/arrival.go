package record

import (
	"context"
	"fmt"
	"math"

	"krapao/deposit"
	"krapao/deposit/internal/depositdb"
	"krapao/internal/clock"
)

// ArrivalPlace is where a list of arrivals goes on.
type ArrivalPlace struct {
	At clock.Micros `json:"t"`
	ID string       `json:"i"`
}

// PlaceOf is where a list goes on after an arrival.
func PlaceOf(in deposit.Inflow) ArrivalPlace { return ArrivalPlace{clock.MicrosOf(in.SeenAt), in.ID} }

// Arrivals lists what arrived for a member, before a place (nil: from the newest on), with who paid.
func (r *Records) Arrivals(ctx context.Context, member string, before *ArrivalPlace, most int) ([]deposit.Inflow, error) {
	from := ArrivalPlace{At: math.MaxInt64}
	if before != nil {
		from = *before
	}
	rows, err := depositdb.New(r.store.DB()).ArrivalsOf(ctx, depositdb.ArrivalsOfParams{
		Member: member, At: from.At, Before: from.ID, Most: int32(most),
	})
	if err != nil {
		return nil, fmt.Errorf("record: arrivals: %w", err)
	}
	list := make([]deposit.Inflow, len(rows))
	for i, row := range rows {
		if list[i], err = r.deposits.InflowOf(row); err != nil {
			return nil, err
		}
	}
	return list, nil
}
