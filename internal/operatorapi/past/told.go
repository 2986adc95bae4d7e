package past

import (
	"context"
	"time"

	"krapao/deposit/record"
	"krapao/internal/history"
	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/list"
	"krapao/operator"
)

// ListedDeclared is a transfer that a member said it made, in a list.
type ListedDeclared struct {
	Reference string     `json:"reference"`
	Member    about      `json:"member"`
	Amount    wire.Money `json:"amount"`
	State     string     `enum:"open,matched,confirmed,rejected,lapsed" json:"state"`
	Reason    string     `doc:"A code: why it was rejected"             json:"reason"`
	Arrival   *string    `doc:"The arrival that it was about, by its ID; null: that is not known" json:"arrival"`
	CreatedAt wire.Time  `json:"createdAt"`
	LapsesAt  wire.Time  `json:"lapsesAt"`
	EndedAt   *wire.Time `json:"endedAt" nullable:"true"`
	Due       *wire.Time `doc:"Until when the house has promised it; null: it waits for no person" json:"due" nullable:"true"`
}

// DeclaredAsked are the filters of the declared transfers.
type DeclaredAsked struct {
	list.Query
	list.Span

	State  string `enum:"open,matched,confirmed,rejected,lapsed" query:"state"`
	Member string `maxLength:"32" query:"member"`
}

// handleDeclared answers GET /api/declared.
func (c *Room) handleDeclared(ctx context.Context, in *DeclaredAsked) (*httpx.Reply[list.Page[ListedDeclared]], error) {
	if err := in.Check(in.Member != ""); err != nil {
		return nil, err
	}
	by := history.Asked{Member: in.Member, State: in.State, From: in.From, To: in.To}
	of := list.List[record.Declaration, history.Place, ListedDeclared]{
		Name: "declared", Primary: true, Columns: declaredColumns,
		Key:  func(d record.Declaration) history.Place { return history.PlaceOf(d.CreatedAt, d.Reference) },
		Show: named(c, func(d record.Declaration) string { return d.Member }, c.declaredOf),
	}
	return of.Read(ctx, c.d.Lists, in.Query, list.Rows[record.Declaration, history.Place]{
		Filters: list.Filters{"state": in.State, "member": in.Member}.In(in.Span),
		Read: func(ctx context.Context, after *history.Place, most int) ([]record.Declaration, error) {
			return c.d.Records.DeclaredHistory(ctx, by, after, most)
		},
		Keep: keep(is(in.State, func(d record.Declaration) string { return d.State })),
	})
}

// open is the state of what waits.
const open = "open"

func (c *Room) declaredOf(d record.Declaration, of about, until promised) ListedDeclared {
	return ListedDeclared{
		Reference: d.Reference, Member: of, Amount: wire.Money(d.Amount), State: d.State, Reason: string(d.Reason),
		Arrival: wire.TextOrNull(d.Inflow), CreatedAt: wire.Time(d.CreatedAt), LapsesAt: wire.Time(d.LapsesAt),
		EndedAt: wire.TimeOrNull(d.EndedAt), Due: until.due(d.State == open, operator.ItemDeclared, d.CreatedAt),
	}
}

var declaredColumns = []list.Column[record.Declaration]{
	{Name: "reference", Cell: func(d record.Declaration) any { return d.Reference }},
	{Name: "member", Cell: func(d record.Declaration) any { return d.Member }},
	{Name: "amount", Cell: func(d record.Declaration) any { return d.Amount }},
	{Name: "state", Cell: func(d record.Declaration) any { return d.State }},
	{Name: "reason", Cell: func(d record.Declaration) any { return string(d.Reason) }},
	{Name: "arrival", Cell: func(d record.Declaration) any { return d.Inflow }},
	{Name: "created_at", Cell: func(d record.Declaration) any { return d.CreatedAt }},
	{Name: "lapses_at", Cell: func(d record.Declaration) any { return d.LapsesAt }},
	{Name: "ended_at", Cell: func(d record.Declaration) any { return d.EndedAt }},
}

