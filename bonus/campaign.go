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

// Type says how often a member may take a campaign: Max times ever, or in a day or week of Bangkok.
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
	// Max is how often; 0: nobody takes it by itself, it is only a prize. A promotion is taken once.
	Max               int64
	Name, Description Text
	// Match is nil for a credit of a fixed Amount.
	Match  *Match
	Amount money.Amount
	Terms  Terms
	// Quota is how many may be granted, 0: any number; Budget how much, less what came back.
	Quota  int64
	Budget money.Amount
	// From and To bound when it may be taken; zero: no bound.
	From, To time.Time
	Banners  []Banner
	// Open: false where content no longer lists it, or an operator closed it.
	Open bool
	// Grants are all so far, Spent what was granted less what came back.
	Grants int64
	Spent  money.Amount
}

// Banner is a picture with a text under it.
type Banner struct {
	Image string `json:"image"`
	HTML  Text   `json:"html"`
}

// Sanitise takes out of an operator's HTML what no page of ours shows.
func (t *Text) Sanitise() {
	t.TH, t.LO, t.EN = sanitize.HTML(t.TH), sanitize.HTML(t.LO), sanitize.HTML(t.EN)
}

// Sanitise does so with the texts of banners.
func Sanitise(banners []Banner) {
	for i := range banners {
		banners[i].HTML.Sanitise()
	}
}

// takable tells whether members may take it now.
func (c *Campaign) takable(now time.Time) bool {
	return c.Open && (c.From.IsZero() || !now.Before(c.From)) && (c.To.IsZero() || now.Before(c.To))
}

// campaign reads one; false where there never was such a code.
func (s *Service) campaign(ctx context.Context, q *bonusdb.Queries, source Source, code string) (Campaign, bool, error) {
	row, err := q.Campaign(ctx, string(source), code)
	if store.NotFound(err) {
		return Campaign{}, false, nil
	}
	if err != nil {
		return Campaign{}, false, fmt.Errorf("bonus: campaign: %w", err)
	}
	c, err := campaignOf(row)
	return c, err == nil, err
}

// Activate grants a bonus. NO_DATA where there is none to be had by that code, BONUS_MAX_CLAIMED, BONUS_FULL, and what a grant
// is refused with.
func (s *Service) Activate(ctx context.Context, member, code string, key ledger.Key) (Condition, error) {
	c, yes, err := s.campaign(ctx, s.reads(), SourceBonus, code)
	if err != nil {
		return Condition{}, err
	}
	if !yes {
		return Condition{}, noBonus()
	}
	return s.grant(ctx, c.credit(member, key), offer{
		allowTx: func(ctx context.Context, tx *store.Tx) error { return s.allowBonusTx(ctx, tx, member, code) },
		takeTx:  c.takeTx,
	})
}

func noBonus() error { return fault.New(fault.NO_DATA, "there is no such bonus now") }

// credit asks for the campaign's credit.
func (c *Campaign) credit(member string, key ledger.Key) Credit {
	terms := c.Terms
	terms.Name, terms.Description = c.Name, c.Description
	return Credit{
		Member: member, Operation: key, Source: c.Source, Campaign: c.Code, From: c.Source.house(),
		Amount: c.Amount, Match: c.Match, Terms: terms,
	}
}

// allowBonusTx counts what the member took of it, under the lock of its state. What was taken back with its deposit does
// not count.
func (s *Service) allowBonusTx(ctx context.Context, tx *store.Tx, member, code string) error {
	q := bonusdb.New(tx)
	c, yes, err := s.campaign(ctx, q, SourceBonus, code)
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

// since is from when on takings count; zero: ever.
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

// takeTx takes a credit from the quota and the budget.
func (c *Campaign) takeTx(ctx context.Context, tx *store.Tx, credit money.Amount) error {
	n, err := bonusdb.New(tx).TakeFromCampaign(ctx, bonusdb.TakeFromCampaignParams{
		Credit: int64(credit), Source: string(c.Source), Code: c.Code, Quota: c.Quota, Budget: int64(c.Budget),
	})
	if err == nil && n == 0 {
		err = fault.New(fault.BONUS_FULL, "the campaign's quota or budget is used up")
	}
	return err
}

// PrizeTx is a bonus of a fixed amount, as a prize of the wheel: its amount, and the terms that it is granted under. False
// where no such bonus is offered.
func (s *Service) PrizeTx(ctx context.Context, tx *store.Tx, code string) (money.Amount, Terms, bool, error) {
	c, yes, err := s.campaign(ctx, bonusdb.New(tx), SourceBonus, code)
	if err != nil || !yes || !c.takable(tx.Now) || c.Match != nil {
		return 0, Terms{}, false, err
	}
	credit := c.credit("", ledger.Key{})
	return c.Amount, credit.Terms, true, nil
}
