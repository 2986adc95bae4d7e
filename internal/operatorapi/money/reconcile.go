package money

import (
	"context"
	"strconv"

	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/decide"
	"krapao/internal/operatorapi/list"
	"krapao/operator/gamecase"
	"krapao/reconcile"
)

// Days say how far days are compared with providers.
type Days interface {
	Days(ctx context.Context, of reconcile.Span, after *reconcile.Place, most int) ([]reconcile.ProviderDay, error)
	Day(ctx context.Context, provider, day string) (reconcile.ProviderDay, error)
}

// reconciliation adds the calls about days that are compared with providers.
func (c *Room) reconciliation(f *httpx.Frame) {
	httpx.Register(f, read("/reconcile", "listReconciledDays",
		"Days that are compared with providers of games, newest first", listed), c.handleDays)
	httpx.Register(f, read("/reconcile/{provider}/{day}", "getReconciledDay",
		"How far a provider's day is compared", single), c.handleDay)
	httpx.Register(f, decide.Route(httpx.Route{
		Path: "/api/reconcile/{provider}/{day}", ID: "compareDay", Needs: "support", Scope: "money:decide",
		Summary: "Compare a day with a provider again, within ten minutes",
	}), c.handleCompare)
}

// ReconciledDay is a provider's day, and how far it is compared with ours.
type ReconciledDay struct {
	Provider string  `json:"provider"`
	Method   *string `json:"method" enum:"list,reference,none" nullable:"true" doc:"null: its comparison has not begun"`
	DayProgress
}

func reconciledOf(d reconcile.ProviderDay) ReconciledDay {
	return ReconciledDay{d.Provider, wire.TextOrNull(d.Method), progressOf(d.ComparedDay)}
}

// DaysAsked are the filters of the days.
type DaysAsked struct {
	list.Query

	Provider string `doc:"Only this provider's" maxLength:"64" query:"provider"`
	From     string `doc:"The first day, as 2026-11-26" maxLength:"10" query:"from"`
	To       string `doc:"The last day" maxLength:"10" query:"to"`
}

// handleDays answers GET /api/reconcile. A provider has a day a day, so a list of all needs no bound.
func (c *Room) handleDays(ctx context.Context, in *DaysAsked) (*httpx.Reply[list.Page[ReconciledDay]], error) {
	of := reconcile.Span{Provider: in.Provider, From: in.From, To: in.To}
	if err := of.Check(); err != nil {
		return nil, err
	}
	all := list.List[reconcile.ProviderDay, reconcile.Place, ReconciledDay]{
		Name: "reconcile", Key: reconcile.ProviderDay.Place, Columns: dayColumns, Show: shownBy(reconciledOf),
	}
	return all.Read(ctx, c.d.Lists, in.Query, list.Rows[reconcile.ProviderDay, reconcile.Place]{
		Filters: list.Filters{"provider": in.Provider, "from": in.From, "to": in.To},
		Read: func(ctx context.Context, after *reconcile.Place, most int) ([]reconcile.ProviderDay, error) {
			return c.d.Days.Days(ctx, of, after, most)
		},
	})
}

// dayColumns are the file's.
var dayColumns = []list.Column[reconcile.ProviderDay]{
	{Name: "provider", Cell: func(d reconcile.ProviderDay) any { return d.Provider }},
	{Name: "day", Cell: func(d reconcile.ProviderDay) any { return d.Day }},
	{Name: "method", Cell: func(d reconcile.ProviderDay) any { return d.Method }},
	{Name: "done", Cell: func(d reconcile.ProviderDay) any { return strconv.FormatBool(d.Done) }},
	{Name: "ours", Cell: func(d reconcile.ProviderDay) any { return int64(d.Ours) }},
	{Name: "theirs", Cell: func(d reconcile.ProviderDay) any { return int64(d.Theirs) }},
	{Name: "compared", Cell: func(d reconcile.ProviderDay) any { return int64(d.Compared) }},
	{Name: "undecided", Cell: func(d reconcile.ProviderDay) any { return int64(d.Undecided) }},
	{Name: "differences", Cell: func(d reconcile.ProviderDay) any { return int64(d.Differences) }},
	{Name: "reason", Cell: func(d reconcile.ProviderDay) any { return d.Reason }},
}

// DayOf names a provider's day.
type DayOf struct {
	Provider string `maxLength:"64" path:"provider"`
	Day      string `maxLength:"10" path:"day"`
}

// handleDay answers GET /api/reconcile/{provider}/{day}.
func (c *Room) handleDay(ctx context.Context, in *DayOf) (*httpx.Reply[ReconciledDay], error) {
	d, err := c.d.Days.Day(ctx, in.Provider, in.Day)
	if err != nil {
		return nil, err
	}
	return httpx.OK(reconciledOf(d))
}

// DayCompared names what is compared again.
type DayCompared struct {
	Provider string `doc:"all: every one" maxLength:"64" path:"provider"`
	Day      string `doc:"As 2026-11-26; today: the house's" maxLength:"10" path:"day"`
	Body     decide.Body
}

// handleCompare answers POST /api/reconcile/{provider}/{day}.
func (c *Room) handleCompare(ctx context.Context, in *DayCompared) (*httpx.Reply[decide.Outcome], error) {
	return c.d.Decisions.Call(ctx, gamecase.KindCompare, gamecase.CompareSubject(in.Provider, in.Day), in.Body, nil)
}
