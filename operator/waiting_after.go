package operator

import (
	"context"
	"fmt"
	"time"

	"krapao/internal/clock"
	"krapao/internal/waiting"
	"krapao/operator/internal/operatordb"
)

// Waiting is an open proposal in a list of what waits for a person.
type Waiting struct {
	waiting.Row
	// By proposed it, and does not approve it. Needs is the role that does.
	By    string
	Needs Role
}

// WaitingAfter lists the open proposals behind a place, oldest first: those that are items of a kind, ItemProposal or
// ItemErasure. One whose time is over is not among them.
func (p *Approvals) WaitingAfter(ctx context.Context, item string, after waiting.Cursor, most int) ([]Waiting, error) {
	found, err := operatordb.New(p.store.DB()).OpenAfter(ctx, operatordb.OpenAfterParams{
		Now: clock.MicrosOf(p.store.Now()), ProposedAt: clock.MicrosOf(after.Since), AfterID: after.ID, Item: item,
		Most: int32(most),
	})
	list := make([]Waiting, 0, len(found))
	rows, err := waiting.List("operator: proposals", found, err, func(r operatordb.OpenAfterRow) waiting.Row {
		list = append(list, Waiting{By: r.ProposedBy, Needs: p.Needs(r.Action)})
		return waiting.Row{
			ID: r.ID, Member: r.Member, Amount: r.Amount, Since: r.ProposedAt.Time(),
			Says: r.Action + ", proposed by " + r.ProposedBy + ": " + r.Says,
		}
	})
	for i, row := range rows {
		list[i].Row = row
	}
	return list, err
}

// Waits is how many items of a kind wait, and since when the oldest does. Zero: none.
type Waits struct {
	N      int64
	Oldest time.Time
}

// CountWaiting counts what WaitingAfter lists, by the kinds of items.
func (p *Approvals) CountWaiting(ctx context.Context) (map[string]Waits, error) {
	rows, err := operatordb.New(p.store.DB()).CountOpen(ctx, clock.MicrosOf(p.store.Now()))
	if err != nil {
		return nil, fmt.Errorf("operator: proposals: %w", err)
	}
	all := map[string]Waits{}
	for _, r := range rows {
		all[r.Item] = Waits{r.Count, clock.Micros(r.Oldest).Time()}
	}
	return all, nil
}
