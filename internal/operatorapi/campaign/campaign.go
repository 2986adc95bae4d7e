// Package campaign is the operator API's part about what offers cost and brought (OPERATOR-API.md, section 10): campaigns, what
// they granted, and the wheel.
package campaign

import (
	"context"
	"net/http"
	"slices"
	"time"

	"krapao/bonus"
	"krapao/bonus/campaign"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/list"
	"krapao/operator"
	"krapao/spin"
)

// Deps are what the room answers with.
type Deps struct {
	Campaigns *campaign.Service
	Bonuses   *bonus.Service
	Coins     *spin.Service
	Members   list.Members
	Lists     *list.Desk
	Now       func() time.Time
}

// Room answers the calls.
type Room struct{ d Deps }

// New makes it.
func New(d Deps) *Room { return &Room{d} }

// Register adds the calls.
func (c *Room) Register(f *httpx.Frame) {
	read := func(path, id, summary string, file bool) httpx.Route {
		return httpx.Route{
			Method: http.MethodGet, Path: "/api/" + path, ID: id, Access: httpx.Operators, Needs: "support+a",
			Scope: "content:read", Summary: summary, CSV: file,
		}
	}
	httpx.Register(f, read("campaign", "listCampaigns", "Bonuses and promotions, closed ones too, and what each cost", true),
		c.handleCampaigns)
	httpx.Register(f, read("campaign/{source}/{code}", "getCampaign", "A campaign, and what it cost and brought on each day", false),
		c.handleCampaign)
	httpx.Register(f, read("campaign/{source}/{code}/grant", "listCampaignGrants", "What a campaign granted, newest first", true),
		c.handleGrants)
	httpx.Register(f, read("wheel", "listWheelTables", "The wheel's tables with their odds, and what was drawn, newest first", true),
		c.handleTables)
	httpx.Register(f, read("wheel/{version}", "getWheelTable", "A table of the wheel", false), c.handleTable)
}

// OfferText is a text in the three languages; empty where there is none.
type OfferText struct {
	TH string `json:"th"`
	LO string `json:"lo"`
	EN string `json:"en"`
}

// OfferCampaign is a bonus or promotion, and what it cost.
type OfferCampaign struct {
	Source string       `enum:"bonus,promotion" json:"source"`
	Code   string       `json:"code"`
	Name   OfferText    `json:"name"`
	State  string       `doc:"What keeps members from taking it" enum:"open,upcoming,over,full,closed,unlisted" json:"state"`
	From   *wire.Time   `json:"from" nullable:"true"`
	To     *wire.Time   `json:"to" nullable:"true"`
	Grants int64        `json:"grants"`
	Quota  int64        `doc:"0: any number" json:"quota"`
	Active int64        `doc:"Conditions that have not ended" json:"active"`
	Spent  wire.Money   `doc:"Granted, less what went back" json:"spent"`
	Budget wire.Money   `doc:"The most that it may spend" json:"budget"`
	Lately OfferFigures `doc:"Of the grants of the last 31 days" json:"lately"`
	May    []string     `doc:"What the caller may do with it, by the ids of calls" json:"may"`
}

// OfferFigures are what grants cost and brought.
type OfferFigures struct {
	Grants    int64      `json:"grants"`
	Credit    wire.Money `doc:"What was granted" json:"credit"`
	Returned  wire.Money `doc:"What of it went back to the house" json:"returned"`
	Deposits  wire.Money `doc:"The deposits that were matched, and that were not taken back" json:"deposits"`
	Succeeded int64      `doc:"Conditions that ended in success" json:"succeeded"`
	Active    int64      `json:"active"`
}

func (f *OfferFigures) add(d bonus.DayGranted) {
	f.Grants += d.Grants
	f.Credit += wire.Money(d.Credit)
	f.Returned += wire.Money(d.Returned)
	f.Deposits += wire.Money(d.Deposits)
	f.Succeeded += d.Succeeded
	f.Active += d.Live
}

// name is a campaign's in the list.
func name(s campaign.Status) bonus.CampaignName {
	return bonus.CampaignName{Source: s.Source, Code: s.Code}
}

