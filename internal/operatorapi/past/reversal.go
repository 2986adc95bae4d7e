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

// ListedReversal is an arrival that the outside took back, in a list.
type ListedReversal struct {
	ID         string     `json:"id"`
	Account    string     `doc:"Ours" json:"account"`
	Source     string     `doc:"What the outside calls the arrival" json:"source"`
	Reference  string     `doc:"What the outside calls the taking back" json:"reference"`
	State      string     `doc:"waiting: for its arrival; void: nothing of it was left with us" enum:"waiting,done,void" json:"state"`
	Arrival    *string    `doc:"By its ID; null while it waits" json:"arrival"`
	Member     about      `json:"member"`
	Amount     wire.Money `json:"amount"`
	Owed       wire.Money `doc:"How much of it the member owed" json:"owed"`
	ReversedAt *wire.Time `doc:"When it was taken back, as the outside says" json:"reversedAt" nullable:"true"`
	ToldAt     wire.Time  `json:"toldAt"`
	DoneAt     *wire.Time `json:"doneAt" nullable:"true"`
	Due        *wire.Time `doc:"Until when the house has promised it; null: it waits for no person" json:"due" nullable:"true"`
}

// PairsAsked are the filters of reversals, and of pairs of one name.
type PairsAsked struct {
	list.Query

	Member string `maxLength:"32" query:"member"`
	Open   bool   `doc:"Only those that wait" query:"open"`
}

// handleReversals answers GET /api/reversal.
func (c *Room) handleReversals(ctx context.Context, in *PairsAsked) (*httpx.Reply[list.Page[ListedReversal]], error) {
	by := history.Asked{Member: in.Member, Open: in.Open}
	of := list.List[record.Reversal, history.Place, ListedReversal]{
		Name: "reversal", Primary: true, Columns: reversalColumns,
		Key:  func(r record.Reversal) history.Place { return history.PlaceOf(r.ToldAt, r.ID()) },
		Show: named(c, func(r record.Reversal) string { return r.Member }, c.reversalOf),
	}
	return of.Read(ctx, c.d.Lists, in.Query, list.Rows[record.Reversal, history.Place]{
		Filters: list.Filters{"member": in.Member, "open": text(in.Open)},
		Read: func(ctx context.Context, after *history.Place, most int) ([]record.Reversal, error) {
			return c.d.Records.ReversalHistory(ctx, by, after, most)
		},
		Keep: keep(filter[record.Reversal]{in.Open, func(r record.Reversal) bool { return r.State == "waiting" }}),
	})
}

func (c *Room) reversalOf(r record.Reversal, of about, until promised) ListedReversal {
	return ListedReversal{
		ID: r.ID(), Account: r.Account, Source: r.Source, Reference: r.Reference, State: r.State, Arrival: wire.TextOrNull(r.Inflow),
		Member: of, Amount: wire.Money(r.Amount), Owed: wire.Money(r.Owed), ReversedAt: wire.TimeOrNull(r.ReversedAt),
		ToldAt: wire.Time(r.ToldAt), DoneAt: wire.TimeOrNull(r.DoneAt),
		Due: until.due(r.State == "waiting", operator.ItemReversal, r.ToldAt),
	}
}

var reversalColumns = []list.Column[record.Reversal]{
	{Name: "account", Cell: func(r record.Reversal) any { return r.Account }},
	{Name: "source", Cell: func(r record.Reversal) any { return r.Source }},
	{Name: "reference", Cell: func(r record.Reversal) any { return r.Reference }},
	{Name: "state", Cell: func(r record.Reversal) any { return r.State }},
	{Name: "arrival", Cell: func(r record.Reversal) any { return r.Inflow }},
	{Name: "member", Cell: func(r record.Reversal) any { return r.Member }},
	{Name: "amount", Cell: func(r record.Reversal) any { return r.Amount }},
	{Name: "owed", Cell: func(r record.Reversal) any { return r.Owed }},
	{Name: "reversed_at", Cell: func(r record.Reversal) any { return r.ReversedAt }},
	{Name: "told_at", Cell: func(r record.Reversal) any { return r.ToldAt }},
	{Name: "done_at", Cell: func(r record.Reversal) any { return r.DoneAt }},
}
