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

// What operators and figures are told.

// Campaigned is a campaign as operators see it.
type Campaigned struct {
	Source Source
	Code   string
	Open   bool
	// Grants are all so far, Quota the most there may be (0: any number), Live those that last.
	Grants, Quota, Live int64
	// Spent is what was granted less what came back, Budget the most that may be.
	Spent, Budget money.Amount
}

// Campaigned lists all campaigns, the closed ones too.
func (s *Service) Campaigned(ctx context.Context) ([]Campaigned, error) {
	rows, err := s.reads().AllCampaigns(ctx)
	if err != nil {
		return nil, fmt.Errorf("bonus: campaigns: %w", err)
	}
	counts, err := s.reads().CountLiveByCampaign(ctx)
	if err != nil {
		return nil, fmt.Errorf("bonus: campaigns: %w", err)
	}
	type name struct{ source, code string }
	live := map[name]int64{}
	for _, row := range counts {
		live[name{row.Source, row.Campaign}] = row.Conditions
	}
	list := make([]Campaigned, 0, len(rows))
	for _, row := range rows {
		c := Campaigned{
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

// bounds are a campaign's quota and budget, as content gave them.
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

// CloseTx ends a campaign for those who do not have it yet; false where none of this code is open.
func (s *Service) CloseTx(ctx context.Context, tx *store.Tx, source Source, code string) (bool, error) {
	n, err := bonusdb.New(tx).CloseCampaign(ctx, clock.MicrosOf(tx.Now), string(source), code)
	return n > 0, err
}

// Lasting are the conditions that are not over.
type Lasting struct {
	Active, Ending int64
	// EndingSince is when the oldest of those that are ending began to; zero where none is.
	EndingSince time.Time
}

// Live counts the conditions that are not over.
func (s *Service) Live(ctx context.Context) (l Lasting, err error) {
	rows, err := s.reads().CountLive(ctx)
	if err != nil {
		return l, fmt.Errorf("bonus: live: %w", err)
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

// History lists what a member was granted, the newest first. The one that is active has its position, as the books have
// it.
func (s *Service) History(ctx context.Context, member string, most int) (list []Condition, now *View, err error) {
	if now, err = s.Active(ctx, member); err != nil {
		return nil, nil, err
	}
	rows, err := s.reads().ConditionsOf(ctx, member, int32(most))
	if err != nil {
		return nil, nil, fmt.Errorf("bonus: history: %w", err)
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
