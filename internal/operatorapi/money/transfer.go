package money

import (
	"context"

	"krapao/fault"
	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/list"
	"krapao/ledger"
	"krapao/ledger/browse"
)

// BookTransfer is a transfer of the books.
type BookTransfer struct {
	Reference string      `json:"reference"`
	ID        string      `json:"id" doc:"What entries and proofs name it by"`
	Kind      string      `json:"kind" doc:"What it is for, like deposit"`
	Debit     string      `json:"debit" doc:"The account that it is from"`
	Credit    string      `json:"credit" doc:"The account that it is to"`
	Amount    wire.Money  `json:"amount" doc:"What was reserved"`
	Moved     wire.Money  `json:"moved" doc:"What was posted: 0 while it is pending, and if it was voided"`
	State     string      `json:"state" enum:"pending,posted,voided"`
	Member    *string     `json:"member" doc:"Whose statement has it, by ID"`
	CreatedAt wire.Time   `json:"createdAt"`
	SettledAt *wire.Time  `json:"settledAt" nullable:"true"`
	Found     *list.Found `json:"found" doc:"What the product found about one with a game"`
	Note      string      `json:"note" doc:"What the provider, an error or a person says of it"`
}

func (c *Room) transferOf(t browse.Transfer) BookTransfer {
	found, note := list.FoundIn(t.Detail.Note)
	return BookTransfer{
		Reference: c.d.References.Reference(t.ID), ID: t.ID.String(), Kind: string(t.Kind), Debit: string(t.Debit),
		Credit: string(t.Credit), Amount: wire.Money(t.Amount), Moved: wire.Money(t.Moved), State: string(t.State),
		Member: wire.TextOrNull(t.Member), CreatedAt: wire.Time(t.CreatedAt), SettledAt: wire.TimeOrNull(t.SettledAt),
		Found: found, Note: note,
	}
}

// TransfersAsked are the filters of the transfers.
type TransfersAsked struct {
	list.Query
	list.Span

	Kind    string `doc:"Only of this kind"                  maxLength:"40"  query:"kind"`
	State   string `enum:"pending,posted,voided"             query:"state"`
	Account string `doc:"Only those that touch this account" maxLength:"200" query:"account"`
	Member  string `doc:"A member's ID: those that touch an account of it" maxLength:"32" query:"member"`
	Over    string `doc:"Only over this amount, in baht"     query:"over"`
}

// subject reports whether the list is about one account or member.
func (in *TransfersAsked) subject() bool { return in.Account != "" || in.Member != "" }

func (in *TransfersAsked) wanted() (browse.Wanted, error) {
	over, err := list.Amount(in.Over)
	return browse.Wanted{Kind: ledger.Kind(in.Kind), Over: over}, err
}

// keep returns what filters that no index serves leave.
func (in *TransfersAsked) keep(w browse.Wanted) func(browse.Touch) bool {
	span := browse.Span{From: in.From, To: in.To}
	return func(t browse.Touch) bool {
		return span.Has(t.CreatedAt) && w.Has(t.Transfer) && (in.State == "" || string(t.State) == in.State) &&
			(in.Account == "" || in.Member == "" || t.Member == in.Member)
	}
}

// handleTransfers answers GET /api/transfer.
func (c *Room) handleTransfers(ctx context.Context, in *TransfersAsked) (*httpx.Reply[list.Page[BookTransfer]], error) {
	if err := in.Check(in.subject()); err != nil {
		return nil, err
	}
	wanted, err := in.wanted()
	if err != nil {
		return nil, err
	}
	rows := list.Rows[browse.Touch, point]{
		Filters: list.Filters{
			"kind": in.Kind, "state": in.State, "account": in.Account, "member": in.Member, "over": in.Over,
		}.In(in.Span),
		Keep: in.keep(wanted),
	}
	if rows.Read, err = c.reading(ctx, in, wanted); err != nil {
		return nil, err
	}
	all := list.List[browse.Touch, point, BookTransfer]{
		Name: "transfer", Key: func(t browse.Touch) point { return point{t.ID, t.Place} }, Columns: c.transferColumns(),
		Show: shownBy(func(t browse.Touch) BookTransfer { return c.transferOf(t.Transfer) }),
	}
	return all.Read(ctx, c.d.Lists, in.Query, rows)
}

// point is where a list of transfers goes on: behind a transfer, or at places of its accounts.
type point struct {
	ID    ledger.ID    `json:"t,omitempty"`
	Place browse.Place `json:"p,omitempty"`
}

// reading is how the list is read: of all transfers, of an account's or of a member's.
func (c *Room) reading(ctx context.Context, in *TransfersAsked, wanted browse.Wanted) (
	func(ctx context.Context, after *point, most int) ([]browse.Touch, error), error,
) {
	span := browse.Span{From: in.From, To: in.To}
	if !in.subject() {
		return func(ctx context.Context, after *point, most int) ([]browse.Touch, error) {
			found, err := c.d.Books.InState(ctx, ledger.State(in.State), span, wanted, orZero(after).ID, most)
			list := make([]browse.Touch, len(found))
			for n, t := range found {
				list[n].Transfer = t
			}
			return list, err
		}, nil
	}
	touched, err := c.touched(ctx, in, span)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, after *point, most int) ([]browse.Touch, error) {
		return touched.Before(ctx, orZero(after).Place, most)
	}, nil
}

