package money

import (
	"context"
	"strconv"

	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/list"
	"krapao/ledger"
	"krapao/ledger/browse"
)

// BookEntry is what a step of a transfer did to one of its accounts.
type BookEntry struct {
	Batch    string     `json:"batch"`
	Account  string     `json:"account"`
	Version  int64      `json:"version"`
	Transfer string     `json:"transfer" doc:"Its reference"`
	Step     string     `json:"step" enum:"reserve,move,post,void"`
	Side     string     `json:"side" enum:"debit,credit"`
	Pending  wire.Money `json:"pending" doc:"The change of what is under way on this side"`
	Posted   wire.Money `json:"posted" doc:"The change of what was moved on this side"`
	Balance  wire.Money `json:"balance" doc:"The account after it"`
	Reserved wire.Money `json:"reserved"`
	Incoming wire.Money `json:"incoming"`
	At       wire.Time  `json:"at"`
}

// AccountEntry is an entry in the list of its account.
type AccountEntry struct {
	BookEntry

	Kind   string  `json:"kind" doc:"What the transfer is for"`
	State  string  `json:"state" enum:"pending,posted,voided" doc:"The transfer's, as it is now"`
	Other  string  `json:"other" doc:"The account on its other side"`
	Member *string `json:"member" doc:"Whose statement has it, by ID"`
}

func (c *Room) entryOf(e browse.Entry) BookEntry {
	side := "credit"
	if e.Debit {
		side = "debit"
	}
	return BookEntry{
		Batch: e.Batch.String(), Account: string(e.Account), Version: e.Version, Transfer: c.d.References.Reference(e.Transfer),
		Step: e.Step, Side: side, Pending: wire.Money(e.Pending), Posted: wire.Money(e.Posted), Balance: wire.Money(e.After.Posted),
		Reserved: wire.Money(e.After.Reserved), Incoming: wire.Money(e.After.Incoming), At: wire.Time(e.At),
	}
}

// EntriesAsked are the filters of an account's entries.
type EntriesAsked struct {
	OfAccount
	list.Query
	list.Span

	Kind string `doc:"Only of transfers of this kind" maxLength:"40" query:"kind"`
}

// handleEntries answers GET /api/account/{name}/entry.
func (c *Room) handleEntries(ctx context.Context, in *EntriesAsked) (*httpx.Reply[list.Page[AccountEntry]], error) {
	if err := in.Check(true); err != nil {
		return nil, err
	}
	entries, found, err := c.d.Books.Entries(ctx, ledger.Account(in.Name), browse.Span{From: in.From, To: in.To})
	if err != nil {
		return nil, err
	}
	if !found {
		return nil, noAccount(in.Name)
	}
	if err := c.look(ctx, "account.show", in.Name, browse.MemberOf(ledger.Account(in.Name))); err != nil {
		return nil, err
	}
	all := list.List[browse.Line, int64, AccountEntry]{
		Name: "entry", Key: func(e browse.Line) int64 { return e.Version }, Columns: c.entryColumns(),
		Show: shownBy(func(e browse.Line) AccountEntry {
			return AccountEntry{c.entryOf(e.Entry), string(e.Kind), string(e.State), string(e.Other), wire.TextOrNull(e.Member)}
		}),
	}
	return all.Read(ctx, c.d.Lists, in.Query, list.Rows[browse.Line, int64]{
		Filters: list.Filters{"account": in.Name, "kind": in.Kind}.In(in.Span),
		Read: func(ctx context.Context, after *int64, most int) ([]browse.Line, error) {
			if after != nil && *after <= 1 {
				return nil, nil
			}
			return entries.Before(ctx, orZero(after), most)
		},
		Keep: func(e browse.Line) bool { return (in.Kind == "" || string(e.Kind) == in.Kind) && entries.Has(e) },
	})
}

// entryColumns are the file's.
func (c *Room) entryColumns() []list.Column[browse.Line] {
	return []list.Column[browse.Line]{
		{Name: "at", Cell: func(e browse.Line) any { return e.At }},
		{Name: "version", Cell: func(e browse.Line) any { return e.Version }},
		{Name: "transfer", Cell: func(e browse.Line) any { return c.d.References.Reference(e.Transfer) }},
		{Name: "kind", Cell: func(e browse.Line) any { return string(e.Kind) }},
		{Name: "step", Cell: func(e browse.Line) any { return e.Step }},
		{Name: "side", Cell: func(e browse.Line) any { return c.entryOf(e.Entry).Side }},
		{Name: "other", Cell: func(e browse.Line) any { return string(e.Other) }},
		{Name: "pending", Cell: func(e browse.Line) any { return e.Pending }},
		{Name: "posted", Cell: func(e browse.Line) any { return e.Posted }},
		{Name: "balance", Cell: func(e browse.Line) any { return e.After.Posted }},
		{Name: "reserved", Cell: func(e browse.Line) any { return e.After.Reserved }},
		{Name: "incoming", Cell: func(e browse.Line) any { return e.After.Incoming }},
		{Name: "member", Cell: func(e browse.Line) any { return e.Member }},
		{Name: "batch", Cell: func(e browse.Line) any { return strconv.FormatInt(int64(e.Batch), 10) }},
	}
}
