package past

import (
	"context"

	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/list"
	"krapao/ledger"
	"krapao/money"
)

// ListedReceivable is what a member owes, in a list.
type ListedReceivable struct {
	Member about      `json:"member"`
	Owed   wire.Money `json:"owed"`
	Since  *wire.Time `doc:"Since when it owes something" json:"since" nullable:"true"`
	Wallet wire.Money `doc:"What its wallet has for that, now" json:"wallet"`
}

// ReceivablesAsked are the filters of what members owe.
type ReceivablesAsked struct {
	list.Query

	Over string `doc:"Only over this amount, in baht" query:"over"`
}

// handleReceivables answers GET /api/receivable.
func (c *Room) handleReceivables(ctx context.Context, in *ReceivablesAsked) (*httpx.Reply[list.Page[ListedReceivable]], error) {
	over, err := exceeds(in.Over, func(d ledger.Debt) money.Amount { return d.Amount })
	if err != nil {
		return nil, err
	}
	of := list.List[ledger.Debt, string, ListedReceivable]{
		Name: "receivable", Primary: true, Key: func(d ledger.Debt) string { return d.Member }, Show: c.receivables,
		Columns: []list.Column[ledger.Debt]{
			{Name: "member", Cell: func(d ledger.Debt) any { return d.Member }},
			{Name: "owed", Cell: func(d ledger.Debt) any { return d.Amount }},
		},
	}
	return of.Read(ctx, c.d.Lists, in.Query, list.Rows[ledger.Debt, string]{
		Filters: list.Filters{"over": in.Over},
		Read: func(ctx context.Context, after *string, most int) ([]ledger.Debt, error) {
			if after == nil {
				after = new(string)
			}
			return c.d.Books.OwingAfter(ctx, *after, most)
		},
		Keep: keep(over),
	})
}

// receivables are the debts of a page, each with its age and its member's wallet.
func (c *Room) receivables(ctx context.Context, rows []ledger.Debt) ([]ListedReceivable, error) {
	member := func(d ledger.Debt) string { return d.Member }
	shown, err := named(c, member, func(d ledger.Debt, of about, _ promised) ListedReceivable {
		return ListedReceivable{Member: of, Owed: wire.Money(d.Amount)}
	})(ctx, rows)
	if err != nil {
		return nil, err
	}
	for n, d := range rows {
		has, err := c.d.Books.Balance(ctx, ledger.Wallet(d.Member))
		if err != nil {
			return nil, err
		}
		since, err := c.d.Browse.OwesSince(ctx, d.Member)
		if err != nil {
			return nil, err
		}
		shown[n].Wallet, shown[n].Since = wire.Money(has.Available()), wire.TimeOrNull(since)
	}
	return shown, nil
}
