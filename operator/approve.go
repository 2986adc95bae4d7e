package operator

import (
	"context"
	"fmt"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/operator/audit"
	"krapao/operator/internal/operatordb"
)

// Approve is the second person's word. What was proposed is done now, or comes into force after its kind's wait. seen is the
// fingerprint of the proposal that the person looked at; empty: not said.
//
// It is done against the state of this moment. If that is another than the one that was proposed about, the proposal is stale and
// nothing happens: ErrProposalChanged.
func (p *Approvals) Approve(ctx context.Context, d Decision, proposal, seen string) (Outcome, error) {
	x, err := find(ctx, operatordb.New(p.store.DB()), proposal)
	if err != nil {
		return Outcome{}, err
	}
	k, ok := p.kinds[x.Action]
	if !ok {
		return Outcome{}, fmt.Errorf("%w: %s", ErrNoKind, x.Action)
	}
	a := &approval{p: p, kind: k, by: d, seen: seen, subject: x.Subject}
	if err := a.planned(ctx, x); err != nil {
		return Outcome{}, err
	}
	if a.tie, err = p.ties(ctx, d.By, x.Member, a.plan.Others); err != nil {
		return Outcome{}, err
	}
	var out Outcome
	var refusal error
	err = p.store.Write(ctx, func(tx *store.Tx) (err error) {
		if out, refusal, err = a.approveTx(ctx, tx, proposal); err != nil {
			return err
		}
		return p.decidedTx(ctx, tx, d.By, a.items(proposal)...)
	})
	if err != nil {
		return Outcome{}, err
	}
	if out.Done && a.plan.After != nil {
		a.plan.After(ctx)
	}
	return out, refusal
}

// approval is a proposal on its way from open, or scheduled, into force.
type approval struct {
	p    *Approvals
	kind Kind
	by   Decision
	seen string
	// subject is the proposal's.
	subject string
	tie     tie
	plan    Plan
	// stale is why there is no plan: what was proposed can't be done any more.
	stale string
}

// planned plans the proposal anew, as things are now.
func (a *approval) planned(ctx context.Context, x Proposal) (err error) {
	a.plan, err = a.kind.Plan(ctx, x.Subject, x.Request)
	if err != nil && refused(err) {
		a.stale, err = err.Error(), nil
	}
	return err
}

// items are those of the queue that an approval decides: the proposal, and what it is about.
func (a *approval) items(proposal string) []Ref {
	return []Ref{proposalItem(a.kind.Name, proposal), itemOf(a.plan.Item, a.kind.Name, a.subject)}
}

// approveTx takes the step. A refusal says that the proposal has ended another way; the transaction is committed all the same.
func (a *approval) approveTx(ctx context.Context, tx *store.Tx, proposal string) (out Outcome, refusal, err error) {
	x, d, err := a.p.stepTx(ctx, tx, a.by, proposal, approving, a.tie, a.items(proposal)...)
	if err != nil {
		return Outcome{}, nil, err
	}
	ended, err := a.p.lapseTx(ctx, tx, x)
	switch {
	case err != nil:
		return Outcome{}, nil, err
	case ended != "":
		return Outcome{}, EndedError{State: ended}, nil
	case a.seen != "" && a.seen != x.Fingerprint:
		return Outcome{State: x.Fingerprint}, ErrChanged, nil
	}
	if why, err := a.staleTx(tx, x); why != "" || err != nil {
		if err == nil {
			err = a.p.endTx(ctx, tx, d, x, Stale, why)
		}
		return Outcome{}, fmt.Errorf("%w: %s", ErrProposalChanged, why), err
	}
	if d, err = a.p.confirmTx(ctx, tx, d, approving.name, x.ID, x.Fingerprint); err != nil {
		return Outcome{}, nil, err
	}
	if a.kind.Wait > 0 {
		out, err = a.scheduleTx(ctx, tx, d, x)
		return out, nil, err
	}
	d.Proposal = &x
	if err := a.plan.Does(tx, d); err != nil {
		return Outcome{}, nil, err
	}
	if err := a.p.approvedTx(ctx, tx, d, x, Done, tx.Now); err != nil {
		return Outcome{}, nil, err
	}
	out = Outcome{Done: true, Says: a.plan.Says, Facts: a.plan.Facts, State: a.plan.State}
	return out, nil, a.p.log.AppendTx(ctx, tx, a.effect(d, x))
}

// effect is the line of the audit log about what was carried out.
func (a *approval) effect(d Decision, x Proposal) audit.Entry {
	if a.plan.Unsaid {
		return audit.Entry{By: d.By, Action: x.Action, Subject: x.Subject, Member: x.Member, Reason: "as it was approved", Fixed: true}
	}
	return d.entry(x.Action, x.Member)
}

// scheduleTx keeps an approved proposal until its time.
func (a *approval) scheduleTx(ctx context.Context, tx *store.Tx, d Decision, x Proposal) (Outcome, error) {
	wait := max(a.kind.Wait, a.plan.Wait)
	if a.p.soon {
		wait = time.Second // until the next run
	}
	x.State, x.EffectiveAt = Scheduled, tx.Now.Add(wait)
	if a.plan.From.After(x.EffectiveAt) {
		x.EffectiveAt = a.plan.From
	}
	if err := a.p.approvedTx(ctx, tx, d, x, Scheduled, x.EffectiveAt); err != nil {
		return Outcome{}, err
	}
	says := fmt.Sprintf("approved, in force at %s; until then one person stops it (krapao operator proposals stop %s): %s",
		x.EffectiveAt.UTC().Format(time.DateTime), x.ID, a.plan.Says)
	out := Outcome{Says: says, Facts: a.plan.Facts, Proposal: &x, State: a.plan.State}
	return out, a.p.log.AppendTx(ctx, tx, d.entry(x.Action+".approved", x.Member))
}

// staleTx returns what has changed since the proposal was made, or "".
func (a *approval) staleTx(tx *store.Tx, x Proposal) (string, error) {
	if a.stale != "" {
		return a.stale, nil
	}
	if x.differs(a.plan) {
		return "it is not as it was when this was proposed", nil
	}
	still, err := a.plan.Still(tx)
	switch {
	case err != nil && refused(err):
		return err.Error(), nil
	case err == nil && still != a.plan.State:
		return "it changed at this moment", nil
	}
	return "", err
}

// differs reports whether a plan of now rests on something else than the proposal. One of the version before knows the member and
// the amount alone.
func (x Proposal) differs(now Plan) bool {
	if x.Fingerprint == "" {
		return x.Amount != now.Amount || x.Member != now.Member
	}
	return x.Fingerprint != now.State
}

// approvedTx writes down who approved a proposal, and since when it is in force or will be.
func (p *Approvals) approvedTx(
	ctx context.Context, tx *store.Tx, d Decision, x Proposal, to ProposalState, from time.Time,
) error {
	row := operatordb.ApproveProposalParams{
		Outcome: to.outcome(), ApprovedBy: d.By, ApprovedAt: clock.MicrosOf(tx.Now), ApprovedReason: d.Reason,
		ApprovedEvidence: d.Evidence, EffectiveAt: clock.MicrosOf(from), ID: x.ID,
	}
	if to == Done {
		row.DecidedBy, row.DecidedAt = d.By, clock.MicrosOf(tx.Now)
	}
	n, err := operatordb.New(tx).ApproveProposal(ctx, row)
	if err == nil && n == 0 {
		err = fmt.Errorf("operator: the proposal %s was not open any more", x.ID) // it is locked: this can't be
	}
	p.toldTx(tx, x.ID, to)
	return err
}
