package today

import (
	"context"
	"net/http"
	"time"

	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/list"
	"krapao/operator/report"
)

// registerTally adds the call of series.
func (c *Room) registerTally(f *httpx.Frame) {
	httpx.Register(f, httpx.Route{
		Method: http.MethodGet, Path: "/api/tally", ID: "getTally", Access: httpx.Operators, Needs: "support+a", Scope: "today:read",
		CSV: true, Summary: "One figure of the house by hours or days: money by channel, games by provider, costs by account, members",
	}, c.handleTally)
}

// TallyAsked is which figure, and of which time.
type TallyAsked struct {
	What   string    `enum:"deposit,withdrawal,returned,ggr,turnover,bonus,refund,invite,prize,adjustment,writeoff,fee,new,active" query:"what" required:"true"`
	By     string    `default:"hour" doc:"Hours or days of Bangkok; turnover is known by days" enum:"hour,day" query:"by"`
	Of     string    `doc:"One channel, provider or account of the house" maxLength:"64" query:"of"`
	From   time.Time `doc:"Not before: points that begin then, or later" query:"from" required:"true"`
	To     time.Time `doc:"Before. Hours are told of at most 31 days, days of 400" query:"to" required:"true"`
	Format string    `default:"json" doc:"csv: as a file" enum:"json,csv" query:"format"`
}

// TallySeries is one figure over a time.
type TallySeries struct {
	AsOf   wire.Time  `json:"asOf" doc:"Everything up to then is in it"`
	Whole  bool       `json:"whole" doc:"false: what was posted is still being added up"`
	Series []TallyRow `json:"series" doc:"By of"`
}

// TallyRow is the figure of one channel, provider or account.
type TallyRow struct {
	Of     string       `json:"of" doc:"A channel (payouts: the bank that pays), a provider, or an account of the house; empty: members"`
	Points []TallyPoint `json:"points" doc:"Those in which something happened, oldest first"`
}

// TallyPoint is an hour or a day.
type TallyPoint struct {
	At     wire.Time  `json:"at" doc:"Its beginning"`
	Amount wire.Money `json:"amount" doc:"With the sign of the finance report; 0 of members"`
	Count  int64      `json:"count" doc:"Transfers or members; 0 of turnover"`
}

// handleTally answers GET /api/tally.
func (c *Room) handleTally(ctx context.Context, in *TallyAsked) (*httpx.Reply[TallySeries], error) {
	t, err := c.reports.Tally(ctx, report.SeriesAsked{
		What: report.What(in.What), Of: in.Of, Days: in.By == "day", From: in.From, To: in.To,
	})
	if err != nil {
		return nil, err
	}
	if in.Format == "csv" {
		return c.tallyFile(ctx, in, t)
	}
	answer := TallySeries{AsOf: wire.Time(t.AsOf), Whole: t.Whole, Series: make([]TallyRow, len(t.Series))}
	for n, of := range t.Series {
		row := TallyRow{Of: of.Of, Points: make([]TallyPoint, len(of.Points))}
		for i, p := range of.Points {
			row.Points[i] = TallyPoint{wire.Time(p.At), wire.Money(p.Amount), p.Count}
		}
		answer.Series[n] = row
	}
	return httpx.OK(answer)
}

// tallyLine is one line of the file.
type tallyLine struct {
	of string
	report.SeriesPoint
}

// tallyFile answers with the series as a file.
func (c *Room) tallyFile(ctx context.Context, in *TallyAsked, t report.Tally) (*httpx.Reply[TallySeries], error) {
	var all []tallyLine
	for _, of := range t.Series {
		for _, p := range of.Points {
			all = append(all, tallyLine{of.Of, p})
		}
	}
	filters := list.Filters{"what": in.What, "by": in.By, "of": in.Of}
	err := list.File(ctx, c.lists, "tally", tallyColumns, filters.In(list.Span{From: in.From, To: in.To}), all)
	return httpx.Answer(TallySeries{Series: []TallyRow{}}, err)
}

var tallyColumns = []list.Column[tallyLine]{
	{Name: "of", Cell: func(l tallyLine) any { return l.of }},
	{Name: "at", Cell: func(l tallyLine) any { return l.At }},
	{Name: "baht", Cell: func(l tallyLine) any { return l.Amount }},
	{Name: "count", Cell: func(l tallyLine) any { return l.Count }},
}
