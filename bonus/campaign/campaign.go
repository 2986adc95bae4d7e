package campaign

import (
	"strings"
	"time"

	"krapao/bonus"
	"krapao/internal/clock"
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
	// Source is bonus.SourceBonus or bonus.SourcePromotion.
	Source bonus.Source
	Code   string
	Type   Type
	// Max is how often a member may take it. 0: members can't take it themselves, it is only a prize. A promotion is taken once.
	Max               int64
	Name, Description bonus.Text
	// Match is nil for a credit of a fixed Amount.
	Match  *bonus.Match
	Amount money.Amount
	Terms  bonus.Terms
	// Quota is how many may be granted (0: any number), Budget how much, less what came back.
	Quota  int64
	Budget money.Amount
	// From and To bound the time in which it may be taken; zero: no bound.
	From, To time.Time
	Banners  []bonus.Banner
	// Open is false if content no longer lists it, or an operator closed it.
	Open bool
	// Grants counts all grants so far. Spent is what was granted, less what came back.
	Grants int64
	Spent  money.Amount
}

// takable reports whether members may take it now.
func (c *Campaign) takable(now time.Time) bool {
	return c.Open && (c.From.IsZero() || !now.Before(c.From)) && (c.To.IsZero() || now.Before(c.To))
}

// credit is the request for the campaign's credit. Members see its name and description.
func (c *Campaign) credit(member string, key ledger.Key) bonus.Credit {
	terms := c.Terms
	terms.Name, terms.Description = c.Name, c.Description
	return bonus.Credit{
		Member: member, Operation: key, Source: c.Source, Campaign: c.Code, From: c.Source.House(),
		Amount: c.Amount, Match: c.Match, Terms: terms,
	}
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

// normal is the form in which a promotion's code is stored and looked up.
func normal(code string) string { return strings.ToUpper(strings.TrimSpace(code)) }
