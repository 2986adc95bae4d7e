package money

import (
	"context"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/list"
	"krapao/ledger/tally"
	"krapao/money"
	"krapao/operator/report"
)

// FinanceAsked is the time of a finance report.
type FinanceAsked struct {
	Day    string `doc:"One day of Bangkok, as 2026-11-26, in place of from and to" maxLength:"10" query:"day"`
	From   string `doc:"The first day" maxLength:"10" query:"from"`
	To     string `doc:"The last day; at most 400 days" maxLength:"10" query:"to"`
	By     string `default:"day" doc:"How long a row's time is; a week begins on Monday" enum:"day,week,month" query:"by"`
	Format string `default:"json" doc:"csv: as a file, a line for each figure" enum:"json,csv" query:"format"`
}

// FinanceReport is what came in and went out, and what the house owes its members.
type FinanceReport struct {
	Rows  []FinanceRow `json:"rows"`
	AsOf  wire.Time    `json:"asOf" doc:"Everything up to then is in it"`
	Whole bool         `json:"whole" doc:"Every row adds up to the accounts, and nothing waits to be added up"`
}

// FinanceRow is a part of the report's time.
type FinanceRow struct {
	Day        string            `doc:"Its first day" json:"day"`
	Until      string            `doc:"Its last day" json:"until"`
	Channels   []FinanceChannel  `json:"channels"`
	Providers  []FinanceProvider `json:"providers"`
	Bonus      wire.Money        `json:"bonus" doc:"What members got of bonuses and promotions, less what went back"`
	Refund     wire.Money        `json:"refund"`
	Invite     wire.Money        `json:"invite"`
	Prize      wire.Money        `json:"prize"`
	Adjustment wire.Money        `json:"adjustment" doc:"Positive: to members"`
	WriteOff   wire.Money        `json:"writeoff" doc:"Debts that members need not pay any more"`
	Fee        wire.Money        `json:"fee"`
	Other      wire.Money        `json:"other" doc:"All other accounts of the house"`
	Held       wire.Money        `json:"held" doc:"At its end; a part of closing, as unmatched and coupons are"`
	Unmatched  wire.Money        `json:"unmatched"`
	Coupons    wire.Money        `json:"coupons"`
	Owed       wire.Money        `json:"owed" doc:"What members owe the house at its end; closing is less by it"`
	Opening    wire.Money        `json:"opening" doc:"What the house owes its members at its beginning"`
	Closing    wire.Money        `json:"closing" doc:"And at its end: opening, and channels' in less out, less ggr, and the columns from bonus to other"`
	Whole      bool              `json:"whole"`
}

// FinanceChannel is a way by which money comes and goes.
type FinanceChannel struct {
	Code  string     `json:"code" doc:"A bank account or gateway; payout: what was paid to members"`
	In    wire.Money `json:"in"`
	Out   wire.Money `json:"out"`
	Count int64      `json:"count"`
}

// FinanceProvider is what a provider's games won from members, and what they bet.
type FinanceProvider struct {
	Code     string              `json:"code"`
	GGR      wire.Money          `json:"ggr" doc:"Negative: members won"`
	Turnover *wire.OptionalMoney `json:"turnover" doc:"What members bet, by the day of the bet; null: it reports no play, or it is still being added up"`
}

// handleFinance answers GET /api/report/finance.
func (c *Room) handleFinance(ctx context.Context, in *FinanceAsked) (*httpx.Reply[FinanceReport], error) {
	asked, err := in.asked()
	if err != nil {
		return nil, err
	}
	f, err := c.d.Reports.Finance(ctx, asked)
	if err != nil {
		return nil, err
	}
	if in.Format == "csv" {
		return c.financeFile(ctx, in, f)
	}
	answer := FinanceReport{Rows: make([]FinanceRow, len(f.Rows)), AsOf: wire.Time(f.AsOf), Whole: f.Whole}
	for n, r := range f.Rows {
		answer.Rows[n] = financeRowOf(r)
	}
	return httpx.OK(answer)
}

