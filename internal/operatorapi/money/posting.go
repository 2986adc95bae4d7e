package money

import (
	"context"

	"krapao/fault"
	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/list"
	"krapao/ledger/tally"
	"krapao/money"
	"krapao/operator/report"
)

// PostingAsked is the day that a report of postings is of.
type PostingAsked struct {
	Day    string `doc:"A day of Bangkok, as 2026-11-26; without it all days together" maxLength:"10" query:"day"`
	Format string `default:"json" doc:"csv: as a file" enum:"json,csv" query:"format"`
}

// PostingReport is what was posted.
type PostingReport struct {
	Day    *string      `json:"day" doc:"null: all days"`
	Rows   []PostingRow `json:"rows" doc:"By account and kind"`
	Active *int64       `json:"active" doc:"How many members were active on the day; null: of all days"`
	Seal   *int64       `json:"seal" doc:"All days up to this seal of the ledger; null: of a day"`
	AsOf   wire.Time    `json:"asOf" doc:"Everything up to then is in it"`
	Whole  bool         `json:"whole" doc:"false: what was posted before is still being added up"`
}

// PostingRow is what was posted of one kind on one account.
type PostingRow struct {
	Account string     `json:"account" doc:"Accounts of members and of games are summed up by their class, as member:wallet"`
	Kind    string     `json:"kind"`
	Amount  wire.Money `json:"amount" doc:"Credits less debits"`
	Count   int64      `json:"count" doc:"Entries: one for each transfer and account"`
}

// handlePosting answers GET /api/report/posting.
func (c *Room) handlePosting(ctx context.Context, in *PostingAsked) (*httpx.Reply[PostingReport], error) {
	p, err := c.posted(ctx, in.Day)
	if err != nil {
		return nil, err
	}
	if in.Format == "csv" {
		return c.postingFile(ctx, in.Day, p)
	}
	answer := PostingReport{
		Day: wire.TextOrNull(in.Day), Rows: make([]PostingRow, len(p.Sums)), AsOf: wire.Time(p.AsOf), Whole: p.Whole,
	}
	if answer.Active = &p.Active; in.Day == "" {
		answer.Active, answer.Seal = nil, &p.Seal
	}
	for n, x := range p.Sums {
		answer.Rows[n] = PostingRow{x.Account, x.Kind, wire.Money(x.Amount), x.Count}
	}
	return httpx.OK(answer)
}

func (c *Room) posted(ctx context.Context, day string) (report.Posted, error) {
	if day == "" {
		return c.d.Reports.PostedEver(ctx)
	}
	begins, err := tally.Day(day)
	if err != nil {
		return report.Posted{}, fault.New(fault.INVALID_INPUT, "%q is no day", day)
	}
	return c.d.Reports.PostedOn(ctx, begins)
}

// postingLine is one line of the file.
type postingLine struct {
	day, account, kind string
	amount             money.Amount
	count              int64
}

// postingFile answers with the report as a file. One that is not whole would be taken for whole.
func (c *Room) postingFile(ctx context.Context, day string, p report.Posted) (*httpx.Reply[PostingReport], error) {
	if !p.Whole {
		return nil, fault.New(fault.TRY_AGAIN, "what was posted before is still being added up")
	}
	of := day
	if of == "" {
		of = "all"
	}
	all := make([]postingLine, 0, len(p.Sums)+1)
	for _, x := range p.Sums {
		all = append(all, postingLine{of, x.Account, x.Kind, x.Amount, x.Count})
	}
	if day != "" {
		all = append(all, postingLine{of, "active", "members", 0, p.Active})
	}
	err := list.File(ctx, c.d.Lists, "report/posting", postingColumns, list.Filters{"day": day}, all)
	return httpx.Answer(PostingReport{Rows: []PostingRow{}}, err)
}

var postingColumns = []list.Column[postingLine]{
	{Name: "day", Cell: func(l postingLine) any { return l.day }},
	{Name: "account", Cell: func(l postingLine) any { return l.account }},
	{Name: "kind", Cell: func(l postingLine) any { return l.kind }},
	{Name: "baht", Cell: func(l postingLine) any { return l.amount }},
	{Name: "entries", Cell: func(l postingLine) any { return l.count }},
}
