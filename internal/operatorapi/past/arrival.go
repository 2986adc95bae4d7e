package past

import (
	"context"

	"krapao/deposit"
	"krapao/internal/history"
	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/list"
	"krapao/money"
	"krapao/operator"
)

// ListedArrival is money that came in, in a list.
type ListedArrival struct {
	ID        string      `json:"id"`
	Account   string      `doc:"Ours"                                     json:"account"`
	Channel   string      `enum:"qr,feed,slip,link,declared"              json:"channel"`
	Reference string      `doc:"The code, slip or declaration that it came by" json:"reference"`
	Amount    wire.Money  `json:"amount"`
	State     string      `enum:"credited,held,unmatched,released,returned,reversed" json:"state"`
	Reason    string      `doc:"A code: why it is held"                   json:"reason"`
	Member    about       `json:"member"`
	Payer     ListedPayer `json:"payer"`
	PaidAt    *wire.Time  `doc:"null: the bank did not say" json:"paidAt" nullable:"true"`
	SeenAt    wire.Time   `json:"seenAt"`
	Due       *wire.Time  `doc:"Until when the house has promised it; null: it waits for no person" json:"due" nullable:"true"`
}

// ListedPayer is who paid, as the bank says.
type ListedPayer struct {
	Bank    string `json:"bank"`
	Account string `doc:"Masked" json:"account"`
	Name    string `json:"name"`
}

// ArrivalsAsked are the filters of what came in.
type ArrivalsAsked struct {
	list.Query
	list.Span

	State     string `enum:"credited,held,unmatched,released,returned,reversed" query:"state"`
	Account   string `doc:"The code of our account" maxLength:"40" query:"account"`
	Channel   string `enum:"qr,feed,slip,link,declared" query:"channel"`
	Member    string `maxLength:"32" query:"member"`
	Reference string `doc:"The code, slip or declaration that it came by" maxLength:"64" query:"reference"`
	Over      string `doc:"Only over this amount, in baht" query:"over"`
}

func arrivalPlace(in deposit.Inflow) history.Place { return history.PlaceOf(in.SeenAt, in.ID) }

// handleArrivals answers GET /api/arrival.
func (c *Room) handleArrivals(ctx context.Context, in *ArrivalsAsked) (*httpx.Reply[list.Page[ListedArrival]], error) {
	if err := in.Check(in.Member != "" || in.Account != "" || in.Reference != ""); err != nil {
		return nil, err
	}
	over, err := exceeds(in.Over, func(x deposit.Inflow) money.Amount { return x.Amount })
	if err != nil {
		return nil, err
	}
	by := history.Asked{Member: in.Member, Account: in.Account, State: in.State, From: in.From, To: in.To}
	of := list.List[deposit.Inflow, history.Place, ListedArrival]{
		Name: "arrival", Key: arrivalPlace, Primary: true, Columns: arrivalColumns,
		Show: named(c, func(x deposit.Inflow) string { return x.Member }, c.arrivalOf),
	}
	return of.Read(ctx, c.d.Lists, in.Query, list.Rows[deposit.Inflow, history.Place]{
		Filters: list.Filters{
			"state": in.State, "account": in.Account, "channel": in.Channel, "member": in.Member, "reference": in.Reference,
			"over": in.Over,
		}.In(in.Span),
		Read: func(ctx context.Context, after *history.Place, most int) ([]deposit.Inflow, error) {
			return c.d.Records.ArrivalHistory(ctx, by, in.Reference, after, most)
		},
		Keep: keep(
			is(in.State, func(x deposit.Inflow) string { return string(x.State) }),
			is(in.Account, func(x deposit.Inflow) string { return x.Account }),
			is(in.Channel, func(x deposit.Inflow) string { return string(x.Channel) }),
			is(in.Member, func(x deposit.Inflow) string { return x.Member }),
			over,
		),
	})
}

func (c *Room) arrivalOf(x deposit.Inflow, of about, until promised) ListedArrival {
	due := until.due(x.State == deposit.Unmatched, operator.ItemUnmatched, x.SeenAt)
	if x.State == deposit.Held {
		due = until.due(true, operator.ItemHeld, x.SeenAt)
	}
	return ListedArrival{
		ID: x.ID, Account: x.Account, Channel: string(x.Channel), Reference: x.Reference, Amount: wire.Money(x.Amount),
		State: string(x.State), Reason: string(x.Reason), Member: of,
		Payer:  ListedPayer{x.Payer.BankCode, masked(x.Payer.AccountNo), x.Payer.Name},
		PaidAt: wire.TimeOrNull(x.PaidAt), SeenAt: wire.Time(x.SeenAt), Due: due,
	}
}

var arrivalColumns = []list.Column[deposit.Inflow]{
	{Name: "id", Cell: func(x deposit.Inflow) any { return x.ID }},
	{Name: "account", Cell: func(x deposit.Inflow) any { return x.Account }},
	{Name: "channel", Cell: func(x deposit.Inflow) any { return string(x.Channel) }},
	{Name: "reference", Cell: func(x deposit.Inflow) any { return x.Reference }},
	{Name: "amount", Cell: func(x deposit.Inflow) any { return x.Amount }},
	{Name: "state", Cell: func(x deposit.Inflow) any { return string(x.State) }},
	{Name: "reason", Cell: func(x deposit.Inflow) any { return string(x.Reason) }},
	{Name: "member", Cell: func(x deposit.Inflow) any { return x.Member }},
	{Name: "payer_bank", Cell: func(x deposit.Inflow) any { return x.Payer.BankCode }},
	{Name: "payer_account", Cell: func(x deposit.Inflow) any { return masked(x.Payer.AccountNo) }},
	{Name: "paid_at", Cell: func(x deposit.Inflow) any { return x.PaidAt }},
	{Name: "seen_at", Cell: func(x deposit.Inflow) any { return x.SeenAt }},
}
