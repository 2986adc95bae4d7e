package bonus

import (
	"context"
	"fmt"
	"time"

	"krapao/bonus/internal/bonusdb"
	"krapao/internal/clock"
	"krapao/internal/store"
)

// The questions of campaigns: who received what.

// Received is a credit of a campaign that a member took.
type Received struct {
	ID, Campaign string
	At           time.Time
	// Live: its condition is active or ending.
	Live bool
}

// Received lists a member's credits of a source, newest first, without those that were taken back with their deposit.
func (r Records) Received(ctx context.Context, member string, source Source) ([]Received, error) {
	rows, err := r.reads().Received(ctx, member, string(source))
	if err != nil {
		return nil, fmt.Errorf("bonus: read a member's grants: %w", err)
	}
	list := make([]Received, 0, len(rows))
	for _, row := range rows {
		state := State(row.State)
		list = append(list, Received{row.ID, row.Campaign, row.GrantedAt.Time(), state == Active || state == Ending})
	}
	return list, nil
}

// CountReceivedTx counts a member's credits of a campaign since a time, without those that were taken back with their deposit.
func (Records) CountReceivedTx(
	ctx context.Context, tx *store.Tx, member string, source Source, code string, since time.Time,
) (int64, error) {
	return bonusdb.New(tx).CountReceived(ctx, bonusdb.CountReceivedParams{
		Member: member, Source: string(source), Campaign: code, Since: clock.MicrosOf(since),
	})
}

// PromotionReceivedTx reports whether a member ever received a promotion, even if it was taken back.
func (Records) PromotionReceivedTx(ctx context.Context, tx *store.Tx, member, code string) (bool, error) {
	n, err := bonusdb.New(tx).PromotionReceived(ctx, member, code)
	return n > 0, err
}

// Condition returns the member's condition that is active or ending; false if there is none.
func (r Records) Condition(ctx context.Context, member string) (Condition, bool, error) {
	return live(ctx, r.reads(), member)
}

// CampaignName names a campaign: a bonus and a promotion may have the same code.
type CampaignName struct {
	Source Source
	Code   string
}

// LiveByCampaign counts the conditions of each campaign that are active or ending.
func (r Records) LiveByCampaign(ctx context.Context) (map[CampaignName]int64, error) {
	rows, err := r.reads().CountLiveByCampaign(ctx)
	if err != nil {
		return nil, fmt.Errorf("bonus: read campaigns: %w", err)
	}
	live := map[CampaignName]int64{}
	for _, row := range rows {
		live[CampaignName{Source(row.Source), row.Campaign}] = row.Conditions
	}
	return live, nil
}

// LiveCounts counts the conditions that are not over.
type LiveCounts struct {
	Active, Ending int64
	// EndingSince is since when the oldest ending condition has been ending; zero if none is.
	EndingSince time.Time
}

// Live counts the conditions that are not over.
func (r Records) Live(ctx context.Context) (l LiveCounts, err error) {
	rows, err := r.reads().CountLive(ctx)
	if err != nil {
		return l, fmt.Errorf("bonus: count conditions: %w", err)
	}
	for _, row := range rows {
		if State(row.State) == Ending {
			l.Ending, l.EndingSince = row.Conditions, clock.Micros(row.EndingSince).Time()
			continue
		}
		l.Active = row.Conditions
	}
	return l, nil
}
