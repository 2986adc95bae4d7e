package past

import (
	"context"

	"krapao/internal/history"
	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/list"
	"krapao/member/holder"
	"krapao/operator"
)

// ListedHolder is a pair of members whose accounts have one holder, in a list.
type ListedHolder struct {
	ID        string     `json:"id"`
	Member    about      `json:"member"`
	Other     about      `json:"other"`
	State     string     `enum:"open,closed" json:"state"`
	Note      string     `doc:"Who closed it, and why" json:"note"`
	FoundAt   wire.Time  `json:"foundAt"`
	DecidedBy string     `json:"decidedBy"`
	DecidedAt *wire.Time `json:"decidedAt" nullable:"true"`
	Due       *wire.Time `doc:"Until when the house has promised it; null: it waits for no person" json:"due" nullable:"true"`
}

// handleHolders answers GET /api/holder.
func (c *Room) handleHolders(ctx context.Context, in *PairsAsked) (*httpx.Reply[list.Page[ListedHolder]], error) {
	by := history.Asked{Member: in.Member, Open: in.Open}
	of := list.List[holder.Case, history.Place, ListedHolder]{
		Name: "holder", Primary: true, Columns: holderColumns, Show: c.pairs,
		Key: func(h holder.Case) history.Place { return history.PlaceOf(h.FoundAt, h.ID) },
	}
	return of.Read(ctx, c.d.Lists, in.Query, list.Rows[holder.Case, history.Place]{
		Filters: list.Filters{"member": in.Member, "open": text(in.Open)},
		Read: func(ctx context.Context, after *history.Place, most int) ([]holder.Case, error) {
			return c.d.Holders.History(ctx, by, after, most)
		},
		Keep: keep(filter[holder.Case]{in.Open, func(h holder.Case) bool { return h.Open }}),
	})
}

// pairs are the pairs of a page, each with both members.
func (c *Room) pairs(ctx context.Context, rows []holder.Case) ([]ListedHolder, error) {
	others, err := list.Named(ctx, c.d.Members, rows, func(h holder.Case) string { return h.Other })
	if err != nil {
		return nil, err
	}
	return named(c, func(h holder.Case) string { return h.Member }, func(h holder.Case, of about, until promised) ListedHolder {
		shown := ListedHolder{
			ID: h.ID, Member: of, State: stateOf(h), Note: h.Note, FoundAt: wire.Time(h.FoundAt), DecidedBy: h.DecidedBy,
			DecidedAt: wire.TimeOrNull(h.DecidedAt), Due: until.due(h.Open, operator.ItemHolder, h.FoundAt),
		}
		if other, known := others[h.Other]; known {
			shown.Other = wire.NullableOf(other)
		}
		return shown
	})(ctx, rows)
}

func stateOf(h holder.Case) string {
	if h.Open {
		return open
	}
	return "closed"
}

var holderColumns = []list.Column[holder.Case]{
	{Name: "id", Cell: func(h holder.Case) any { return h.ID }},
	{Name: "member", Cell: func(h holder.Case) any { return h.Member }},
	{Name: "other", Cell: func(h holder.Case) any { return h.Other }},
	{Name: "state", Cell: func(h holder.Case) any { return stateOf(h) }},
	{Name: "note", Cell: func(h holder.Case) any { return h.Note }, Named: true},
	{Name: "found_at", Cell: func(h holder.Case) any { return h.FoundAt }},
	{Name: "decided_by", Cell: func(h holder.Case) any { return h.DecidedBy }},
	{Name: "decided_at", Cell: func(h holder.Case) any { return h.DecidedAt }},
}
