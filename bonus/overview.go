package bonus

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"krapao/bonus/internal/bonusdb"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/money"
)

// What operators and metrics see.

// CampaignStatus is a campaign as operators see it.
type CampaignStatus struct {
	Source Source
	Code   string
	Open   bool
	// Grants counts all grants so far, Quota is the most there may be (0: any number), Live counts conditions not yet over.
	Grants, Quota, Live int64
	// Spent is what was granted, less what came back; Budget is the most that it may be.
	Spent, Budget money.Amount
}

// Campaigns lists all campaigns, closed ones too.
func (s *Service) Campaigns(ctx context.Context) ([]CampaignStatus, error) {
	rows, err := s.reads().AllCampaigns(ctx)
	if err != nil {
		return nil, fmt.Errorf("bonus: read campaigns: %w", err)
	}
	counts, err := s.reads().CountLiveByCampaign(ctx)
	if err != nil {
		return nil, fmt.Errorf("bonus: read campaigns: %w", err)
	}
	type name struct{ source, code string }
	live := map[name]int64{}
	for _, row := range counts {
		live[name{row.Source, row.Campaign}] = row.Conditions
	}
	list := make([]CampaignStatus, 0, len(rows))
	for _, row := range rows {
		c := CampaignStatus{
			Source: Source(row.Source), Code: row.Code, Open: row.Open, Grants: row.Grants, Spent: money.Amount(row.Spent),
			Live: live[name{row.Source, row.Code}],
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

// CloseTx closes a campaign: nobody can take it any more. It returns false if no open campaign has this code.
func (s *Service) CloseTx(ctx context.Context, tx *store.Tx, source Source, code string) (bool, error) {
	n, err := bonusdb.New(tx).CloseCampaign(ctx, clock.MicrosOf(tx.Now), string(source), code)
	return n > 0, err
}

// LiveCounts counts the conditions that are not over.
type LiveCounts struct {
	Active, Ending int64
	// EndingSince is since when the oldest ending condition has been ending; zero if none is.
	EndingSince time.Time
}

// Live counts the conditions that are not over.
func (s *Service) Live(ctx context.Context) (l LiveCounts, err error) {
	rows, err := s.reads().CountLive(ctx)
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

// History lists a member's conditions, the newest first, at most so many. now is the view of the active one by the books, nil
// if there is none.
func (s *Service) History(ctx context.Context, member string, most int) (list []Condition, now *View, err error) {
	if now, err = s.Active(ctx, member); err != nil {
		return nil, nil, err
	}
	rows, err := s.reads().ConditionsOf(ctx, member, int32(most))
	if err != nil {
		return nil, nil, fmt.Errorf("bonus: read a member's conditions: %w", err)
	}
	for _, row := range rows {
		c, err := conditionOf(row)
		if err != nil {
			return nil, nil, err
		}
		list = append(list, c)
	}
	return list, now, nil
}
