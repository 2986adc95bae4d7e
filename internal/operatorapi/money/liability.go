package money

import (
	"context"
	"net/http"
	"time"

	"krapao/brake"
	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/decide"
	"krapao/internal/operatorapi/list"
	"krapao/money"
	"krapao/operator/report"
)

// liability adds the calls about the reports that are kept, and the figures that a person enters for them.
func (c *Room) liability(f *httpx.Frame) {
	kept := read("/report/liability", "listLiabilities", "The liability reports that were kept, newest first", listed)
	kept.Needs = "cashier+a"
	httpx.Register(f, kept, c.handleLiabilities)
	one := read("/report/liability/{id}", "getLiability", "A liability report that was kept", single)
	one.Needs = "cashier+a"
	httpx.Register(f, one, c.handleLiability)
	httpx.Register(f, decide.Route(httpx.Route{
		Path: "/api/report/liability", ID: "makeLiability", Needs: "cashier", Scope: "money:decide",
		Summary: "Make the liability report now, and keep it. Below 100 % the automatic payouts stop",
	}), c.handleMakeLiability)
	enter := decide.Route(httpx.Route{
		Path: "/api/report/liability/balance/{system}", ID: "enterBalance", Needs: "cashier", Scope: "money:decide",
		Summary: "Enter what a bank says that it has",
	})
	enter.Method = http.MethodPut
	httpx.Register(f, enter, c.handleEnterBalance)
}

// KeptLiability is a report that was kept.
type KeptLiability struct {
	ID     string         `json:"id"`
	Day    string         `json:"day" doc:"Of Bangkok"`
	MadeAt wire.Time      `json:"madeAt"`
	Effect *string        `json:"effect" doc:"payouts: the automatic payouts stopped with it" nullable:"true"`
	By     *string        `json:"by" doc:"Who asked for it; null: it is the day's"`
	Report CoverageReport `json:"report"`
}

func keptOf(l report.Liability) KeptLiability {
	return KeptLiability{
		ID: l.ID, Day: l.Day, MadeAt: wire.Time(l.At), Effect: wire.TextOrNull(effectOf(l)), By: wire.TextOrNull(l.By),
		Report: coverageOf(l.Coverage),
	}
}

// effectOf is the system that stopped with a report; empty: none.
func effectOf(l report.Liability) string {
	if l.Stopped {
		return brake.Payouts
	}
	return ""
}

// LiabilitiesAsked are the filters of the kept reports.
type LiabilitiesAsked struct {
	list.Query
	list.Span
}

// handleLiabilities answers GET /api/report/liability. There are a few a day, so a list of all needs no bound.
func (c *Room) handleLiabilities(ctx context.Context, in *LiabilitiesAsked) (*httpx.Reply[list.Page[KeptLiability]], error) {
	all := list.List[report.Liability, report.Place, KeptLiability]{
		Name: "report/liability", Key: report.Liability.Place, Columns: liabilityColumns, Show: shownBy(keptOf),
	}
	return all.Read(ctx, c.d.Lists, in.Query, list.Rows[report.Liability, report.Place]{
		Filters: list.Filters{}.In(in.Span),
		Read: func(ctx context.Context, after *report.Place, most int) ([]report.Liability, error) {
			return c.d.Reports.Kept(ctx, in.From, in.To, after, most)
		},
	})
}

// liabilityColumns are the file's.
var liabilityColumns = []list.Column[report.Liability]{
	{Name: "id", Cell: func(l report.Liability) any { return l.ID }},
	{Name: "day", Cell: func(l report.Liability) any { return l.Day }},
	{Name: "made_at", Cell: func(l report.Liability) any { return l.At }},
	{Name: "by", Cell: func(l report.Liability) any { return l.By }},
	{Name: "owed", Cell: func(l report.Liability) any { return l.Owed.Total() }},
	{Name: "books", Cell: func(l report.Liability) any { return l.ByTheBooks() }},
	{Name: "coverage", Cell: func(l report.Liability) any {
		if points, known := l.Ratio(); known {
			return money.Amount(points) // in percent with two decimals
		}
		return "not known"
	}},
	{Name: "effect", Cell: func(l report.Liability) any { return effectOf(l) }},
}

// LiabilityOf names a kept report.
type LiabilityOf struct {
	ID string `path:"id" maxLength:"32"`
}

// handleLiability answers GET /api/report/liability/{id}.
func (c *Room) handleLiability(ctx context.Context, in *LiabilityOf) (*httpx.Reply[KeptLiability], error) {
	l, err := c.d.Reports.KeptOf(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return httpx.OK(keptOf(l))
}

// LiabilityMade is what making one is given.
type LiabilityMade struct{ Body decide.Body }

// handleMakeLiability answers POST /api/report/liability. Its subject is its day.
func (c *Room) handleMakeLiability(ctx context.Context, in *LiabilityMade) (*httpx.Reply[decide.Outcome], error) {
	return c.d.Decisions.Call(ctx, report.KindLiability, c.d.Reports.Today(), in.Body, nil)
}

// BalanceEntered is what a bank says that it has.
type BalanceEntered struct {
	System string `path:"system" maxLength:"64"`
	Body   struct {
		decide.Body

		Amount wire.Money `json:"amount" doc:"What the bank's own statement says"`
		At     time.Time  `json:"at" doc:"When it had that; at most 24 hours ago"`
	}
}

// handleEnterBalance answers PUT /api/report/liability/balance/{system}.
func (c *Room) handleEnterBalance(ctx context.Context, in *BalanceEntered) (*httpx.Reply[decide.Outcome], error) {
	return c.d.Decisions.Call(ctx, report.KindBalance, in.System, in.Body.Body,
		report.Balance{Amount: money.Amount(in.Body.Amount), At: in.Body.At})
}
