package operator

import (
	"context"
	"errors"
	"fmt"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/operator/internal/operatordb"
)

// lateness is how long a scheduled proposal is tried again that fails for another reason than its subject's state.
const lateness = 24 * time.Hour

// RunDue carries out the approved proposals whose time has come, each against the state of that moment, and returns how many have
// ended. One that can't be carried out any more is stale, which the log says as an error. One that fails otherwise is tried again
// for a day.
func (p *Approvals) RunDue(ctx context.Context) (ended int, err error) {
	rows, err := operatordb.New(p.store.DB()).DueProposals(ctx, clock.MicrosOf(p.store.Now()), atOnce)
	if err != nil {
		return 0, fmt.Errorf("operator: proposals in force: %w", err)
	}
	var failed error
	for _, row := range rows {
		done, err := p.runDue(ctx, proposalOf(row))
		if done {
			ended++
		}
		failed = errors.Join(failed, err)
	}
	return ended, failed
}

// runDue brings one into force, or ends it. done is false where it stays scheduled, or another node was quicker.
func (p *Approvals) runDue(ctx context.Context, x Proposal) (done bool, err error) {
	a := &approval{p: p, by: Decision{By: x.ApprovedBy, Subject: x.Subject, Reason: x.ApprovedReason, Evidence: x.approvedEvidence}}
	a.kind, err = p.kind(x.Action)
	if err == nil {
		err = a.planned(ctx, x)
	}
	var end ProposalState
	if err == nil {
		err = p.store.Write(ctx, func(tx *store.Tx) (err error) {
			end, err = a.dueTx(ctx, tx, x.ID)
			return err
		})
	}
	if err != nil && (refused(err) || p.store.Now().Sub(x.EffectiveAt) >= lateness) {
		end, err = Stale, p.staleNow(ctx, x.ID, err.Error())
	}
	switch {
	case err != nil:
		return false, fmt.Errorf("operator: %s of %s: %w", x.Action, x.Subject, err)
	case end == Stale:
		p.tell.ErrorContext(ctx, "an approved decision did not come into force", "action", x.Action, "subject", x.Subject,
			"proposal", x.ID)
	case end == Done && a.plan.After != nil:
		a.plan.After(ctx)
	}
	return end != "", nil
}

// dueTx carries a scheduled proposal out, and returns its end; "": it has ended already.
func (a *approval) dueTx(ctx context.Context, tx *store.Tx, proposal string) (end ProposalState, err error) {
	row, err := operatordb.New(tx).LockProposal(ctx, proposal)
	if err != nil {
		return "", err
	}
	x := proposalOf(row)
	if x.State != Scheduled {
		return "", nil
	}
	for _, name := range []string{x.By, x.ApprovedBy} {
		gone, err := a.p.goneTx(ctx, tx, name)
		if err != nil {
			return "", err
		}
		if gone {
			return Stopped, a.p.endTx(ctx, tx, Decision{}, x, Stopped, name+" may not act any more")
		}
	}
	why, err := a.staleTx(tx, x)
	if err != nil {
		return "", err
	}
	if why != "" {
		return Stale, a.p.endTx(ctx, tx, Decision{}, x, Stale, why)
	}
	a.by.Proposal = &x
	if err := a.plan.Does(tx, a.by); err != nil {
		return "", err
	}
	n, err := operatordb.New(tx).EndProposal(ctx, operatordb.EndProposalParams{
		Outcome: Done.outcome(), DecidedBy: x.ApprovedBy, DecidedAt: clock.MicrosOf(tx.Now), ID: x.ID, FromOutcome: Scheduled.outcome(),
	})
	if err == nil && n == 0 {
		err = fmt.Errorf("operator: the proposal %s was not scheduled any more", x.ID) // it is locked: this can't be
	}
	if err != nil {
		return "", err
	}
	a.p.toldTx(tx, x.ID, Done)
	return Done, a.p.log.AppendTx(ctx, tx, a.effect(a.by, x))
}

// staleNow ends a scheduled proposal that can't be carried out.
func (p *Approvals) staleNow(ctx context.Context, proposal, why string) error {
	return p.store.Write(ctx, func(tx *store.Tx) error {
		row, err := operatordb.New(tx).LockProposal(ctx, proposal)
		if err != nil || proposalOf(row).State != Scheduled {
			return err
		}
		return p.endTx(ctx, tx, Decision{}, proposalOf(row), Stale, why)
	})
}
