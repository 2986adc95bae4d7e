package campaign

import (
	"context"
	"fmt"
	"time"

	"krapao/bonus"
	"krapao/bonus/campaign/internal/campaigndb"
	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
)

// Offer is a bonus as one member sees it.
type Offer struct {
	Campaign
	// Last is the id of the member's newest condition of this bonus, empty if there is none. Held: one of them is active.
	Last string
	Held bool
	// Received is when the member took the bonus, newest first.
	Received []time.Time
}

// Offers lists the bonuses that can be taken now, and when the member took each.
func (s *Service) Offers(ctx context.Context, member string) ([]Offer, error) {
	rows, err := s.reads().Campaigns(ctx, string(bonus.SourceBonus))
	if err != nil {
		return nil, fmt.Errorf("bonus: read campaigns: %w", err)
	}
	received, err := s.Conditions.Received(ctx, member, bonus.SourceBonus)
	if err != nil {
		return nil, err
	}
	complete, err := s.Conditions.Completion(ctx)
	if err != nil {
		return nil, err
	}
	offers := []Offer{}
	for _, row := range rows {
		c, err := campaignOf(row)
		if err != nil {
			return nil, err
		}
		if !c.takable(s.Store.Now()) || c.Max == 0 {
			continue
		}
		c.Terms = complete(c.Terms)
		o := Offer{Campaign: c}
		for _, taken := range received {
			if taken.Campaign != c.Code {
				continue
			}
			if o.Last == "" {
				o.Last = taken.ID
			}
			o.Held = o.Held || taken.Live
			o.Received = append(o.Received, taken.At)
		}
		offers = append(offers, o)
	}
	return offers, nil
}

// completed returns a campaign with the terms that a grant would freeze now.
func (s *Service) completed(ctx context.Context, c Campaign) (Campaign, error) {
	complete, err := s.Conditions.Completion(ctx)
	if err != nil {
		return Campaign{}, err
	}
	c.Terms = complete(c.Terms)
	return c, nil
}

func noBonus() error { return fault.New(fault.NO_DATA, "there is no such bonus now") }

// allowBonusTx counts how often the member took the bonus. A grant that was taken back with its deposit does not count.
func (s *Service) allowBonusTx(ctx context.Context, tx *store.Tx, member, code string) error {
	c, yes, err := s.findCampaign(ctx, campaigndb.New(tx), bonus.SourceBonus, code)
	if err != nil {
		return err
	}
	if !yes || !c.takable(tx.Now) || c.Max == 0 {
		return noBonus()
	}
	n, err := s.Conditions.CountReceivedTx(ctx, tx, member, bonus.SourceBonus, code, c.Type.since(tx.Now))
	if err == nil && n >= c.Max {
		err = fault.New(fault.BONUS_MAX_CLAIMED, "the bonus was taken %d times", n)
	}
	return err
}

// PrizeTx returns the amount and the terms of a bonus that is a prize of the wheel. It returns false if no bonus of a fixed
// amount with this code is offered.
func (s *Service) PrizeTx(ctx context.Context, tx *store.Tx, code string) (money.Amount, bonus.Terms, bool, error) {
	c, yes, err := s.findCampaign(ctx, campaigndb.New(tx), bonus.SourceBonus, code)
	if err != nil || !yes || !c.takable(tx.Now) || c.Match != nil {
		return 0, bonus.Terms{}, false, err
	}
	credit := c.credit("", ledger.Key{})
	return c.Amount, credit.Terms, true, nil
}
