package operator

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/store"
	"krapao/operator/internal/operatordb"
)

// Do decides something of a registered kind: it carries it out where one person is enough, and proposes it otherwise.
// ErrChanged: it is not in the state that the operator saw (Decision.Seen); Outcome.State is what it is in now. ErrProposalOpen:
// it is proposed already, and Outcome.Proposal is that.
func (p *Approvals) Do(ctx context.Context, d Decision, kind string, request json.RawMessage) (Outcome, error) {
	k, err := p.kind(kind)
	if err != nil {
		return Outcome{}, err
	}
	plan, err := k.Plan(ctx, d.Subject, request)
	switch {
	case err != nil:
		return Outcome{}, err
	case d.Seen != "" && d.Seen != plan.seen():
		return Outcome{State: plan.seen()}, ErrChanged
	case plan.Evidence != "" && strings.TrimSpace(d.Evidence) == "":
		return Outcome{}, EvidenceRequired(plan.Evidence)
	}
	t, err := p.ties(ctx, d.By, plan.Member, plan.Others)
	if err != nil {
		return Outcome{}, err
	}
	var out Outcome
	err = p.store.Write(ctx, func(tx *store.Tx) error {
		out = Outcome{State: plan.State, Facts: plan.Facts}
		if err := p.mayTx(ctx, tx, d, Action{Name: k.Name, Needs: k.Needs, Member: plan.Member}, t); err != nil {
			return err
		}
		item := itemOf(plan.Item, k.Name, d.Subject)
		if err := p.holdTx(ctx, tx, d.By, item); err != nil {
			return err
		}
		if plan.Two {
			if err := p.proposeTx(ctx, tx, d, k, request, plan, &out); err != nil {
				return err
			}
			return p.decidedTx(ctx, tx, d.By, item)
		}
		still, err := plan.Still(tx)
		if err != nil {
			return err
		}
		if still != plan.State {
			if out.State = still; plan.Seen != "" {
				out.State = "" // what it looks like now is for who opens it again
			}
			return ErrChanged
		}
		if d, err = p.confirmPlanTx(ctx, tx, d, k, plan); err != nil {
			return err
		}
		if err := plan.Does(tx, d); err != nil {
			return err
		}
		out.Done, out.Says = true, plan.Says
		if err := p.decidedTx(ctx, tx, d.By, item); err != nil {
			return err
		}
		return p.log.AppendTx(ctx, tx, d.entry(k.Name, plan.Member))
	})
	if err == nil && out.Done && plan.After != nil {
		plan.After(ctx)
	}
	return out, err
}

// DoOrApproveSame is Do for a command of the node, which a second person may give, too: it approves another person's proposal, if
// same reports that its request is the same one.
func (p *Approvals) DoOrApproveSame(
	ctx context.Context, d Decision, kind string, request json.RawMessage, same func(open json.RawMessage) bool,
) (Outcome, error) {
	out, err := p.Do(ctx, d, kind, request)
	if !errors.Is(err, ErrProposalOpen) {
		return out, err
	}
	switch open := out.Proposal; {
	case open.By == d.By:
		return out, ErrSecondApproval
	case open.State == Open && same(open.Request):
		return p.Approve(ctx, d, open.ID, "")
	}
	return out, err
}

// proposeTx keeps a decision as a proposal.
func (p *Approvals) proposeTx(
	ctx context.Context, tx *store.Tx, d Decision, k Kind, request json.RawMessage, plan Plan, out *Outcome,
) error {
	if err := d.byPerson(); err != nil {
		return err
	}
	live, found, err := p.liveTx(ctx, tx, k.Name, d.Subject)
	if err != nil {
		return err
	}
	added := false
	if !found {
		if d, err = p.confirmPlanTx(ctx, tx, d, k, plan); err != nil {
			return err
		}
		err := p.addTx(ctx, tx, d, k, request, plan)
		if added = err == nil; !added && !errors.Is(err, ErrProposalOpen) {
			return err
		}
		if live, found, err = p.liveTx(ctx, tx, k.Name, d.Subject); err != nil || !found {
			return cmp.Or(err, error(fault.New(fault.TRY_AGAIN, "another proposal of the same has just ended")))
		}
	}
	if out.Proposal = &live; !added {
		return fmt.Errorf("%w: %s is %s as %s, by %s", ErrProposalOpen, k.Name, live.State, live.ID, live.By)
	}
	out.Says = live.waits()
	p.toldTx(tx, live.ID, Open)
	return p.log.AppendTx(ctx, tx, d.entry(k.Name+".proposed", plan.Member))
}

func (x Proposal) waits() string {
	return fmt.Sprintf("proposed, not done yet: another operator approves it (krapao operator proposals show %s) until %s",
		x.ID, x.ExpiresAt.UTC().Format(time.DateTime))
}

// addTx adds an open proposal. ErrProposalOpen: somebody else has just added one.
func (p *Approvals) addTx(ctx context.Context, tx *store.Tx, d Decision, k Kind, request json.RawMessage, plan Plan) error {
	facts, err := json.Marshal(plan.Facts)
	if err != nil {
		return fmt.Errorf("operator: facts: %w", err)
	}
	n, err := operatordb.New(tx).AddProposal(ctx, operatordb.AddProposalParams{
		ID: id.Text(16), Action: k.Name, Subject: d.Subject, Member: plan.Member, Amount: plan.Amount, Reason: d.Reason,
		Evidence: d.Evidence, ProposedBy: d.By, ProposedAt: clock.MicrosOf(tx.Now), Request: string(request),
		Fingerprint: plan.State, Facts: string(facts), Says: plan.Says, ExpiresAt: clock.MicrosOf(tx.Now.Add(k.life())),
	})
	if err == nil && n == 0 {
		err = ErrProposalOpen
	}
	return err
}

// liveTx returns the proposal of an action and a subject that is open or scheduled, and locks it. One whose time is over, or
// whose proposer may not act any more, is ended here: it stands in nobody's way.
func (p *Approvals) liveTx(ctx context.Context, tx *store.Tx, action, subject string) (Proposal, bool, error) {
	row, err := operatordb.New(tx).LockLive(ctx, action, subject)
	if store.NotFound(err) {
		return Proposal{}, false, nil
	}
	if err != nil {
		return Proposal{}, false, fmt.Errorf("operator: proposal: %w", err)
	}
	x := proposalOf(row)
	ended, err := p.lapseTx(ctx, tx, x)
	return x, ended == "" && err == nil, err
}
