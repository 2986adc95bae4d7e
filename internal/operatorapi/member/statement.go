package member

import (
	"cmp"
	"context"

	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/list"
	"krapao/ledger"
	"krapao/ledger/browse"
)

// StatementRow is a transfer that touched an account of the member: its wallet, what is held, its purses, its game accounts.
type StatementRow struct {
	At        wire.Time           `json:"at"`
	SettledAt *wire.Time          `json:"settledAt" nullable:"true" doc:"null: it is under way"`
	Reference string              `json:"reference"`
	Kind      string              `json:"kind"`
	From      string              `json:"from" doc:"As the member reads it, or the account"`
	To        string              `json:"to"`
	Debit     string              `json:"debit" doc:"The account that it is from"`
	Credit    string              `json:"credit" doc:"The account that it is to"`
	Amount    wire.Money          `json:"amount" doc:"What was reserved"`
	Moved     wire.Money          `json:"moved" doc:"What was posted: 0 while it is pending, and if it was voided"`
	State     string              `json:"state" enum:"pending,posted,voided"`
	Balance   *wire.OptionalMoney `json:"balance" nullable:"true" doc:"The wallet after it; null where it did not change it"`
	Reason    string              `json:"reason" doc:"A code that says why it waits, failed or differs"`
	Found     *list.Found         `json:"found" doc:"What the product found about one with a game"`
	Note      string              `json:"note" doc:"What the provider, an error or a person says of it"`
	Outside   string              `json:"outside" doc:"The other side's own identifier"`
}

// StatementAsked are the filters of a member's statement.
type StatementAsked struct {
	OfMember
	list.Query
	list.Span

	Account string `doc:"Only what touches this account of its" maxLength:"200" query:"account"`
	Kind    string `doc:"Only of this kind"                     maxLength:"40"  query:"kind"`
	Over    string `doc:"Only over this amount, in baht"        query:"over"`
}

func (in *StatementAsked) keep() (func(browse.Touch) bool, error) {
	over, err := list.Amount(in.Over)
	span := browse.Span{From: in.From, To: in.To}
	account := ledger.Account(in.Account)
	return func(t browse.Touch) bool {
		return span.Has(t.CreatedAt) && (in.Kind == "" || string(t.Kind) == in.Kind) && (over == nil || t.Amount > *over) &&
			(account == "" || t.Debit == account || t.Credit == account)
	}, err
}

// handleStatement answers GET /api/member/{id}/statement.
func (c *Room) handleStatement(ctx context.Context, in *StatementAsked) (*httpx.Reply[list.Page[StatementRow]], error) {
	if err := in.Check(true); err != nil {
		return nil, err
	}
	keep, err := in.keep()
	if err != nil {
		return nil, err
	}
	if _, err := c.Members.ByID(ctx, in.ID); err != nil {
		return nil, err
	}
	touched, err := c.Browse.OfMember(ctx, in.ID, browse.Span{From: in.From, To: in.To})
	if err != nil {
		return nil, err
	}
	all := list.List[browse.Touch, browse.Place, StatementRow]{
		Name: "member/statement", Key: func(t browse.Touch) browse.Place { return t.Place }, Columns: c.statementColumns(),
		Show: shownBy(c.statementOf),
	}
	return all.Read(ctx, c.Lists, in.Query, list.Rows[browse.Touch, browse.Place]{
		Filters: list.Filters{"id": in.ID, "account": in.Account, "kind": in.Kind, "over": in.Over}.In(in.Span),
		Read: func(ctx context.Context, after *browse.Place, most int) ([]browse.Touch, error) {
			var place browse.Place
			if after != nil {
				place = *after
			}
			return touched.Before(ctx, place, most)
		},
		Keep: keep,
	})
}

func (c *Room) statementOf(t browse.Touch) StatementRow {
	from, to := sides(t)
	found, note := list.FoundIn(t.Detail.Note)
	return StatementRow{
		At: wire.Time(t.CreatedAt), SettledAt: wire.TimeOrNull(t.SettledAt), Reference: c.Books.Reference(t.ID),
		Kind: string(t.Kind), From: from, To: to, Debit: string(t.Debit), Credit: string(t.Credit), Amount: wire.Money(t.Amount),
		Moved: wire.Money(t.Moved), State: string(t.State), Balance: walletOf(t), Reason: string(t.Detail.Reason),
		Found: found, Note: note, Outside: t.Detail.Outside,
	}
}

// sides are what a transfer is from and to: the statement's labels, or the accounts, for what no statement of a member has.
func sides(t browse.Touch) (from, to string) {
	return cmp.Or(t.Detail.From, string(t.Debit)), cmp.Or(t.Detail.To, string(t.Credit))
}

// walletOf is the wallet after a transfer.
func walletOf(t browse.Touch) *wire.OptionalMoney {
	if t.Wallet == nil {
		return nil
	}
	after := wire.OptionalMoney(*t.Wallet)
	return &after
}

// statementColumns are the file's.
func (c *Room) statementColumns() []list.Column[browse.Touch] {
	return []list.Column[browse.Touch]{
		{Name: "at", Cell: func(t browse.Touch) any { return t.CreatedAt }},
		{Name: "settled_at", Cell: func(t browse.Touch) any { return t.SettledAt }},
		{Name: "reference", Cell: func(t browse.Touch) any { return c.Books.Reference(t.ID) }},
		{Name: "kind", Cell: func(t browse.Touch) any { return string(t.Kind) }},
		{Name: "from", Cell: func(t browse.Touch) any { from, _ := sides(t); return from }},
		{Name: "to", Cell: func(t browse.Touch) any { _, to := sides(t); return to }},
		{Name: "debit", Cell: func(t browse.Touch) any { return string(t.Debit) }},
		{Name: "credit", Cell: func(t browse.Touch) any { return string(t.Credit) }},
		{Name: "amount", Cell: func(t browse.Touch) any { return t.Amount }},
		{Name: "moved", Cell: func(t browse.Touch) any { return t.Moved }},
		{Name: "state", Cell: func(t browse.Touch) any { return string(t.State) }},
		{Name: "balance", Cell: func(t browse.Touch) any {
			if t.Wallet == nil {
				return ""
			}
			return *t.Wallet
		}},
		{Name: "reason", Cell: func(t browse.Touch) any { return string(t.Detail.Reason) }},
		{Name: "found", Cell: func(t browse.Touch) any { return list.FoundCell(t.Detail.Note) }},
		{Name: "note", Cell: func(t browse.Touch) any { return list.NoteCell(t.Detail.Note) }, Named: true},
		{Name: "outside", Cell: func(t browse.Touch) any { return t.Detail.Outside }},
	}
}
