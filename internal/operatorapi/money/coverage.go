package money

import (
	"context"

	"krapao/fault"
	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/list"
	"krapao/money"
	"krapao/operator/report"
)

// CoverageAsked is how the coverage is answered.
type CoverageAsked struct {
	Format string `default:"json" doc:"csv: as a file, a line for each figure" enum:"json,csv" query:"format"`
	Report string `doc:"As a liability report has it that was kept, by its ID; without one, as it is now" maxLength:"32" query:"report"`
}

// CoverageReport is what the house owes its members, and what systems of the outside have of its money.
type CoverageReport struct {
	At         wire.Time         `json:"at" doc:"Everything up to then is in it"`
	Seal       int64             `json:"seal" doc:"The newest seal that is in it"`
	Whole      bool              `json:"whole" doc:"Nothing waits to be added up"`
	Owed       CoverageOwed      `json:"owed"`
	Receivable wire.Money        `json:"receivable" doc:"What members owe the house; it is not taken off what they are owed"`
	Has        []CoverageHolding `json:"has" doc:"By the name of the system"`
	Books      wire.Money        `json:"books" doc:"What the systems should have, all together"`
	Ratio      *int64            `json:"ratio" nullable:"true" doc:"What the house has of what it owes, in basis points; null: a system's figure is not known, or nothing is owed"`
	Complete   bool              `json:"complete" doc:"The figure of each system is known"`
	Missing    []string          `json:"missing" doc:"The systems of which nobody knows what they have"`
}

// CoverageOwed is what the house owes, by the books.
type CoverageOwed struct {
	Wallet    wire.Money `json:"wallet" doc:"With what waits to be paid out"`
	Held      wire.Money `json:"held"`
	Purses    wire.Money `json:"purses" doc:"Refunds and invite bonuses that were not taken yet"`
	Games     wire.Money `json:"games"`
	Coupons   wire.Money `json:"coupons"`
	Unmatched wire.Money `json:"unmatched"`
	Total     wire.Money `json:"total"`
}

// CoverageHolding is what one system has.
type CoverageHolding struct {
	System string              `json:"system" doc:"By its name, like bank:SCB1, payouts, provider:joker"`
	Ours   wire.Money          `json:"ours" doc:"What it should have by the books, which know of no money that the house itself moved"`
	Theirs *wire.OptionalMoney `json:"theirs" doc:"What it says that it has, with what the books moved there since; null: that is not known"`
	At     *wire.Time          `json:"theirsAt" nullable:"true" doc:"When it said so; null: it is of now, or not known"`
	Source string              `json:"source" enum:"readings,entered,none" doc:"Where theirs is from; readings: the books have the provider's own; entered: a cashier read it at the bank"`
}

// handleCoverage answers GET /api/report/coverage.
func (c *Room) handleCoverage(ctx context.Context, in *CoverageAsked) (*httpx.Reply[CoverageReport], error) {
	v, err := c.coverage(ctx, in.Report)
	if err != nil {
		return nil, err
	}
	if in.Format == "csv" {
		return c.coverageFile(ctx, v, list.Filters{"report": in.Report})
	}
	return httpx.OK(coverageOf(v))
}

// coverage is that of a report that was kept, or of now.
func (c *Room) coverage(ctx context.Context, kept string) (report.Coverage, error) {
	if kept == "" {
		return c.d.Reports.Coverage(ctx)
	}
	l, err := c.d.Reports.KeptOf(ctx, kept)
	return l.Coverage, err
}

func coverageOf(v report.Coverage) CoverageReport {
	o := v.Owed
	answer := CoverageReport{
		At: wire.Time(v.AsOf), Seal: v.Seal, Whole: v.Whole, Receivable: wire.Money(v.Receivable), Books: wire.Money(v.ByTheBooks()),
		Has: []CoverageHolding{}, Missing: append([]string{}, v.Missing()...),
		Owed: CoverageOwed{
			Wallet: wire.Money(o.Wallet), Held: wire.Money(o.Held), Purses: wire.Money(o.Purses), Games: wire.Money(o.Games),
			Coupons: wire.Money(o.Coupons), Unmatched: wire.Money(o.Unmatched), Total: wire.Money(o.Total()),
		},
	}
	answer.Complete = len(answer.Missing) == 0
	if points, known := v.Ratio(); known {
		answer.Ratio = &points
	}
	for _, h := range v.Has {
		one := CoverageHolding{System: h.System, Ours: wire.Money(h.Ours), Source: string(h.Source), At: wire.TimeOrNull(h.At)}
		if h.Source != report.None {
			theirs := wire.OptionalMoney(h.Theirs)
			one.Theirs = &theirs
		}
		answer.Has = append(answer.Has, one)
	}
	return answer
}

// holding is one line of the coverage as a file.
type holding struct {
	what, of string
	ours     money.Amount
	theirs   any
}

func holdingsOf(v report.Coverage) (all []holding) {
	for _, one := range []holding{
		{what: "wallet", ours: v.Owed.Wallet},
		{what: "held", ours: v.Owed.Held},
		{what: "purses", ours: v.Owed.Purses},
		{what: "games", ours: v.Owed.Games},
		{what: "coupons", ours: v.Owed.Coupons},
		{what: "unmatched", ours: v.Owed.Unmatched},
		{what: "owed", ours: v.Owed.Total()},
		{what: "receivable", ours: v.Receivable},
	} {
		one.theirs = ""
		all = append(all, one)
	}
	for _, h := range v.Has {
		one := holding{"has", h.System, h.Ours, "not known"}
		if h.Source != report.None {
			one.theirs = h.Theirs
		}
		all = append(all, one)
	}
	return all
}

// coverageFile answers with the coverage as a file. One that is not whole would be taken for whole.
func (c *Room) coverageFile(
	ctx context.Context, v report.Coverage, filters list.Filters,
) (*httpx.Reply[CoverageReport], error) {
	if !v.Whole {
		return nil, fault.New(fault.TRY_AGAIN, "what was posted before is still being added up")
	}
	all := holdingsOf(v)
	err := list.File(ctx, c.d.Lists, "report/coverage", holdingColumns, filters, all)
	return httpx.Answer(CoverageReport{Has: []CoverageHolding{}, Missing: []string{}}, err)
}

// holdingColumns are the file's.
var holdingColumns = []list.Column[holding]{
	{Name: "what", Cell: func(h holding) any { return h.what }},
	{Name: "of", Cell: func(h holding) any { return h.of }},
	{Name: "books", Cell: func(h holding) any { return h.ours }},
	{Name: "theirs", Cell: func(h holding) any { return h.theirs }},
}
