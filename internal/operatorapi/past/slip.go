package past

import (
	"context"

	"krapao/deposit/record"
	"krapao/internal/history"
	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/list"
	"krapao/operator"
)

// ListedSlip is a slip in a list.
type ListedSlip struct {
	Reference     string     `json:"reference"`
	Member        about      `json:"member"`
	State         string     `enum:"received,claimed,verified,review,credited,failed" json:"state"`
	Reason        string     `doc:"A code: why it failed, or what a person looks at" json:"reason"`
	Bank          string     `doc:"The sending bank's three digits; empty: not known yet, like the three that follow" json:"bank"`
	BankReference string     `json:"bankReference"`
	Account       string     `doc:"Ours"                                      json:"account"`
	Amount        wire.Money `json:"amount"`
	UploadedAt    wire.Time  `json:"uploadedAt"`
	PaidAt        *wire.Time `json:"paidAt" nullable:"true"`
	Due           *wire.Time `doc:"Until when the house has promised it; null: it waits for no person" json:"due" nullable:"true"`
}

// SlipsAsked are the filters of the slips.
type SlipsAsked struct {
	list.Query
	list.Span

	State  string `enum:"received,claimed,verified,review,credited,failed" query:"state"`
	Member string `maxLength:"32" query:"member"`
	Bank   string `doc:"The sending bank's three digits" maxLength:"20" query:"bank"`
}

func slipPlace(s record.Slip) history.Place { return history.PlaceOf(s.UploadedAt, s.Reference) }

// handleSlips answers GET /api/slip.
func (c *Room) handleSlips(ctx context.Context, in *SlipsAsked) (*httpx.Reply[list.Page[ListedSlip]], error) {
	if err := in.Check(in.Member != ""); err != nil {
		return nil, err
	}
	by := history.Asked{Member: in.Member, State: in.State, From: in.From, To: in.To}
	of := list.List[record.Slip, history.Place, ListedSlip]{
		Name: "slip", Key: slipPlace, Primary: true, Columns: slipColumns,
		Show: named(c, func(s record.Slip) string { return s.Member }, c.slipOf),
	}
	return of.Read(ctx, c.d.Lists, in.Query, list.Rows[record.Slip, history.Place]{
		Filters: list.Filters{"state": in.State, "member": in.Member, "bank": in.Bank}.In(in.Span),
		Read: func(ctx context.Context, after *history.Place, most int) ([]record.Slip, error) {
			return c.d.Records.SlipHistory(ctx, by, after, most)
		},
		Keep: keep(
			is(in.State, func(s record.Slip) string { return s.State }),
			is(in.Bank, func(s record.Slip) string { return s.Bank }),
		),
	})
}

func (c *Room) slipOf(s record.Slip, of about, until promised) ListedSlip {
	return ListedSlip{
		Reference: s.Reference, Member: of, State: s.State, Reason: string(s.Reason), Bank: s.Bank, BankReference: s.BankReference,
		Account: s.Account, Amount: wire.Money(s.Amount), UploadedAt: wire.Time(s.UploadedAt), PaidAt: wire.TimeOrNull(s.PaidAt),
		Due: until.due(s.Review, operator.ItemSlip, s.UploadedAt),
	}
}

var slipColumns = []list.Column[record.Slip]{
	{Name: "reference", Cell: func(s record.Slip) any { return s.Reference }},
	{Name: "member", Cell: func(s record.Slip) any { return s.Member }},
	{Name: "state", Cell: func(s record.Slip) any { return s.State }},
	{Name: "reason", Cell: func(s record.Slip) any { return string(s.Reason) }},
	{Name: "bank", Cell: func(s record.Slip) any { return s.Bank }},
	{Name: "bank_reference", Cell: func(s record.Slip) any { return s.BankReference }},
	{Name: "account", Cell: func(s record.Slip) any { return s.Account }},
	{Name: "amount", Cell: func(s record.Slip) any { return s.Amount }},
	{Name: "uploaded_at", Cell: func(s record.Slip) any { return s.UploadedAt }},
	{Name: "paid_at", Cell: func(s record.Slip) any { return s.PaidAt }},
}
