package campaign

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"krapao/bonus"
	"krapao/bonus/campaign/internal/campaigndb"
	"krapao/internal/clock"
	"krapao/internal/content"
	"krapao/internal/store"
)

// bonusContent is the section "bonus".
type bonusContent struct {
	Weights map[string]int64 `json:"weights,omitempty"`
	Bonuses []entry          `json:"bonuses"`
}

// ApplyBonuses puts the section "bonus" of a content file into force and returns what it changed, a line each.
func (s *Service) ApplyBonuses(ctx context.Context, tx *store.Tx, section json.RawMessage) ([]string, error) {
	var c bonusContent
	if err := content.Strict(section, &c); err != nil {
		return nil, fmt.Errorf("bonus: %w", err)
	}
	weights, err := s.Conditions.ApplyWeightsTx(ctx, tx, c.Weights)
	if err != nil {
		return nil, err
	}
	campaigns, err := s.applyCampaigns(ctx, tx, bonus.SourceBonus, c.Bonuses)
	return append(weights, campaigns...), content.At("bonuses", err)
}

// ApplyPromotions puts the section "promotions" of a content file into force and returns what it changed, a line each.
func (s *Service) ApplyPromotions(ctx context.Context, tx *store.Tx, section json.RawMessage) ([]string, error) {
	var entries []entry
	if err := content.Strict(section, &entries); err != nil {
		return nil, fmt.Errorf("promotions: %w", err)
	}
	return s.applyCampaigns(ctx, tx, bonus.SourcePromotion, entries)
}

// applyCampaigns writes entries that changed and closes campaigns that are no longer listed.
func (s *Service) applyCampaigns(
	ctx context.Context, tx *store.Tx, source bonus.Source, entries []entry,
) (changes []string, err error) {
	q := campaigndb.New(tx)
	rows, err := q.Campaigns(ctx, string(source))
	if err != nil {
		return nil, err
	}
	known := map[string]campaigndb.Campaign{}
	for _, row := range rows {
		known[row.Code] = row
	}
	listed := map[string]bool{}
	var wrong error
	for i := range entries {
		c, body, err := s.checked(ctx, tx, source, &entries[i])
		if wrong = errors.Join(wrong, content.At(entries[i].Code, err)); wrong != nil {
			continue
		}
		if listed[c.Code] {
			return nil, fmt.Errorf("%s: two entries have this code", c.Code)
		}
		listed[c.Code] = true
		change, err := putCampaign(ctx, q, known[c.Code], campaigndb.PutCampaignParams{
			Source: string(source), Code: c.Code, Body: body, Position: int64(i), Open: c.Open,
			UpdatedAt: clock.MicrosOf(tx.Now),
		})
		if err != nil {
			return nil, err
		}
		if change != "" {
			changes = append(changes, change)
		}
	}
	if wrong != nil {
		return nil, wrong
	}
	for _, row := range rows {
		if listed[row.Code] || row.Position < 0 {
			continue
		}
		changes = append(changes, fmt.Sprintf("%s %s: closed", source, row.Code))
		if err := q.UnlistCampaign(ctx, clock.MicrosOf(tx.Now), string(source), row.Code); err != nil {
			return nil, err
		}
	}
	return changes, nil
}

// putCampaign writes an entry and returns what changed, empty if nothing did.
func putCampaign(
	ctx context.Context, q *campaigndb.Queries, was campaigndb.Campaign, p campaigndb.PutCampaignParams,
) (change string, err error) {
	switch {
	case was.Body != p.Body || was.Position < 0:
		return fmt.Sprintf("%s %s: %s", p.Source, p.Code, p.Body), q.PutCampaign(ctx, p)
	case was.Open != p.Open:
		return fmt.Sprintf("%s %s: open %t", p.Source, p.Code, p.Open), q.PutCampaign(ctx, p)
	case was.Position != p.Position:
		return fmt.Sprintf("%s %s: place %d", p.Source, p.Code, p.Position+1), q.MoveCampaign(ctx, campaigndb.MoveCampaignParams{
			Source: p.Source, Code: p.Code, Position: p.Position, UpdatedAt: p.UpdatedAt,
		})
	}
	return "", nil
}

// checked checks an entry, its games too, and returns it with the text that is stored.
func (s *Service) checked(ctx context.Context, tx *store.Tx, source bonus.Source, e *entry) (Campaign, string, error) {
	bonus.Sanitise(e.Banners)
	c, err := e.campaign(source)
	if err != nil {
		return Campaign{}, "", err
	}
	if err := s.Conditions.CheckTermsTx(ctx, tx, c.Terms); err != nil {
		return Campaign{}, "", fmt.Errorf("%s: %w", c.Code, err)
	}
	stored := *e
	stored.Closed = false
	body, err := json.Marshal(stored)
	c.Open = !e.Closed
	return c, string(body), err
}

// CurrentBonuses returns what is in force of the section "bonus". A campaign that an operator closed is listed as closed.
func CurrentBonuses(ctx context.Context, db content.DB) (json.RawMessage, error) {
	weights, err := bonus.CurrentWeights(ctx, db)
	if err != nil {
		return nil, err
	}
	listed, err := listedOf(ctx, db, bonus.SourceBonus)
	if err != nil || weights == nil && listed == nil {
		return nil, err
	}
	if listed == nil {
		listed = []json.RawMessage{}
	}
	return json.Marshal(struct {
		Weights json.RawMessage   `json:"weights,omitempty"`
		Bonuses []json.RawMessage `json:"bonuses"`
	}{weights, listed})
}

// CurrentPromotions returns what is in force of the section "promotions", as CurrentBonuses does.
func CurrentPromotions(ctx context.Context, db content.DB) (json.RawMessage, error) {
	listed, err := listedOf(ctx, db, bonus.SourcePromotion)
	if err != nil || listed == nil {
		return nil, err
	}
	return json.Marshal(listed)
}

// listedOf returns the entries that content lists, in its order. Nil: it never listed any.
func listedOf(ctx context.Context, db content.DB, source bonus.Source) (listed []json.RawMessage, err error) {
	rows, err := campaigndb.New(db).Campaigns(ctx, string(source))
	if err != nil {
		return nil, fmt.Errorf("bonus: campaigns: %w", err)
	}
	if len(rows) > 0 {
		listed = []json.RawMessage{}
	}
	for _, row := range rows {
		if row.Position < 0 {
			continue
		}
		body, err := entryOf(row)
		if err != nil {
			return nil, err
		}
		listed = append(listed, body)
	}
	return listed, nil
}

// entryOf is a row as content lists it.
func entryOf(row campaigndb.Campaign) (json.RawMessage, error) {
	if row.Open {
		return json.RawMessage(row.Body), nil
	}
	var e entry
	if err := json.Unmarshal([]byte(row.Body), &e); err != nil {
		return nil, fmt.Errorf("bonus: campaign %s: %w", row.Code, err)
	}
	e.Closed = true
	return json.Marshal(e)
}
