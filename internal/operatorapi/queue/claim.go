package queue

import (
	"context"

	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/decide"
	"krapao/internal/operatorapi/sight"
)

// KindCount is how many wait of a kind.
type KindCount struct {
	Kind   string     `enum:"withdrawal,payout,slip,declared,unmatched,held,link,line,unsettled,case,receivable,reversal,holder,import,erasure,proposal,chat" json:"kind"`
	Count  int64      `json:"count"`
	Oldest *wire.Time `json:"oldest" nullable:"true" doc:"Since when the oldest waits; null: nothing waits, or that is not known"`
	Late   bool       `json:"late" doc:"The oldest has waited for longer than promised"`
	Mine   int        `json:"mine" doc:"How many of them the caller has"`
}

// handleCount answers GET /api/queue/count.
func (c *Room) handleCount(ctx context.Context, _ *httpx.Empty) (*httpx.Reply[[]KindCount], error) {
	counts, err := c.items.Counts(ctx, nil)
	if err != nil {
		return nil, err
	}
	mine, err := c.items.Has(ctx, httpx.StateOf(ctx).Operator)
	if err != nil {
		return nil, err
	}
	answer := make([]KindCount, len(counts))
	for n, x := range counts {
		answer[n] = KindCount{Kind: x.Kind, Count: x.N, Oldest: wire.TimeOrNull(x.Oldest), Late: x.Late, Mine: mine[x.Kind]}
	}
	return httpx.OK(answer)
}

// Wanted is the body of POST /api/queue/next.
type Wanted struct {
	Body struct {
		Kinds []string `json:"kinds" maxItems:"20" doc:"Only these kinds; none: all"`
		Skip  []string `json:"skip" maxItems:"200" doc:"The IDs of items to leave out"`
	}
}

// NextItem is its answer.
type NextItem struct {
	Item   wire.Nullable[sight.WaitingItem] `json:"item" doc:"null: nothing waits that the caller may decide and nobody else has"`
	Detail wire.Nullable[sight.ItemDetail]  `json:"detail"`
}

// handleNext answers POST /api/queue/next.
func (c *Room) handleNext(ctx context.Context, in *Wanted) (*httpx.Reply[NextItem], error) {
	x, err := c.desk.Next(ctx, httpx.StateOf(ctx).Operator, in.Body.Kinds, in.Body.Skip)
	if err != nil || x == nil {
		return httpx.Answer(NextItem{}, err)
	}
	return httpx.OK(NextItem{wire.NullableOf(x.Item), x.Detail})
}

// OfItem names the item of a call.
type OfItem struct {
	Kind string `maxLength:"20" path:"kind"`
	ID   string `maxLength:"64" path:"id"`
}

// Claiming is what a claim is asked.
type Claiming struct {
	OfItem

	Body struct {
		Take bool `json:"take,omitempty" doc:"Take it from the operator who has it: a chief"`
	}
}

// handleClaim answers POST /api/queue/{kind}/{id}/claim.
func (c *Room) handleClaim(ctx context.Context, in *Claiming) (*httpx.Reply[sight.OpenedItem], error) {
	me := httpx.StateOf(ctx).Operator
	x, err := c.items.Claim(ctx, me, in.Kind, in.ID, in.Body.Take)
	if err != nil {
		return nil, err
	}
	return httpx.Answer(c.desk.Opened(ctx, me, x))
}

// DoneItem is the answer where an item has only another holder now.
type DoneItem struct {
	Message string `json:"message" enum:"SUCCESS"`
}

// handleRelease answers POST /api/queue/{kind}/{id}/release. Where the caller has not claimed it, nothing happens.
func (c *Room) handleRelease(ctx context.Context, in *OfItem) (*httpx.Reply[DoneItem], error) {
	return httpx.Answer(DoneItem{"SUCCESS"}, c.items.Release(ctx, httpx.StateOf(ctx).Operator, in.Kind, in.ID))
}

// Assigning is to whom an item is given, and why.
type Assigning struct {
	OfItem

	Body struct {
		To     string `doc:"An operator who may decide it"                   json:"to"   maxLength:"32" minLength:"1"`
		Take   bool   `doc:"Take it from the operator who has it: a chief"     json:"take,omitempty"`
		Reason string `doc:"3 to 500 characters, for the audit log" json:"reason,omitempty"`
	}
}

// handleAssign answers POST /api/queue/{kind}/{id}/assign.
func (c *Room) handleAssign(ctx context.Context, in *Assigning) (*httpx.Reply[DoneItem], error) {
	by, err := decide.By(ctx, in.ID, decide.Body{Reason: in.Body.Reason})
	if err != nil {
		return nil, err
	}
	_, err = c.items.Assign(ctx, by, in.Kind, in.Body.To, in.Body.Take)
	return httpx.Answer(DoneItem{"SUCCESS"}, err)
}