func (c *Room) touched(ctx context.Context, in *TransfersAsked, span browse.Span) (*browse.TransfersOf, error) {
	if in.Account == "" {
		return c.d.Books.OfMember(ctx, in.Member, span)
	}
	touched, found, err := c.d.Books.OfAccount(ctx, ledger.Account(in.Account), span)
	if err == nil && !found {
		err = noAccount(in.Account)
	}
	return touched, err
}

// transferColumns are the file's.
func (c *Room) transferColumns() []list.Column[browse.Touch] {
	return []list.Column[browse.Touch]{
		{Name: "reference", Cell: func(t browse.Touch) any { return c.d.References.Reference(t.ID) }},
		{Name: "kind", Cell: func(t browse.Touch) any { return string(t.Kind) }},
		{Name: "debit", Cell: func(t browse.Touch) any { return string(t.Debit) }},
		{Name: "credit", Cell: func(t browse.Touch) any { return string(t.Credit) }},
		{Name: "amount", Cell: func(t browse.Touch) any { return t.Amount }},
		{Name: "moved", Cell: func(t browse.Touch) any { return t.Moved }},
		{Name: "state", Cell: func(t browse.Touch) any { return string(t.State) }},
		{Name: "member", Cell: func(t browse.Touch) any { return t.Member }},
		{Name: "created_at", Cell: func(t browse.Touch) any { return t.CreatedAt }},
		{Name: "settled_at", Cell: func(t browse.Touch) any { return t.SettledAt }},
		{Name: "found", Cell: func(t browse.Touch) any { return list.FoundCell(t.Detail.Note) }},
		{Name: "note", Cell: func(t browse.Touch) any { return list.NoteCell(t.Detail.Note) }, Named: true},
	}
}

// OfTransfer names the transfer of a call.
type OfTransfer struct {
	Reference string `maxLength:"32" path:"reference"`
}

// TransferDetail is what a transfer carries for people and for the outside.
type TransferDetail struct {
	From    string `json:"from" doc:"As the statement says it"`
	To      string `json:"to"`
	Reason  string `json:"reason" doc:"A code that says why it waits, failed or differs"`
	Outside string `json:"outside" doc:"The other side's own identifier"`
	Account string `json:"account" doc:"A user name, or a masked account number"`
	Parent  string `json:"parent" doc:"The operation of several legs that it belongs to"`
}

// WholeTransfer is a transfer with what belongs to it.
type WholeTransfer struct {
	Transfer BookTransfer   `json:"transfer"`
	Detail   TransferDetail `json:"detail"`
	Key      string         `json:"key" doc:"The hash of its idempotency key, as the proof has it"`
	Entries  []BookEntry    `json:"entries"`
	Linked   []BookTransfer `json:"linked" doc:"What it corrects or completes, and what its settlement moved beyond it"`
}

// handleTransfer answers GET /api/transfer/{reference}.
func (c *Room) handleTransfer(ctx context.Context, in *OfTransfer) (*httpx.Reply[WholeTransfer], error) {
	t, err := c.find(ctx, in.Reference)
	if err != nil {
		return nil, err
	}
	if err := c.look(ctx, "transfer.show", in.Reference, t.Member); err != nil {
		return nil, err
	}
	d := t.Detail
	whole := WholeTransfer{
		Transfer: c.transferOf(t), Key: t.Key, Entries: []BookEntry{}, Linked: []BookTransfer{},
		Detail: TransferDetail{d.From, d.To, string(d.Reason), d.Outside, d.Account, d.Parent},
	}
	entries, err := c.d.Books.EntriesOfTransfer(ctx, t.ID)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		whole.Entries = append(whole.Entries, c.entryOf(e))
	}
	linked, err := c.linked(ctx, t)
	for _, one := range linked {
		whole.Linked = append(whole.Linked, c.transferOf(one))
	}
	return httpx.Answer(whole, err)
}

// find returns a transfer by its reference.
func (c *Room) find(ctx context.Context, reference string) (browse.Transfer, error) {
	none := fault.New(fault.NO_DATA, "the books have no transfer %q", reference)
	id, ours := c.d.References.ParseReference(reference)
	if !ours {
		return browse.Transfer{}, none
	}
	t, found, err := c.d.Books.Find(ctx, id)
	if err == nil && !found {
		err = none
	}
	return t, err
}

// linked are what a transfer corrects or completes, and what its settlement moved beyond it.
func (c *Room) linked(ctx context.Context, t browse.Transfer) (list []browse.Transfer, err error) {
	surplus, found, err := c.d.Books.Surplus(ctx, t.ID)
	if found {
		list = append(list, surplus)
	}
	if err != nil || t.Detail.Of == 0 {
		return list, err
	}
	of, found, err := c.d.Books.Find(ctx, t.Detail.Of)
	if found {
		list = append(list, of)
	}
	return list, err
}
