package bonus

import (
	"context"
	"fmt"
	"time"
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
	rows, err := s.reads().Campaigns(ctx, string(SourceBonus))
	if err != nil {
		return nil, fmt.Errorf("bonus: read campaigns: %w", err)
	}
	received, err := s.reads().Received(ctx, member, string(SourceBonus))
	if err != nil {
		return nil, fmt.Errorf("bonus: read a member's grants: %w", err)
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
		if c, err = s.completed(ctx, c); err != nil {
			return nil, err
		}
		o := Offer{Campaign: c}
		for _, taken := range received {
			if taken.Campaign != c.Code {
				continue
			}
			if o.Last == "" {
				o.Last = taken.ID
			}
			state := State(taken.State)
			o.Held = o.Held || state == Active || state == Ending
			o.Received = append(o.Received, taken.GrantedAt.Time())
		}
		offers = append(offers, o)
	}
	return offers, nil
}

// completed returns a campaign with the terms that a grant would freeze now.
func (s *Service) completed(ctx context.Context, c Campaign) (Campaign, error) {
	games, err := s.Games.List(ctx)
	if err != nil {
		return Campaign{}, err
	}
	c.Terms = s.frozen(c.Terms, games)
	return c, nil
}
