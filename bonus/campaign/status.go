package campaign

import (
	"context"
	"fmt"
	"time"

	"krapao/bonus"
	"krapao/bonus/campaign/internal/campaigndb"
	"krapao/internal/clock"
	"krapao/internal/content"
	"krapao/internal/store"
	"krapao/money"
)

// Status is a campaign as operators see it.
type Status struct {
	Source bonus.Source
	Code   string
	Name   bonus.Text
	// Listed: content lists it. Open: it does, and nobody closed it.
	Listed, Open bool
	// From and To bound the time in which it may be taken; zero: no bound.
	From, To time.Time
	// Grants counts all grants so far, Quota is the most there may be (0: any number), Live counts conditions not yet over.
	Grants, Quota, Live int64
	// Spent is what was granted, less what came back; Budget is the most that it may be.
	Spent, Budget money.Amount
}

// Campaigns lists all campaigns, closed ones too.
func (s *Service) Campaigns(ctx context.Context) ([]Status, error) {
	rows, err := s.reads().AllCampaigns(ctx)
	if err != nil {
		return nil, fmt.Errorf("bonus: read campaigns: %w", err)
	}
	live, err := s.Conditions.LiveByCampaign(ctx)
	if err != nil {
		return nil, err
	}
	list := make([]Status, 0, len(rows))
	for _, row := range rows {
		c, err := campaignOf(row)
		if err != nil {
			return nil, err
		}
		list = append(list, Status{
			Source: c.Source, Code: c.Code, Name: c.Name, Listed: row.Position >= 0, Open: c.Open, From: c.From, To: c.To,
			Grants: c.Grants, Quota: c.Quota, Spent: c.Spent, Budget: c.Budget,
			Live: live[bonus.CampaignName{Source: c.Source, Code: c.Code}],
		})
	}
	return list, nil
}

// Standing says what keeps members from taking a campaign now.
type Standing string

// What a campaign's standing may be.
const (
	// Takable: members may take it. Upcoming: its time has not begun. Over: it has ended. Full: its quota or its budget is used up.
	Takable  Standing = "open"
	Upcoming Standing = "upcoming"
	Over     Standing = "over"
	Full     Standing = "full"
	// ClosedAtOnce: a person closed it. Unlisted: content does not list it any more.
	ClosedAtOnce Standing = "closed"
	Unlisted     Standing = "unlisted"
)

// Standing returns what keeps members from taking it.
func (c Status) Standing(now time.Time) Standing {
	switch {
	case !c.Listed:
		return Unlisted
	case !c.Open:
		return ClosedAtOnce
	case !c.From.IsZero() && now.Before(c.From):
		return Upcoming
	case !c.To.IsZero() && !now.Before(c.To):
		return Over
	case c.Quota > 0 && c.Grants >= c.Quota || c.Spent >= c.Budget:
		return Full
	}
	return Takable
}

// Close closes a campaign of a source at once, as a content section does: nobody can take it any more, and members who have it
// keep it. It reports whether an open one had the code.
func Close(source bonus.Source) content.Close {
	return func(ctx context.Context, tx *store.Tx, code string) (bool, error) {
		n, err := campaigndb.New(tx).CloseCampaign(ctx, clock.MicrosOf(tx.Now), string(source), code)
		return n > 0, err
	}
}
