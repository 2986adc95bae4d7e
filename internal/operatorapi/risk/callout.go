package risk

import (
	"context"

	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/list"
	"krapao/withdraw/approval"
)

// AskedCallout is what the house's own system was asked before a payout, and what it said.
type AskedCallout struct {
	Reference  string                        `doc:"The withdrawal's"                                                      json:"reference"`
	Member     wire.Nullable[list.MemberRef] `json:"member"`
	Amount     wire.Money                    `json:"amount"`
	Bank       string                        `json:"bank"`
	State      string                        `doc:"The withdrawal's, now"                                                 json:"state"`
	AskedAt    wire.Time                     `doc:"First"                                                                 json:"askedAt"`
	Tries      int64                         `json:"tries"`
	Verdict    string                        `doc:"none: it did not answer, and is asked again; asked: its answer is awaited" enum:"allow,review,refuse,none,asked" json:"verdict"`
	Says       string                        `doc:"Its reason"                                                            json:"says"`
	AnsweredAt *wire.Time                    `json:"answeredAt" nullable:"true"`
}

// CalloutsAsked are the filters of the questions.
type CalloutsAsked struct {
	list.Query

	Member  string `maxLength:"32" query:"member"`
	Verdict string `enum:"allow,review,refuse,none,asked" query:"verdict"`
}

// OneCallout names the withdrawal of a question.
type OneCallout struct {
	Reference string `maxLength:"32" path:"id"`
}

// awaited is the verdict of a question that has no answer yet.
const awaited = "asked"

func verdictOf(a approval.Asked) string {
	if a.Verdict == "" {
		return awaited
	}
	return string(a.Verdict)
}

// handleCallouts answers GET /api/risk/callout.
func (c *Room) handleCallouts(ctx context.Context, in *CalloutsAsked) (*httpx.Reply[list.Page[AskedCallout]], error) {
	of := list.List[approval.Asked, approval.AskedPlace, AskedCallout]{
		Name: "risk/callout", Key: approval.Asked.Place, Show: c.asked,
		// What it says changes without a row of the audit log.
		Primary: true,
		Columns: []list.Column[approval.Asked]{
			{Name: "reference", Cell: func(a approval.Asked) any { return a.Reference }},
			{Name: "member", Cell: func(a approval.Asked) any { return a.Member }},
			{Name: "amount", Cell: func(a approval.Asked) any { return a.Amount }},
			{Name: "bank", Cell: func(a approval.Asked) any { return a.Bank }},
			{Name: "state", Cell: func(a approval.Asked) any { return string(a.State) }},
			{Name: "askedAt", Cell: func(a approval.Asked) any { return a.At }},
			{Name: "tries", Cell: func(a approval.Asked) any { return a.Tries }},
			{Name: "verdict", Cell: func(a approval.Asked) any { return verdictOf(a) }},
			{Name: "says", Cell: func(a approval.Asked) any { return a.Says }},
			{Name: "answeredAt", Cell: func(a approval.Asked) any { return a.AnsweredAt }},
		},
	}
	return of.Read(ctx, c.d.Lists, in.Query, list.Rows[approval.Asked, approval.AskedPlace]{
		Filters: list.Filters{"member": in.Member, "verdict": in.Verdict},
		Keep:    func(a approval.Asked) bool { return in.Verdict == "" || verdictOf(a) == in.Verdict },
		Read: func(ctx context.Context, after *approval.AskedPlace, most int) ([]approval.Asked, error) {
			return c.d.Callouts.AskedBefore(ctx, in.Member, after, most)
		},
	})
}

// handleCallout answers GET /api/risk/callout/{id}.
func (c *Room) handleCallout(ctx context.Context, in *OneCallout) (*httpx.Reply[AskedCallout], error) {
	about, err := c.d.Callouts.AskedAbout(ctx, in.Reference)
	if err != nil {
		return nil, err
	}
	shown, err := c.asked(ctx, []approval.Asked{about})
	if err != nil {
		return nil, err
	}
	return httpx.OK(shown[0])
}

func (c *Room) asked(ctx context.Context, rows []approval.Asked) ([]AskedCallout, error) {
	refs, err := list.Named(ctx, c.d.Refs, rows, func(a approval.Asked) string { return a.Member })
	if err != nil {
		return nil, err
	}
	shown := make([]AskedCallout, len(rows))
	for n, a := range rows {
		shown[n] = AskedCallout{
			Reference: a.Reference, Amount: wire.Money(a.Amount), Bank: a.Bank, State: string(a.State), AskedAt: wire.Time(a.At),
			Tries: a.Tries, Verdict: verdictOf(a), Says: a.Says, AnsweredAt: wire.TimeOrNull(a.AnsweredAt),
		}
		if ref, known := refs[a.Member]; known {
			shown[n].Member = wire.NullableOf(ref)
		}
	}
	return shown, nil
}
