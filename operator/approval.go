package operator

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/store"
	"krapao/money"
	"krapao/operator/audit"
	"krapao/operator/internal/operatordb"
)

// Approvals make operators' decisions, by one person or by two, and keep the proposals that wait for a second one. They are safe
// for concurrent use.
type Approvals struct {
	store *store.Store
	log   *audit.Log
}

// NewApprovals makes the approvals. Each is recorded in the audit log.
func NewApprovals(s *store.Store, log *audit.Log) *Approvals { return &Approvals{s, log} }

// Action is what a decision does, and what it needs.
type Action struct {
	// Name is the decision's name in proposals and in the audit log, like withdrawal.approve.
	Name  string
	Needs Role
	// Member is whom it is about, by ID; empty: nobody. Amount is what both persons must agree on.
	Member string
	Amount money.Amount
	// Two: two persons must agree.
	Two bool
	// Done reports, for a decision with a key, whether it was carried out before. Then it is not carried out again. May be nil.
	Done func(tx *store.Tx) (bool, error)
	// Does carries it out in the decision's transaction. Nil: the operator only looks at something, which is recorded.
	Does func(tx *store.Tx) error
	// Says is the outcome, one line for the operator.
	Says string
}

// Decide checks the operator, asks for a second person where one is needed, and does it, with a row in the audit log: one commit.
func (p *Approvals) Decide(ctx context.Context, d Decision, a Action) (Outcome, error) {
	var out Outcome
	err := p.store.Write(ctx, func(tx *store.Tx) error {
		out = Outcome{}
		if err := p.mayTx(ctx, tx, d, a); err != nil {
			return err
		}
		if a.Done != nil {
			done, err := a.Done(tx)
			if err != nil {
				return err
			}
			if done {
				out = Outcome{Done: true, Says: a.Says + ": this was decided before, and nothing is booked again"}
				return p.log.AppendTx(ctx, tx, d.entry(a.Name+".repeated", a.Member))
			}
		}
		if a.Two {
			agreed, err := p.agreedTx(ctx, tx, d, a)
			if err != nil {
				return err
			}
			if !agreed {
				out.Says = "proposed, not done yet: another operator must give the same command"
				return p.log.AppendTx(ctx, tx, d.entry(a.Name+".proposed", a.Member))
			}
		}
		if a.Does != nil {
			if err := a.Does(tx); err != nil {
				return err
			}
		}
		out = Outcome{Done: true, Says: a.Says}
		return p.log.AppendTx(ctx, tx, d.entry(a.Name, a.Member))
	})
	return out, err
}

// RecordThenDo records a decision before an area commits its effect by itself: nothing happens that the audit log does not have.
// A failure is recorded, too.
func (p *Approvals) RecordThenDo(ctx context.Context, d Decision, a Action, do func() error) (Outcome, error) {
	a.Does = nil
	out, err := p.Decide(ctx, d, a)
	if err != nil {
		return Outcome{}, err
	}
	if err := do(); err != nil {
		failed := p.store.Write(context.WithoutCancel(ctx), func(tx *store.Tx) error {
			return p.log.AppendTx(ctx, tx, d.entry(a.Name+".failed", a.Member))
		})
		return Outcome{}, errors.Join(err, failed)
	}
	return out, nil
}

// entry is the decision as a row of the audit log.
func (d Decision) entry(action, member string) audit.Entry {
	return audit.Entry{By: d.By, Action: action, Subject: d.Subject, Member: member, Reason: d.Reason, Evidence: d.Evidence}
}

// mayTx refuses an operator that may not make this decision.
func (p *Approvals) mayTx(ctx context.Context, tx *store.Tx, d Decision, a Action) error {
	if strings.TrimSpace(d.Reason) == "" {
		return ErrReasonRequired
	}
	o, err := operatordb.New(tx).Operator(ctx, d.By)
	if store.NotFound(err) || err == nil && (!o.Active || clock.MicrosOf(tx.Now) < o.EffectiveAt) {
		return fmt.Errorf("%w: %q", ErrUnknownOperator, d.By)
	}
	if err != nil {
		return err
	}
	switch {
	case ranks[Role(o.Role)] < ranks[a.Needs]:
		return fmt.Errorf("%w: %s needs a %s", ErrRole, a.Name, a.Needs)
	case o.Member != "" && o.Member == a.Member:
		return ErrSelfDecision
	}
	return nil
}

// agreedTx proposes a decision, or agrees to another operator's proposal. The amount must still be the proposed one.
func (p *Approvals) agreedTx(ctx context.Context, tx *store.Tx, d Decision, a Action) (bool, error) {
	q := operatordb.New(tx)
	open, err := q.OpenProposal(ctx, a.Name, d.Subject)
	if store.NotFound(err) {
		return false, q.AddProposal(ctx, operatordb.AddProposalParams{
			ID: id.Text(16), Action: a.Name, Subject: d.Subject, Member: a.Member, Amount: a.Amount, Reason: d.Reason,
			Evidence: d.Evidence, ProposedBy: d.By, ProposedAt: clock.MicrosOf(tx.Now),
		})
	}
	if err != nil {
		return false, err
	}
	if open.ProposedBy == d.By {
		return false, ErrSecondApproval
	}
	if open.Amount != a.Amount {
		return false, fmt.Errorf("operator: %s was proposed over %s baht, and it is %s baht now (see krapao operator proposals)",
			a.Name, open.Amount, a.Amount)
	}
	n, err := q.DecideProposal(ctx, operatordb.DecideProposalParams{
		DecidedBy: d.By, DecidedAt: clock.MicrosOf(tx.Now), Outcome: "done", ID: open.ID,
	})
	return n == 1, err
}

// Proposal is a decision that waits for a second person.
type Proposal struct {
	Action, Subject, Member, Reason, Evidence, By string
	Amount                                        money.Amount
	At                                            time.Time
}

// Proposals lists the decisions that wait for a second person, oldest first.
func (p *Approvals) Proposals(ctx context.Context, limit int) ([]Proposal, error) {
	rows, err := operatordb.New(p.store.DB()).OpenProposals(ctx, int32(limit))
	if err != nil {
		return nil, fmt.Errorf("operator: proposals: %w", err)
	}
	list := make([]Proposal, 0, len(rows))
	for _, one := range rows {
		list = append(list, Proposal{
			Action: one.Action, Subject: one.Subject, Member: one.Member, Reason: one.Reason, Evidence: one.Evidence, By: one.ProposedBy,
			Amount: one.Amount, At: one.ProposedAt.Time(),
		})
	}
	return list, nil
}