// handleCampaigns answers GET /api/campaign.
func (c *Room) handleCampaigns(ctx context.Context, in *struct{ list.Query }) (*httpx.Reply[list.Page[OfferCampaign]], error) {
	all := list.List[campaign.Status, bonus.CampaignName, OfferCampaign]{
		Name: "campaign", Key: name, Show: c.shown, Columns: campaignColumns,
	}
	return all.Read(ctx, c.d.Lists, in.Query, list.Rows[campaign.Status, bonus.CampaignName]{
		Read: func(ctx context.Context, after *bonus.CampaignName, most int) ([]campaign.Status, error) {
			found, err := c.d.Campaigns.Campaigns(ctx)
			if err != nil {
				return nil, err
			}
			if after != nil {
				n := slices.IndexFunc(found, func(s campaign.Status) bool { return name(s) == *after })
				found = found[n+1:]
			}
			return found[:min(most, len(found))], nil
		},
	})
}

var campaignColumns = []list.Column[campaign.Status]{
	{Name: "source", Cell: func(s campaign.Status) any { return string(s.Source) }},
	{Name: "code", Cell: func(s campaign.Status) any { return s.Code }},
	{Name: "grants", Cell: func(s campaign.Status) any { return s.Grants }},
	{Name: "quota", Cell: func(s campaign.Status) any { return s.Quota }},
	{Name: "active", Cell: func(s campaign.Status) any { return s.Live }},
	{Name: "spent", Cell: func(s campaign.Status) any { return s.Spent }},
	{Name: "budget", Cell: func(s campaign.Status) any { return s.Budget }},
}

// lately is how many days of a campaign are shown, today's too.
const lately = 31

// days are a campaign's last ones, those on which it granted something.
func (c *Room) days(ctx context.Context, of bonus.CampaignName) ([]bonus.DayGranted, error) {
	now := c.d.Now()
	return c.d.Bonuses.GrantedByDay(ctx, of, clock.Day(now).AddDate(0, 0, 1-lately), now.Add(time.Second))
}

func (c *Room) shown(ctx context.Context, rows []campaign.Status) ([]OfferCampaign, error) {
	shown := make([]OfferCampaign, len(rows))
	for n, row := range rows {
		days, err := c.days(ctx, name(row))
		if err != nil {
			return nil, err
		}
		shown[n] = c.campaign(ctx, row)
		for _, d := range days {
			shown[n].Lately.add(d)
		}
	}
	return shown, nil
}

// campaign shows a campaign without its figures.
func (c *Room) campaign(ctx context.Context, s campaign.Status) OfferCampaign {
	one := OfferCampaign{
		Source: string(s.Source), Code: s.Code, Name: OfferText{s.Name.TH, s.Name.LO, s.Name.EN},
		State: string(s.Standing(c.d.Now())), From: wire.TimeOrNull(s.From), To: wire.TimeOrNull(s.To), Grants: s.Grants,
		Quota: s.Quota, Active: s.Live, Spent: wire.Money(s.Spent), Budget: wire.Money(s.Budget), May: []string{},
	}
	if s.Open && operator.Role(httpx.StateOf(ctx).Role).MayCall(string(operator.Cashier)) == nil {
		one.May = append(one.May, "closeContent")
	}
	return one
}

// OfCampaign names a campaign.
type OfCampaign struct {
	Source string `enum:"bonus,promotion" path:"source"`
	Code   string `maxLength:"64"         path:"code"`
}

func (o OfCampaign) name() bonus.CampaignName {
	return bonus.CampaignName{Source: bonus.Source(o.Source), Code: o.Code}
}

// OfferDetail is a campaign with its days.
type OfferDetail struct {
	OfferCampaign

	Days []OfferDay `doc:"Of the last 31, those on which it granted something" json:"days"`
}

// OfferDay is what was granted on a day, and what has become of that.
type OfferDay struct {
	Day string `doc:"As 2026-11-26, in Bangkok" json:"day"`
	OfferFigures
}

