package bonus

import (
	"context"
	"fmt"
	"time"

	"krapao/bonus/internal/bonusdb"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/sanitize"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
)

// Type says over which time Campaign.Max counts: a member's whole life, or a day or week in Bangkok.
type Type string

// The types.
const (
	Limit Type = "limit"
	Day   Type = "day"
	Week  Type = "week"
)

// Campaign is a bonus or a promotion as the operator offers it.
type Campaign struct {
	// Source is SourceBonus or SourcePromotion.
	Source Source
	Code   string
	Type   Type
	// Max is how often a member may take it. 0: members can't take it themselves, it is only a prize. A promotion is taken once.
	Max               int64
	Name, Description Text
	// Match is nil for a credit of a fixed Amount.
	Match  *Match
	Amount money.Amount
	Terms  Terms
	// Quota is how many may be granted (0: any number), Budget how much, less what came back.
	Quota  int64
	Budget money.Amount
	// From and To bound the time in which it may be taken; zero: no bound.
	From, To time.Time
	Banners  []Banner
	// Open is false if content no longer lists it, or an operator closed it.
	Open bool
	// Grants counts all grants so far. Spent is what was granted, less what came back.
	Grants int64
	Spent  money.Amount
}

// Banner is a picture with a text under it.
type Banner struct {
	Image string `json:"image"`
	HTML  Text   `json:"html"`
}

// Sanitise removes from an operator's HTML what our pages do not show.
func (t *Text) Sanitise() {
	t.TH, t.LO, t.EN = sanitize.HTML(t.TH), sanitize.HTML(t.LO), sanitize.HTML(t.EN)
}

// Sanitise cleans the texts of banners.
func Sanitise(banners []Banner) {
	for i := range banners {
		banners[i].HTML.Sanitise()
	}
}

// takable reports whether members may take it now.
func (c *Campaign) takable(now time.Time) bool {
	return c.Open && (c.From.IsZero() || !now.Before(c.From)) && (c.To.IsZero() || now.Before(c.To))
}

// findCampaign reads a campaign; false if there never was one with this code.
func (s *Service) findCampaign(ctx context.Context, q *bonusdb.Queries, source Source, code string) (Campaign, bool, error) {
	row, err := q.Campaign(ctx, string(source), code)
	if store.NotFound(err) {
		return Campaign{}, false, nil
	}
	if err != nil {
		return Campaign{}, false, fmt.Errorf("bonus: read a campaign: %w", err)
	}
	c, err := campaignOf(row)
	return c, err == nil, err
}

// Activate grants a bonus. It returns NO_DATA if no bonus with this code can be taken now, BONUS_MAX_CLAIMED, BONUS_FULL, or
// an error of GrantTx.
func (s *Service) Activate(ctx context.Context, member, code string, key ledger.Key) (Condition, error) {
	c, yes, err := s.findCampaign(ctx, s.reads(), SourceBonus, code)
	if err != nil {
		return Condition{}, err
	}
	if !yes {
		return Condition{}, noBonus()
	}
	return s.grantCampaign(ctx, &c, member, key)
}

func noBonus() error { return fault.New(fault.NO_DATA, "there is no such bonus now") }

// credit is the request for the campaign's credit. Members see its name and description.
func (c *Campaign) credit(member string, key ledger.Key) Credit {
	terms := c.Terms
	terms.Name, terms.Description = c.Name, c.Description
	return Credit{
		Member: member, Operation: key, Source: c.Source, Campaign: c.Code, From: c.Source.house(),
		Amount: c.Amount, Match: c.Match, Terms: terms,
	}
}

// allowTx refuses a campaign that the member can't take, or can't take again. It reads the campaign anew, under the lock of
// the member's state.
func (s *Service) allowTx(ctx context.Context, tx *store.Tx, member string, c *Campaign) error {
	if c.Source == SourcePromotion {
		return s.allowPromotionTx(ctx, tx, member, c.Code)
	}
	return s.allowBonusTx(ctx, tx, member, c.Code)
}

// allowBonusTx counts how often the member took the bonus. A grant that was taken back with its deposit does not count.
func (s *Service) allowBonusTx(ctx context.Context, tx *store.Tx, member, code string) error {
	q := bonusdb.New(tx)
	c, yes, err := s.findCampaign(ctx, q, SourceBonus, code)
	if err != nil {
		return err
	}
	if !yes || !c.takable(tx.Now) || c.Max == 0 {
		return noBonus()
	}
	n, err := q.CountReceived(ctx, bonusdb.CountReceivedParams{
		Member: member, Source: string(SourceBonus), Campaign: code, Since: clock.MicrosOf(c.Type.since(tx.Now)),
	})
	if err == nil && n >= c.Max {
		err = fault.New(fault.BONUS_MAX_CLAIMED, "the bonus was taken %d times", n)
	}
	return err
}

// since is the time from which grants count against Max; zero: all count.
func (t Type) since(now time.Time) time.Time {
	switch t {
	case Day:
		return clock.Day(now)
	case Week:
		return clock.Week(now)
	default:
		return time.Time{}
	}
}

// takeTx takes a credit from the campaign's quota and budget, or returns BONUS_FULL.
func (c *Campaign) takeTx(ctx context.Context, tx *store.Tx, credit money.Amount) error {
	n, err := bonusdb.New(tx).TakeFromCampaign(ctx, bonusdb.TakeFromCampaignParams{
		Credit: int64(credit), Source: string(c.Source), Code: c.Code, Quota: c.Quota, Budget: int64(c.Budget),
	})
	if err == nil && n == 0 {
		err = fault.New(fault.BONUS_FULL, "the campaign's quota or budget is used up")
	}
	return err
}

// PrizeTx returns the amount and the terms of a bonus that is a prize of the wheel. It returns false if no bonus of a fixed
// amount with this code is offered.
func (s *Service) PrizeTx(ctx context.Context, tx *store.Tx, code string) (money.Amount, Terms, bool, error) {
	c, yes, err := s.findCampaign(ctx, bonusdb.New(tx), SourceBonus, code)
	if err != nil || !yes || !c.takable(tx.Now) || c.Match != nil {
		return 0, Terms{}, false, err
	}
	credit := c.credit("", ledger.Key{})
	return c.Amount, credit.Terms, true, nil
}
