package bonus

import (
	"context"
	"fmt"
	"math"
	"time"

	"krapao/bonus/internal/bonusdb"
	"krapao/internal/clock"
	"krapao/money"
)

// DayGranted is what a campaign granted on a day, and what has become of that.
type DayGranted struct {
	Day    time.Time // its beginning in Bangkok
	Grants int64
	// Credit was granted, and Returned of it went back to the house.
	Credit, Returned money.Amount
	// Deposits are those that it matched and that stayed.
	Deposits money.Amount
	// Succeeded ended in success, and Live have not ended.
	Succeeded, Live int64
}

// GrantedByDay returns the days of a span on which a campaign granted something, in their order.
func (r Records) GrantedByDay(ctx context.Context, c CampaignName, from, until time.Time) ([]DayGranted, error) {
	rows, err := r.reads().GrantedByDay(ctx, bonusdb.GrantedByDayParams{
		Source: string(c.Source), Campaign: c.Code, FromAt: clock.MicrosOf(from), Until: clock.MicrosOf(until),
	})
	if err != nil {
		return nil, fmt.Errorf("bonus: sum a campaign's grants: %w", err)
	}
	days := make([]DayGranted, len(rows))
	for i, row := range rows {
		noon := time.Unix(row.Day*int64((24*time.Hour).Seconds()), 0).Add(5 * time.Hour) // of Bangkok
		days[i] = DayGranted{
			Day: clock.Day(noon), Grants: row.Grants, Credit: money.Amount(row.Credit), Returned: money.Amount(row.Returned),
			Deposits: money.Amount(row.Deposits), Succeeded: row.Succeeded, Live: row.Live,
		}
	}
	return days, nil
}

// GrantPlace is where a list of grants goes on: after the grant of this time and ID. The zero value is its beginning.
type GrantPlace struct {
	At clock.Micros `json:"at"`
	ID string       `json:"id"`
}

// Place is where a list goes on after a condition.
func (c Condition) Place() GrantPlace { return GrantPlace{clock.MicrosOf(c.GrantedAt), c.ID} }

// GrantsOf lists what a campaign granted, newest first, at most so many.
func (r Records) GrantsOf(ctx context.Context, c CampaignName, after GrantPlace, most int) ([]Condition, error) {
	if after == (GrantPlace{}) {
		after.At = math.MaxInt64
	}
	rows, err := r.reads().GrantsOf(ctx, bonusdb.GrantsOfParams{
		Source: string(c.Source), Campaign: c.Code, Before: after.At, BeforeID: after.ID, Most: int32(most),
	})
	if err != nil {
		return nil, fmt.Errorf("bonus: list a campaign's grants: %w", err)
	}
	list := make([]Condition, len(rows))
	for i, row := range rows {
		if list[i], err = conditionOf(row); err != nil {
			return nil, err
		}
	}
	return list, nil
}
