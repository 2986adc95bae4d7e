// Package sight is how the operator API shows what waits for a person (OPERATOR-API.md, sections 5 and 6): an item of the queue,
// all that a person looks at before it decides, and the next one.
//
// Promises:
//   - Every kind of item has one form, so that the next item of any kind comes with the answer to a decision.
//   - Whoever opens an item is in the audit log before it sees it.
//   - What the caller may do is in the answer, by the rules that refuse it.
package sight

import (
	"context"
	"time"

	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/list"
	"krapao/operator/queue"
)

// WaitingItem is something that waits for a person.
type WaitingItem struct {
	Kind   string                        `enum:"withdrawal,payout,slip,declared,unmatched,held,link,line,unsettled,case,receivable,reversal,holder,import,erasure,proposal,chat" json:"kind"`
	ID     string                        `json:"id"`
	Member wire.Nullable[list.MemberRef] `json:"member"`
	Amount *wire.OptionalMoney           `json:"amount" nullable:"true"`
	Title  string                        `json:"title" doc:"One line about it, in English, as its area keeps it"`
	Since  *wire.Time                    `json:"since" nullable:"true" doc:"null: that is not known"`
	Due    *wire.Time                    `json:"due" nullable:"true" doc:"Until when the house has promised it; null: it has promised nothing"`
	Late   bool                          `json:"late"`
	Claim  wire.Nullable[ItemClaim]      `json:"claim" doc:"Who has it; null: nobody"`
}

// ItemClaim says who has an item, and until when.
type ItemClaim struct {
	By    string    `json:"by"`
	Until wire.Time `json:"until"`
}

// OpenedItem is an item with all that a person looks at before it decides.
type OpenedItem struct {
	Item   WaitingItem               `json:"item"`
	Detail wire.Nullable[ItemDetail] `json:"detail" doc:"null: its kind has a page of its own (chat), or it has just ended"`
}

// claimOf is an item's claim.
func claimOf(c *queue.Claim) wire.Nullable[ItemClaim] {
	if c == nil {
		return wire.Nullable[ItemClaim]{}
	}
	return wire.NullableOf(ItemClaim{c.By, wire.Time(c.Until)})
}

// Shown makes items what the contract says.
func (d *Desk) Shown(ctx context.Context, now time.Time, rows ...queue.Item) ([]WaitingItem, error) {
	members, err := list.Named(ctx, d.Members, rows, func(x queue.Item) string { return x.Member })
	if err != nil {
		return nil, err
	}
	shown := make([]WaitingItem, len(rows))
	for n, x := range rows {
		shown[n] = WaitingItem{
			Kind: x.Kind, ID: x.ID, Amount: wire.MoneyOrNull(x.Amount), Title: x.Says,
			Since: wire.TimeOrNull(x.Since), Due: wire.TimeOrNull(x.Due), Late: x.Late(now), Claim: claimOf(x.Claim),
		}
		if m, known := members[x.Member]; known {
			shown[n].Member = wire.NullableOf(m)
		}
	}
	return shown, nil
}