// asked are the days that a report is of.
func (in *FinanceAsked) asked() (a report.Asked, err error) {
	first, last := in.From, in.To
	if in.Day != "" {
		if first != "" || last != "" {
			return a, fault.New(fault.INVALID_INPUT, "a day, or from and to")
		}
		first, last = in.Day, in.Day
	}
	a.By = report.By(in.By)
	if a.From, err = tally.Day(first); err != nil {
		return a, fault.New(fault.INVALID_INPUT, "%q is no day", first)
	}
	if a.To, err = tally.Day(last); err != nil {
		return a, fault.New(fault.INVALID_INPUT, "%q is no day", last)
	}
	a.To = a.To.AddDate(0, 0, 1)
	return a, nil
}

func dayOf(at time.Time) string { return at.In(clock.Bangkok).Format(time.DateOnly) }

func financeRowOf(r report.Row) FinanceRow {
	row := FinanceRow{
		Day: dayOf(r.From), Until: dayOf(r.To.Add(-1)), Channels: []FinanceChannel{}, Providers: []FinanceProvider{},
		Bonus: wire.Money(r.Bonus), Refund: wire.Money(r.Refund), Invite: wire.Money(r.Invite), Prize: wire.Money(r.Prize),
		Adjustment: wire.Money(r.Adjustment), WriteOff: wire.Money(r.WriteOff), Fee: wire.Money(r.Fee), Other: wire.Money(r.Other),
		Held: wire.Money(r.Held), Unmatched: wire.Money(r.Unmatched), Coupons: wire.Money(r.Coupons), Owed: wire.Money(r.Owed),
		Opening: wire.Money(r.Opening), Closing: wire.Money(r.Closing), Whole: r.Whole,
	}
	for _, ch := range r.Channels {
		row.Channels = append(row.Channels, FinanceChannel{ch.Code, wire.Money(ch.In), wire.Money(ch.Out), ch.Count})
	}
	for _, p := range r.Providers {
		row.Providers = append(row.Providers, FinanceProvider{p.Code, wire.Money(p.GGR), (*wire.OptionalMoney)(p.Turnover)})
	}
	return row
}

// figure is one line of the report as a file.
type figure struct {
	day, until, what, of string
	amount               money.Amount
	count                int64
}

func figuresOf(r report.Row) (all []figure) {
	add := func(what, of string, amount money.Amount, count int64) {
		all = append(all, figure{dayOf(r.From), dayOf(r.To.Add(-1)), what, of, amount, count})
	}
	add("opening", "", r.Opening, 0)
	for _, ch := range r.Channels {
		add("in", ch.Code, ch.In, ch.Count)
		add("out", ch.Code, ch.Out, ch.Count)
	}
	for _, p := range r.Providers {
		add("ggr", p.Code, p.GGR, 0)
		if p.Turnover != nil {
			add("turnover", p.Code, *p.Turnover, 0)
		}
	}
	for _, one := range []struct {
		what   string
		amount money.Amount
	}{
		{"bonus", r.Bonus},
		{"refund", r.Refund},
		{"invite", r.Invite},
		{"prize", r.Prize},
		{"adjustment", r.Adjustment},
		{"writeoff", r.WriteOff},
		{"fee", r.Fee},
		{"other", r.Other},
		{"held", r.Held},
		{"unmatched", r.Unmatched},
		{"coupons", r.Coupons},
		{"owed", r.Owed},
		{"closing", r.Closing},
	} {
		add(one.what, "", one.amount, 0)
	}
	return all
}

// financeFile answers with the report as a file. One that is not whole would be taken for whole.
func (c *Room) financeFile(ctx context.Context, in *FinanceAsked, f report.Finance) (*httpx.Reply[FinanceReport], error) {
	if !f.Whole {
		return nil, fault.New(fault.TRY_AGAIN, "what was posted before is still being added up")
	}
	var all []figure
	for _, r := range f.Rows {
		all = append(all, figuresOf(r)...)
	}
	filters := list.Filters{"day": in.Day, "from": in.From, "to": in.To, "by": in.By}
	err := list.File(ctx, c.d.Lists, "report/finance", figureColumns, filters, all)
	return httpx.Answer(FinanceReport{Rows: []FinanceRow{}}, err)
}

// figureColumns are the file's.
var figureColumns = []list.Column[figure]{
	{Name: "day", Cell: func(f figure) any { return f.day }},
	{Name: "until", Cell: func(f figure) any { return f.until }},
	{Name: "what", Cell: func(f figure) any { return f.what }},
	{Name: "of", Cell: func(f figure) any { return f.of }},
	{Name: "baht", Cell: func(f figure) any { return f.amount }},
	{Name: "count", Cell: func(f figure) any { return f.count }},
}
