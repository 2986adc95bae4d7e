package decide

import (
	"context"

	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/list"
	"krapao/internal/operatorapi/sight"
	"krapao/operator"
)

// Proposal is a decision that waits, or waited, for a second person.
type Proposal struct {
	ID          string                        `json:"id"`
	Action      string                        `json:"action"`
	Subject     string                        `json:"subject"`
	Member      wire.Nullable[list.MemberRef] `json:"member"`
	Amount      *wire.OptionalMoney           `json:"amount"`
	Says        string                        `doc:"What it would do, in English, as the record has it; the facts are for texts" json:"says"`
	Facts       []sight.Fact                  `json:"facts"`
	Reason      string                        `json:"reason"`
	Evidence    string                        `json:"evidence"`
	State       string                        `enum:"open,scheduled,done,stale,rejected,withdrawn,expired,stopped"                json:"state"`
	Fingerprint string                        `doc:"What seen is on approving it"                                                 json:"fingerprint"`
	ProposedBy  string                        `json:"proposedBy"`
	ProposedAt  wire.Time                     `json:"proposedAt"`
	ExpiresAt   *wire.Time                    `json:"expiresAt" nullable:"true"`
	ApprovedBy  *string                       `json:"approvedBy"`
	EffectiveAt *wire.Time                    `json:"effectiveAt" nullable:"true"`
	EndedBy     *string                       `json:"endedBy"`
	EndedAt     *wire.Time                    `json:"endedAt" nullable:"true"`
	Outcome     *string                       `doc:"Why it ended: a person's reason, or what had changed"                         json:"outcome"`
	May         []string                      `doc:"What the caller may do with it now, by the ids of calls"                      json:"may"`
}

// Items are what waits for a person.
type Items interface {
	// Next claims the most urgent item that an operator may decide and nobody else has, and opens it; nil: there is none.
	Next(ctx context.Context, by string, kinds, skip []string) (*sight.OpenedItem, error)
}

// Desk is what decisions are made and shown with. It is safe for concurrent use.
type Desk struct {
	approvals *operator.Approvals
	members   list.Members
	items     Items
}

// NewDesk makes one.
func NewDesk(approvals *operator.Approvals, members list.Members, items Items) *Desk {
	return &Desk{approvals, members, items}
}

// Proposal returns one. NO_DATA: there is none.
func (d *Desk) Proposal(ctx context.Context, id string) (operator.Proposal, error) {
	return d.approvals.Find(ctx, id)
}

// Shown makes proposals what the contract says, for an operator.
func (d *Desk) Shown(ctx context.Context, by string, proposals ...operator.Proposal) ([]Proposal, error) {
	may, err := d.approvals.May(ctx, by, proposals)
	if err != nil {
		return nil, err
	}
	members, err := list.Named(ctx, d.members, proposals, func(x operator.Proposal) string { return x.Member })
	if err != nil {
		return nil, err
	}
	shown := make([]Proposal, len(proposals))
	for n, x := range proposals {
		shown[n] = shownOf(x, may[n])
		if m, known := members[x.Member]; known {
			shown[n].Member = wire.NullableOf(m)
		}
	}
	return shown, nil
}

// shownOf is a proposal without its member. The steps that may be taken are the calls that take them.
func shownOf(x operator.Proposal, may []string) Proposal {
	calls := make([]string, len(may))
	for n, step := range may {
		calls[n] = step + "Proposal"
	}
	return Proposal{
		ID: x.ID, Action: x.Action, Subject: x.Subject, Amount: wire.MoneyOrNull(x.Amount), Says: x.Says,
		Facts: sight.FactsOf(x.Facts), Reason: x.Reason, Evidence: x.Evidence,
		State: string(x.State), Fingerprint: x.Fingerprint, ProposedBy: x.By, ProposedAt: wire.Time(x.At),
		ExpiresAt: wire.TimeOrNull(x.ExpiresAt), ApprovedBy: wire.TextOrNull(x.ApprovedBy),
		EffectiveAt: wire.TimeOrNull(x.EffectiveAt), EndedBy: wire.TextOrNull(x.EndedBy), EndedAt: wire.TimeOrNull(x.EndedAt),
		Outcome: wire.TextOrNull(x.Why), May: calls,
	}
}
