package operator

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"krapao/internal/bus"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/operator/audit"
	"krapao/operator/internal/operatordb"
)

// Links knows which members are the same person, or may be (RULES.md section 1).
type Links interface {
	// Linked reports whether two members are linked strongly or by a device. A weak link (an address) does not count.
	Linked(ctx context.Context, member, other string) (bool, error)
}

// Deps are what approvals are made of.
type Deps struct {
	Store *store.Store
	// Audit records every decision and every step of a proposal.
	Audit *audit.Log
	// Links: an operator decides about no member that is linked to its own account. Nil: no link is known.
	Links Links
	// Claims: nobody decides about an item of the queue that another operator has claimed. Nil: there are none.
	Claims Claims
	// Confirmations are what persons have confirmed. Nil: nobody can, so what has to be confirmed is refused.
	Confirmations Confirmations
	// Tell tells operators' pages what became of proposals. It may be nil.
	Tell bus.Teller
	// Log says what nobody waits for an answer of. It may be nil.
	Log *slog.Logger
	// Soon: a demo, in which whoever approves something sees it: no kind waits.
	Soon bool
}

// Approvals make operators' decisions, by one person or by two, and keep the proposals that wait for a second one. They are safe
// for concurrent use, once all kinds are registered.
type Approvals struct {
	store         *store.Store
	log           *audit.Log
	links         Links
	claims        Claims
	confirmations Confirmations
	pages         bus.Teller
	tell          *slog.Logger
	soon          bool
	kinds         map[string]Kind
}

// NewApprovals makes the approvals.
func NewApprovals(d Deps) *Approvals {
	if d.Log == nil {
		d.Log = slog.New(slog.DiscardHandler)
	}
	return &Approvals{
		store: d.Store, log: d.Audit, links: d.Links, claims: d.Claims, confirmations: d.Confirmations, pages: d.Tell,
		tell: d.Log, soon: d.Soon,
		kinds: map[string]Kind{},
	}
}

// Action is what a decision of one person does, and what it needs. What may need two is a Kind.
type Action struct {
	// Name is the decision's name in proposals and in the audit log, like withdrawal.approve.
	Name  string
	Needs Role
	// Member is whom it is about, by ID; empty: nobody.
	Member string
	// Confirm: the person confirms it with its key.
	Confirm bool
	// Done reports, for a decision with a key, whether it was carried out before. Then it is not carried out again. May be nil.
	Done func(tx *store.Tx) (bool, error)
	// Does carries it out in the decision's transaction. Nil: the operator only looks at something, which is recorded.
	Does func(tx *store.Tx) error
	// Says is the outcome, one line for the operator.
	Says string
}

// Decide checks the operator, and does it, with a row in the audit log: one commit.
func (p *Approvals) Decide(ctx context.Context, d Decision, a Action) (Outcome, error) {
	var out Outcome
	t, err := p.tie(ctx, d.By, a.Member)
	if err != nil {
		return Outcome{}, err
	}
	err = p.store.Write(ctx, func(tx *store.Tx) error {
		out = Outcome{}
		if err := p.mayTx(ctx, tx, d, a, t); err != nil {
			return err
		}
		item := itemOf(Ref{}, a.Name, d.Subject)
		if err := p.holdTx(ctx, tx, d.By, item); err != nil {
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
		if a.Confirm {
			if d, err = p.confirmTx(ctx, tx, d, a.Name, d.Subject, a.Member); err != nil {
				return err
			}
		}
		if a.Does != nil {
			if err := a.Does(tx); err != nil {
				return err
			}
		}
		out = Outcome{Done: true, Says: a.Says}
		if err := p.decidedTx(ctx, tx, d.By, item); err != nil {
			return err
		}
		return p.log.AppendTx(ctx, tx, d.entry(a.Name, a.Member))
	})
	return out, err
}

// entry is the decision as a row of the audit log.
func (d Decision) entry(action, member string) audit.Entry {
	evidence := d.Evidence
	if d.Confirmed != "" {
		evidence = strings.TrimPrefix(evidence+"; confirmed by "+d.Confirmed, "; ")
	}
	return audit.Entry{By: d.By, Action: action, Subject: d.Subject, Member: member, Reason: d.Reason, Evidence: evidence}
}

// tie is what ties an operator to a member, as it was looked up before the transaction: links are of days, and not of a moment.
type tie struct {
	// own is the operator's own member account. linked: the member is linked to it.
	own    string
	linked bool
}

// tie looks up what ties an operator to a member.
func (p *Approvals) tie(ctx context.Context, name, member string) (tie, error) {
	if member == "" || p.links == nil {
		return tie{}, nil
	}
	o, err := caller(ctx, operatordb.New(p.store.DB()), name, p.store.Now())
	if store.NotFound(err) {
		return tie{own: o.Member}, nil
	}
	if err != nil {
		return tie{}, fmt.Errorf("operator: %w", err)
	}
	return p.tieOf(ctx, o.Member, member)
}

// ties is tie for a decision that is about further members, too. ErrSelfDecision: the person is one of those, or linked to one.
func (p *Approvals) ties(ctx context.Context, name, member string, others []string) (tie, error) {
	t, err := p.tie(ctx, name, member)
	if err != nil || len(others) == 0 {
		return t, err
	}
	person, err := p.Person(ctx, name)
	for n := 0; err == nil && n < len(others); n++ {
		var self bool
		if self, err = p.Self(ctx, person, others[n]); self {
			return t, ErrSelfDecision
		}
	}
	return t, err
}

// tieOf looks up what ties an operator's own member account, if it has one, to a member.
func (p *Approvals) tieOf(ctx context.Context, own, member string) (tie, error) {
	if own == "" || member == "" || own == member || p.links == nil {
		return tie{own: own}, nil
	}
	linked, err := p.links.Linked(ctx, own, member)
	return tie{own: own, linked: linked}, err
}

// self reports whether a decision about a member is one about the operator itself.
func (t tie) self(o operatordb.Operator, member string) bool {
	return o.Member != "" && member != "" && (o.Member == member || t.linked && t.own == o.Member)
}

// active reports whether an operator may act.
func active(o operatordb.Operator, now time.Time) bool {
	return o.Active && clock.MicrosOf(now) >= o.EffectiveAt
}

// personTx returns the operator who decides. It refuses one that may not act, and a decision without a reason.
func (p *Approvals) personTx(ctx context.Context, tx *store.Tx, d Decision) (operatordb.Operator, error) {
	if d.Session == "" {
		return operatordb.Operator{}, ErrNoSession
	}
	if strings.TrimSpace(d.Reason) == "" {
		return operatordb.Operator{}, ErrReasonRequired
	}
	o, err := caller(ctx, operatordb.New(tx), d.By, tx.Now)
	switch {
	case store.NotFound(err), err == nil && !o.Active:
		return operatordb.Operator{}, fmt.Errorf("%w: %q", ErrUnknownOperator, d.By)
	case err == nil && !active(o, tx.Now):
		return operatordb.Operator{}, WaitsError{d.By, o.EffectiveAt.Time()}
	}
	return o, err
}

// mayTx refuses an operator that may not make this decision.
func (p *Approvals) mayTx(ctx context.Context, tx *store.Tx, d Decision, a Action, t tie) error {
	o, err := p.personTx(ctx, tx, d)
	switch {
	case err != nil:
		return err
	case ranks[Role(o.Role)] < ranks[a.Needs]:
		return RoleError{a.Name, a.Needs}
	case t.self(o, a.Member):
		return ErrSelfDecision
	}
	return nil
}
