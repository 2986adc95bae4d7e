package operator

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"time"

	"krapao/fault"
	"krapao/internal/bus"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/money"
	"krapao/operator/internal/operatordb"
)

// ProposalState is where a proposal stands (docs/states.md).
type ProposalState string

// The states of a proposal.
const (
	// Open: it waits for a second person. Scheduled: it is approved, and comes into force at EffectiveAt.
	Open      ProposalState = "open"
	Scheduled ProposalState = "scheduled"
	// Done: it is in force. Stale: its subject had become another, so nothing happened.
	Done  ProposalState = "done"
	Stale ProposalState = "stale"
	// Rejected by another person, or Withdrawn by its proposer. Expired: nobody approved it in time. Stopped before it came into
	// force.
	Rejected  ProposalState = "rejected"
	Withdrawn ProposalState = "withdrawn"
	Expired   ProposalState = "expired"
	Stopped   ProposalState = "stopped"
)

// outcome is a state as the table has it: an open proposal has none yet.
func (s ProposalState) outcome() string {
	if s == Open {
		return ""
	}
	return string(s)
}

// Proposal is a decision that waits, or waited, for a second person.
type Proposal struct {
	ID              string
	Action, Subject string
	Member          string
	Amount          money.Amount
	// Says is what it would do, and Facts what would change by it.
	Says  string
	Facts []Fact
	// Request is what was asked for besides the subject. Fingerprint is of all that it rests on. Both are empty for one
	// of a version before.
	Request     json.RawMessage
	Fingerprint string

	By, Reason, Evidence string
	At                   time.Time
	// ExpiresAt is zero for one that was proposed by the version before.
	ExpiresAt time.Time

	State                      ProposalState
	ApprovedBy, ApprovedReason string
	ApprovedAt, EffectiveAt    time.Time
	// EndedBy is empty where nobody ended it. Why is the reason of its end, or what had changed.
	EndedBy, Why string
	EndedAt      time.Time

	approvedEvidence string
}

func proposalOf(row operatordb.Proposal) Proposal {
	x := Proposal{
		ID: row.ID, Action: row.Action, Subject: row.Subject, Member: row.Member, Amount: row.Amount, Says: row.Says,
		Request: json.RawMessage(row.Request), Fingerprint: row.Fingerprint, By: row.ProposedBy, Reason: row.Reason,
		Evidence: row.Evidence, At: row.ProposedAt.Time(), ExpiresAt: row.ExpiresAt.Time(),
		State: cmp.Or(ProposalState(row.Outcome), Open), ApprovedBy: row.ApprovedBy, ApprovedReason: row.ApprovedReason,
		ApprovedAt: row.ApprovedAt.Time(), EffectiveAt: row.EffectiveAt.Time(), EndedBy: row.DecidedBy, Why: row.EndedWhy,
		EndedAt: row.DecidedAt.Time(), approvedEvidence: row.ApprovedEvidence,
	}
	if x.State == Done { // by a node of the version before, which knows one person who decides
		x.ApprovedBy = cmp.Or(x.ApprovedBy, x.EndedBy)
	}
	_ = json.Unmarshal([]byte(row.Facts), &x.Facts) // empty for one of a command
	return x
}

// EndedError says that a proposal is not in the state that a step needs.
type EndedError struct{ State ProposalState }

func (e EndedError) Error() string { return "operator: the proposal is " + string(e.State) }

// toldTx tells operators' pages what became of a proposal.
func (p *Approvals) toldTx(tx *store.Tx, proposal string, is ProposalState) {
	p.pages.AfterTx(tx, bus.Change{Event: "proposal", ID: proposal, Is: string(is)})
}

// find returns a proposal. NO_DATA: there is none.
func find(ctx context.Context, q *operatordb.Queries, proposal string) (Proposal, error) {
	row, err := q.Proposal(ctx, proposal)
	if store.NotFound(err) {
		return Proposal{}, fault.New(fault.NO_DATA, "there is no proposal %q", proposal)
	}
	if err != nil {
		return Proposal{}, fmt.Errorf("operator: proposal: %w", err)
	}
	return proposalOf(row), nil
}

// Find returns a proposal. NO_DATA: there is none.
func (p *Approvals) Find(ctx context.Context, proposal string) (Proposal, error) {
	return find(ctx, operatordb.New(p.store.DB()), proposal)
}

// ProposalFilter chooses proposals. Its zero value chooses all, newest first.
type ProposalFilter struct {
	// State is empty for all. Those that wait (Open, Scheduled) are listed oldest first, all others newest first.
	State              ProposalState
	By, Action, Member string
	// WaitsFor is an operator's name: only what this operator could approve by its role.
	WaitsFor string
	// From and To bound when they were proposed. To is exclusive, and zero for no bound.
	From, To time.Time
	// After is the ID of the last one of the page before.
	After string
	Most  int
}

