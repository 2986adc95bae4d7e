package operator

import (
	"context"
	"errors"
	"fmt"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/operator/audit"
	"krapao/operator/internal/operatordb"
)

// Reject ends another person's proposal. EndedError: it has ended already.
func (p *Approvals) Reject(ctx context.Context, d Decision, proposal string) error {
	return p.end(ctx, d, proposal, rejecting, Rejected)
}

// Withdraw ends a proposal of the operator's own. EndedError: it has ended already.
func (p *Approvals) Withdraw(ctx context.Context, d Decision, proposal string) error {
	return p.end(ctx, d, proposal, withdrawing, Withdrawn)
}

// Stop keeps an approved proposal from coming into force. EndedError: it is not scheduled (any more).
func (p *Approvals) Stop(ctx context.Context, d Decision, proposal string) error {
	return p.end(ctx, d, proposal, stopping, Stopped)
}

func (p *Approvals) end(ctx context.Context, d Decision, proposal string, s step, to ProposalState) error {
	x, err := find(ctx, operatordb.New(p.store.DB()), proposal)
	if err != nil {
		return err
	}
	t, err := p.tie(ctx, d.By, x.Member)
	if err != nil {
		return err
	}
	return p.store.Write(ctx, func(tx *store.Tx) error {
		var items []Ref
		if s.claimed {
			items = []Ref{proposalItem(x.Action, proposal)}
		}
		x, d, err := p.stepTx(ctx, tx, d, proposal, s, t, items...)
		if err != nil {
			return err
		}
		if err := p.endTx(ctx, tx, d, x, to, d.Reason); err != nil {
			return err
		}
		return p.decidedTx(ctx, tx, d.By, items...)
	})
}

// stepTx locks a proposal and refuses a person who may not take the step, or while another one has claimed one
// of the items. It returns the decision with the proposal's subject.
func (p *Approvals) stepTx(
	ctx context.Context, tx *store.Tx, d Decision, proposal string, s step, t tie, items ...Ref,
) (Proposal, Decision, error) {
	if err := d.byPerson(); err != nil {
		return Proposal{}, d, err
	}
	o, err := p.personTx(ctx, tx, d)
	if err == nil {
		err = p.holdTx(ctx, tx, d.By, items...)
	}
	if err != nil {
		return Proposal{}, d, err
	}
	row, err := operatordb.New(tx).LockProposal(ctx, proposal)
	if store.NotFound(err) {
		return Proposal{}, d, fault.New(fault.NO_DATA, "there is no proposal %q", proposal)
	}
	if err != nil {
		return Proposal{}, d, fmt.Errorf("operator: proposal: %w", err)
	}
	x := proposalOf(row)
	d.Subject = x.Subject
	person := who{name: d.By, role: Role(o.Role), self: t.self(o, x.Member)}
	return x, d, s.refuses(x, person, p.Needs(x.Action))
}

// endTx ends a locked proposal without carrying it out. why is what the proposal says about its end.
func (p *Approvals) endTx(ctx context.Context, tx *store.Tx, d Decision, x Proposal, to ProposalState, why string) error {
	n, err := operatordb.New(tx).EndProposal(ctx, operatordb.EndProposalParams{
		Outcome: to.outcome(), DecidedBy: d.By, DecidedAt: clock.MicrosOf(tx.Now), EndedWhy: why, ID: x.ID,
		FromOutcome: x.State.outcome(),
	})
	if err == nil && n == 0 {
		err = fmt.Errorf("operator: the proposal %s was not %s any more", x.ID, x.State) // it is locked: this can't be
	}
	if err != nil {
		return err
	}
	p.toldTx(tx, x.ID, to)
	return p.log.AppendTx(ctx, tx, audit.Entry{
		By: d.By, Action: x.Action + "." + string(to), Subject: x.Subject, Member: x.Member, Reason: why, Evidence: d.Evidence,
	})
}

// lapseTx ends a locked proposal that waits in vain, and returns its end; "": it waits on. An open one ends when its time is
// over, and when its proposer may not act any more.
func (p *Approvals) lapseTx(ctx context.Context, tx *store.Tx, x Proposal) (ended ProposalState, err error) {
	if x.State != Open {
		return "", nil
	}
	if !x.ExpiresAt.IsZero() && !tx.Now.Before(x.ExpiresAt) {
		return Expired, p.endTx(ctx, tx, Decision{}, x, Expired, "nobody approved it in time")
	}
	gone, err := p.goneTx(ctx, tx, x.By)
	if err != nil || !gone {
		return "", err
	}
	return Withdrawn, p.endTx(ctx, tx, Decision{}, x, Withdrawn, "its proposer may not act any more")
}

// goneTx reports whether an operator may not act any more.
func (p *Approvals) goneTx(ctx context.Context, tx *store.Tx, name string) (bool, error) {
	o, err := operatordb.New(tx).Operator(ctx, name)
	if store.NotFound(err) {
		return true, nil
	}
	return err == nil && !active(o, tx.Now), err
}

// endOfTx ends what a disabled operator has begun: its open proposals are withdrawn, and what it proposed or approved and is not
// in force yet is stopped.
func (p *Approvals) endOfTx(ctx context.Context, tx *store.Tx, d Decision, name string) error {
	q := operatordb.New(tx)
	ids, err := q.ProposalsWith(ctx, name)
	if err != nil {
		return fmt.Errorf("operator: proposals of %s: %w", name, err)
	}
	for _, id := range ids {
		row, err := q.LockProposal(ctx, id)
		if err != nil {
			return fmt.Errorf("operator: proposal: %w", err)
		}
		x, to := proposalOf(row), Withdrawn
		switch x.State {
		case Open:
		case Scheduled:
			to = Stopped
		default:
			continue // ended at this moment
		}
		if err := p.endTx(ctx, tx, d, x, to, name+" is disabled: "+d.Reason); err != nil {
			return err
		}
	}
	return nil
}

// atOnce is how many proposals one run of a job takes.
const atOnce = 100

// Expire ends the open proposals whose time is over. It returns how many.
func (p *Approvals) Expire(ctx context.Context) (ended int, err error) {
	ids, err := operatordb.New(p.store.DB()).ExpiredProposals(ctx, clock.MicrosOf(p.store.Now()), atOnce)
	if err != nil {
		return 0, fmt.Errorf("operator: expired proposals: %w", err)
	}
	var failed error
	for _, id := range ids {
		var to ProposalState
		err := p.store.Write(ctx, func(tx *store.Tx) error {
			row, err := operatordb.New(tx).LockProposal(ctx, id)
			if err != nil {
				return err
			}
			to, err = p.lapseTx(ctx, tx, proposalOf(row))
			return err
		})
		if err == nil && to != "" {
			ended++
		}
		failed = errors.Join(failed, err)
	}
	return ended, failed
}