// handleCampaign answers GET /api/campaign/{source}/{code}.
func (c *Room) handleCampaign(ctx context.Context, in *OfCampaign) (*httpx.Reply[OfferDetail], error) {
	all, err := c.d.Campaigns.Campaigns(ctx)
	if err != nil {
		return nil, err
	}
	n := slices.IndexFunc(all, func(s campaign.Status) bool { return name(s) == in.name() })
	if n < 0 {
		return nil, fault.New(fault.NO_DATA, "there is no %s %q", in.Source, in.Code)
	}
	days, err := c.days(ctx, in.name())
	if err != nil {
		return nil, err
	}
	detail := OfferDetail{c.campaign(ctx, all[n]), make([]OfferDay, len(days))}
	for i, d := range days {
		detail.Lately.add(d)
		detail.Days[i].Day = d.Day.In(clock.Bangkok).Format(time.DateOnly)
		detail.Days[i].add(d)
	}
	return httpx.OK(detail)
}

// AskedGrants are a list of a campaign's grants.
type AskedGrants struct {
	list.Query
	OfCampaign
}

// OfferGrant is one grant of a campaign.
type OfferGrant struct {
	ID        string                        `json:"id"`
	Member    wire.Nullable[list.MemberRef] `json:"member"`
	State     string                        `json:"state"`
	Credit    wire.Money                    `json:"credit"`
	Deposit   wire.Money                    `doc:"The deposit that it matched" json:"deposit"`
	Required  wire.Money                    `doc:"The turnover that it asks for; 0: none" json:"required"`
	Returned  wire.Money                    `json:"returned"`
	GrantedAt wire.Time                     `json:"grantedAt"`
	EndedAt   *wire.Time                    `json:"endedAt" nullable:"true"`
}

// handleGrants answers GET /api/campaign/{source}/{code}/grant. The file names members by their IDs alone.
func (c *Room) handleGrants(ctx context.Context, in *AskedGrants) (*httpx.Reply[list.Page[OfferGrant]], error) {
	of := list.List[bonus.Condition, bonus.GrantPlace, OfferGrant]{
		Name: "campaign/grant", Key: bonus.Condition.Place, Show: c.grants, Columns: grantColumns,
	}
	return of.Read(ctx, c.d.Lists, in.Query, list.Rows[bonus.Condition, bonus.GrantPlace]{
		Filters: list.Filters{"source": in.Source, "code": in.Code},
		Read: func(ctx context.Context, after *bonus.GrantPlace, most int) ([]bonus.Condition, error) {
			at := bonus.GrantPlace{}
			if after != nil {
				at = *after
			}
			return c.d.Bonuses.GrantsOf(ctx, in.name(), at, most)
		},
	})
}

var grantColumns = []list.Column[bonus.Condition]{
	{Name: "id", Cell: func(g bonus.Condition) any { return g.ID }},
	{Name: "member", Cell: func(g bonus.Condition) any { return g.Member }},
	{Name: "state", Cell: func(g bonus.Condition) any { return string(g.State) }},
	{Name: "credit", Cell: func(g bonus.Condition) any { return g.Credit }},
	{Name: "deposit", Cell: func(g bonus.Condition) any { return g.Deposit }},
	{Name: "required", Cell: func(g bonus.Condition) any { return g.Required }},
	{Name: "returned", Cell: func(g bonus.Condition) any { return g.Returned }},
	{Name: "grantedAt", Cell: func(g bonus.Condition) any { return g.GrantedAt }},
	{Name: "endedAt", Cell: func(g bonus.Condition) any { return g.EndedAt }},
}

func (c *Room) grants(ctx context.Context, rows []bonus.Condition) ([]OfferGrant, error) {
	members, err := list.Named(ctx, c.d.Members, rows, func(g bonus.Condition) string { return g.Member })
	if err != nil {
		return nil, err
	}
	shown := make([]OfferGrant, len(rows))
	for n, g := range rows {
		shown[n] = OfferGrant{
			ID: g.ID, State: string(g.State), Credit: wire.Money(g.Credit), Deposit: wire.Money(g.Deposit),
			Required: wire.Money(g.Required), Returned: wire.Money(g.Returned), GrantedAt: wire.Time(g.GrantedAt),
			EndedAt: wire.TimeOrNull(g.EndedAt),
		}
		if m, known := members[g.Member]; known {
			shown[n].Member = wire.NullableOf(m)
		}
	}
	return shown, nil
}