// Page lists proposals. A page with WaitsFor may be shorter than Most although there are more.
func (p *Approvals) Page(ctx context.Context, f ProposalFilter) ([]Proposal, error) {
	q := operatordb.New(p.store.DB())
	after := Proposal{}
	if f.After != "" {
		var err error
		if after, err = find(ctx, q, f.After); err != nil {
			return nil, err
		}
	}
	role, err := p.roleOf(ctx, q, f.WaitsFor)
	if err != nil {
		return nil, err
	}
	until := clock.Micros(math.MaxInt64)
	if !f.To.IsZero() {
		until = clock.MicrosOf(f.To)
	}
	rows, err := page(ctx, q, f, after, until)
	if err != nil {
		return nil, fmt.Errorf("operator: proposals: %w", err)
	}
	list := make([]Proposal, 0, len(rows))
	for _, row := range rows {
		if f.WaitsFor == "" || ranks[role] >= ranks[p.Needs(row.Action)] {
			list = append(list, proposalOf(row))
		}
	}
	return list, nil
}

func page(
	ctx context.Context, q *operatordb.Queries, f ProposalFilter, after Proposal, until clock.Micros,
) ([]operatordb.Proposal, error) {
	if f.State == Open || f.State == Scheduled || f.WaitsFor != "" {
		return q.OldestProposals(ctx, operatordb.OldestProposalsParams{
			Outcome: f.State.outcome(), AfterAt: clock.MicrosOf(after.At), AfterID: after.ID, SinceAt: clock.MicrosOf(f.From),
			UntilAt: until, ProposedBy: f.By, WaitsFor: f.WaitsFor, Action: f.Action, Member: f.Member, Most: int32(f.Most),
		})
	}
	before := clock.Micros(math.MaxInt64)
	if f.After != "" {
		before = clock.MicrosOf(after.At)
	}
	outcome := "any"
	if f.State != "" {
		outcome = f.State.outcome()
	}
	return q.NewestProposals(ctx, operatordb.NewestProposalsParams{
		BeforeAt: before, BeforeID: after.ID, SinceAt: clock.MicrosOf(f.From), UntilAt: until, ProposedBy: f.By, Outcome: outcome,
		Action: f.Action, Member: f.Member, Most: int32(f.Most),
	})
}

func (p *Approvals) roleOf(ctx context.Context, q *operatordb.Queries, name string) (Role, error) {
	if name == "" || isSystem(name) {
		return "", nil
	}
	o, err := q.Operator(ctx, name)
	if store.NotFound(err) {
		return "", fmt.Errorf("%w: %q", ErrUnknownOperator, name)
	}
	return Role(o.Role), err
}

// Shown is a proposal beside what it would do now.
type Shown struct {
	Proposal
	// Now are the facts as they would be now, and Changed that it rests on something that is another by now. WhyNot is why it
	// could not be done now. All are empty for one that has ended, and for one that is approved by the same command again.
	Now     []Fact
	Changed bool
	WhyNot  string
	// May are the names of the steps that the operator who asks may take now.
	May []string
}

// Show returns a proposal beside what it would do now, for an operator; empty: for nobody. NO_DATA: there is none.
func (p *Approvals) Show(ctx context.Context, by, proposal string) (Shown, error) {
	x, err := find(ctx, operatordb.New(p.store.DB()), proposal)
	if err != nil {
		return Shown{}, err
	}
	s := Shown{Proposal: x}
	if k, ok := p.kinds[x.Action]; ok && (x.State == Open || x.State == Scheduled) {
		plan, err := k.Plan(ctx, x.Subject, x.Request)
		switch {
		case err != nil && !refused(err):
			return Shown{}, err
		case err != nil:
			s.Changed, s.WhyNot = true, err.Error()
		default:
			s.Now, s.Changed = plan.Facts, x.differs(plan)
		}
	}
	may, err := p.May(ctx, by, []Proposal{x})
	s.May = may[0]
	return s, err
}

// May returns for each proposal the names of the steps that an operator may take now; none for one that may not act, and for
// nobody ("").
func (p *Approvals) May(ctx context.Context, by string, proposals []Proposal) ([][]string, error) {
	names := make([][]string, len(proposals))
	if by == "" || isSystem(by) {
		return names, nil
	}
	o, err := operatordb.New(p.store.DB()).Operator(ctx, by)
	if store.NotFound(err) || err == nil && !active(o, p.store.Now()) {
		return names, nil
	}
	if err != nil {
		return names, fmt.Errorf("operator: %w", err)
	}
	own := map[string]bool{}
	for n, x := range proposals {
		if _, asked := own[x.Member]; !asked {
			t, err := p.tie(ctx, by, x.Member)
			if err != nil {
				return names, err
			}
			own[x.Member] = t.self(o, x.Member)
		}
		names[n] = p.may(x, who{name: by, role: Role(o.Role), self: own[x.Member]})
	}
	return names, nil
}

// may returns the names of the steps that a person may take at a proposal.
func (p *Approvals) may(x Proposal, person who) (names []string) {
	for _, s := range steps {
		if _, kind := p.kinds[x.Action]; s.refuses(x, person, p.Needs(x.Action)) == nil && (kind || s.name != approving.name) {
			names = append(names, s.name)
		}
	}
	return names
}