// ListedLink is a wallet link in a list.
type ListedLink struct {
	Reference string     `json:"reference"`
	Member    about      `json:"member"`
	Account   string     `doc:"Ours" json:"account"`
	Amount    wire.Money `doc:"What our wallet got; while it is taken, what is expected" json:"amount"`
	State     string     `enum:"asking,taking,credited,refused" json:"state"`
	Reason    string     `doc:"A code: why it was refused" json:"reason"`
	Voucher   string     `doc:"The issuer's number of it" json:"voucher"`
	Said      string     `doc:"The issuer's last word" json:"said"`
	CreatedAt wire.Time  `json:"createdAt"`
	EndedAt   *wire.Time `json:"endedAt" nullable:"true"`
	Due       *wire.Time `doc:"Until when the house has promised it; null: it waits for no person" json:"due" nullable:"true"`
}

// LinksAsked are the filters of the wallet links.
type LinksAsked struct {
	list.Query
	list.Span

	State  string `enum:"asking,taking,credited,refused" query:"state"`
	Member string `maxLength:"32" query:"member"`
}

// handleLinks answers GET /api/link.
func (c *Room) handleLinks(ctx context.Context, in *LinksAsked) (*httpx.Reply[list.Page[ListedLink]], error) {
	if err := in.Check(in.Member != ""); err != nil {
		return nil, err
	}
	by := history.Asked{Member: in.Member, State: in.State, From: in.From, To: in.To}
	of := list.List[record.Link, history.Place, ListedLink]{
		Name: "link", Primary: true, Columns: linkColumns,
		Key:  func(l record.Link) history.Place { return history.PlaceOf(l.CreatedAt, l.Reference) },
		Show: named(c, func(l record.Link) string { return l.Member }, c.linkOf),
	}
	return of.Read(ctx, c.d.Lists, in.Query, list.Rows[record.Link, history.Place]{
		Filters: list.Filters{"state": in.State, "member": in.Member}.In(in.Span),
		Read: func(ctx context.Context, after *history.Place, most int) ([]record.Link, error) {
			return c.d.Records.LinkHistory(ctx, by, after, most)
		},
		Keep: keep(is(in.State, func(l record.Link) string { return l.State })),
	})
}

func (c *Room) linkOf(l record.Link, of about, until promised) ListedLink {
	waits := l.EndedAt.IsZero() && c.d.Now().Sub(l.CreatedAt) >= linkWaits
	return ListedLink{
		Reference: l.Reference, Member: of, Account: l.Account, Amount: wire.Money(l.Amount), State: l.State, Reason: string(l.Reason),
		Voucher: l.Voucher, Said: l.Said, CreatedAt: wire.Time(l.CreatedAt), EndedAt: wire.TimeOrNull(l.EndedAt),
		Due: until.due(waits, operator.ItemLink, l.CreatedAt),
	}
}

// linkWaits is the age at which a link without an outcome waits for a person.
const linkWaits = 24 * time.Hour

var linkColumns = []list.Column[record.Link]{
	{Name: "reference", Cell: func(l record.Link) any { return l.Reference }},
	{Name: "member", Cell: func(l record.Link) any { return l.Member }},
	{Name: "account", Cell: func(l record.Link) any { return l.Account }},
	{Name: "amount", Cell: func(l record.Link) any { return l.Amount }},
	{Name: "state", Cell: func(l record.Link) any { return l.State }},
	{Name: "reason", Cell: func(l record.Link) any { return string(l.Reason) }},
	{Name: "voucher", Cell: func(l record.Link) any { return l.Voucher }},
	{Name: "created_at", Cell: func(l record.Link) any { return l.CreatedAt }},
	{Name: "ended_at", Cell: func(l record.Link) any { return l.EndedAt }},
}
