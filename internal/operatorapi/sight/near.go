package sight

import (
	"context"

	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/list"
	"krapao/operator"
)

// ItemCandidate is a member that a thing may be of.
type ItemCandidate struct {
	Member   list.MemberRef `json:"member"`
	Why      []string       `json:"why" doc:"What speaks for it, the strongest first: account, payer, name, declared, slip, order"`
	Strength string         `json:"strength" enum:"strong,medium,weak"`
}

// ItemEarlier is a thing that was there before another one of its kind.
type ItemEarlier struct {
	ID     string                        `json:"id"`
	Member wire.Nullable[list.MemberRef] `json:"member" doc:"null: it is of the same member"`
	State  string                        `json:"state"`
	Why    string                        `json:"why" doc:"The code of why it ended so; empty: there is none"`
	Amount *wire.OptionalMoney           `json:"amount" nullable:"true"`
	At     wire.Time                     `json:"at"`
	Same   bool                          `json:"same" doc:"Both are about the same transfer of a bank"`
}

// ItemLine is a line of a statement that nobody claimed: an arrival, which is decided about by itself.
type ItemLine struct {
	ID        string                    `json:"id" doc:"The arrival's"`
	Account   string                    `json:"account" doc:"Ours that it came in by"`
	Amount    wire.Money                `json:"amount"`
	At        wire.Time                 `json:"at" doc:"When it was paid"`
	Payer     string                    `json:"payer" doc:"The payer's bank and account, as the bank shows them; empty: it does not"`
	PayerName string                    `json:"payerName"`
	Seen      string                    `json:"seen" doc:"What seen is on deciding about the line"`
	Choice    wire.Nullable[ItemChoice] `json:"choice" doc:"What gives it to the member, and ends the declaration; null: the caller may not"`
}

// linesOf makes lines what the contract says. may reports whether the caller makes a decision.
func (d *Desk) linesOf(lines []operator.Line, may func(operator.Choice) bool) []ItemLine {
	list := make([]ItemLine, len(lines))
	for n, l := range lines {
		list[n] = ItemLine{
			ID: l.ID, Account: l.Account, Amount: wire.Money(l.Amount), At: wire.Time(l.At), Payer: l.Payer, PayerName: l.PayerName,
			Seen: l.Seen,
		}
		if may(l.Choice) {
			list[n].Choice = wire.NullableOf(d.choiceOf(l.Choice))
		}
	}
	return list
}

// near adds the members that a thing may be of, and what was there before it.
func (d *Desk) near(ctx context.Context, x operator.Sight, to *ItemDetail) error {
	to.Candidates, to.Earlier = []ItemCandidate{}, []ItemEarlier{}
	ids := []string{}
	for _, c := range x.Candidates {
		ids = append(ids, c.Member)
	}
	for _, e := range x.Earlier {
		if e.Member != x.Member {
			ids = append(ids, e.Member)
		}
	}
	refs := map[string]list.MemberRef{}
	if len(ids) > 0 {
		var err error
		if refs, err = d.Members.Refs(ctx, ids); err != nil {
			return err
		}
	}
	for _, c := range x.Candidates {
		if ref, known := refs[c.Member]; known {
			to.Candidates = append(to.Candidates, ItemCandidate{ref, c.Why, c.Strength})
		}
	}
	for _, e := range x.Earlier {
		shown := ItemEarlier{
			ID: e.ID, State: e.State, Why: e.Why, Amount: wire.MoneyOrNull(e.Amount), At: wire.Time(e.At), Same: e.Same,
		}
		if ref, known := refs[e.Member]; known {
			shown.Member = wire.NullableOf(ref)
		}
		to.Earlier = append(to.Earlier, shown)
	}
	return nil
}
