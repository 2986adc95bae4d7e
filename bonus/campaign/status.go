package campaign

import (
	"context"
	"encoding/json"
	"fmt"

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
	Open   bool
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
		c := Status{
			Source: bonus.Source(row.Source), Code: row.Code, Open: row.Open, Grants: row.Grants, Spent: money.Amount(row.Spent),
			Live: live[bonus.CampaignName{Source: bonus.Source(row.Source), Code: row.Code}],
		}
		if c.Quota, c.Budget, err = bounds(row.Body); err != nil {
			return nil, fmt.Errorf("bonus: campaign %s: %w", row.Code, err)
		}
		list = append(list, c)
	}
	return list, nil
}

// bounds returns a campaign's quota and budget, as content gave them.
func bounds(body string) (quota int64, budget money.Amount, err error) {
	var c struct {
		Quota  int64       `json:"quota"`
		Budget json.Number `json:"budget"`
	}
	if err := json.Unmarshal([]byte(body), &c); err != nil {
		return 0, 0, err
	}
	if c.Budget != "" {
		budget, err = money.Parse(c.Budget.String())
	}
	return c.Quota, budget, err
}

// Close closes a campaign of a source at once, as a content section does: nobody can take it any more, and members who have it
// keep it. It reports whether an open one had the code.
func Close(source bonus.Source) content.Close {
	return func(ctx context.Context, tx *store.Tx, code string) (bool, error) {
		n, err := campaigndb.New(tx).CloseCampaign(ctx, clock.MicrosOf(tx.Now), string(source), code)
		return n > 0, err
	}
}
