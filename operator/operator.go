// Package operator is who may decide what in the house, and how a decision is made: operators and their roles (Staff), approvals
// by one person or two (Approvals), and the audit log of it (the package audit).
//
// What there is to decide is in a room per subject: withdrawal, arrival, gamecase, receivable, offer, care and conversation. A
// room looks up what the decision is about, says what it needs, and leaves the rest to Approvals. The package cli is the shell.
//
// Promises (RULES.md sections 1 and 13):
//   - Every decision has a name and a reason. It is in the audit log in the same commit as its effect.
//   - A decision for two persons is proposed by one and made by another, whether by the shell or by the API.
//   - A proposal changes nothing but itself. It is carried out once, if everything that it rests on is as it was, and not at all
//     otherwise. Each ends: it expires, is withdrawn or rejected, and is stopped before it is in force (docs/states.md).
//   - An operator who is also a member decides nothing about its own account, and nothing about members linked to it.
//   - A new operator may act 30 minutes after its approval. Disabling one takes effect at once, and ends what it has begun.
package operator

import (
	"context"
	"errors"
	"fmt"
	"time"

	"krapao/internal/store"
	"krapao/money"
	"krapao/operator/internal/operatordb"
)

// Why a decision is refused.
var (
	// ErrUnknownOperator: there is no active operator with this name, or it may not act yet.
	ErrUnknownOperator = errors.New("operator: no such operator, disabled, or not active yet (see krapao operator list)")
	// ErrRole: the operator's role may not make this decision.
	ErrRole = errors.New("operator: this operator's role may not decide this")
	// ErrReasonRequired: a decision needs a reason, and some need evidence.
	ErrReasonRequired = errors.New("operator: a reason is required")
	// ErrNoSession is returned for a decision that is made in no session: nobody is taken at its word.
	ErrNoSession = errors.New("operator: nobody is signed in: krapao operator login NAME")
	// ErrSelfDecision: the decision is about the operator's own member account.
	ErrSelfDecision = errors.New("operator: this is about your own member account; another operator must decide it")
	// ErrSecondApproval: the same operator has proposed it; another one must agree.
	ErrSecondApproval = errors.New("operator: you have proposed this already; a second person must approve it")
	// ErrNotProposer: only who proposed something withdraws it.
	ErrNotProposer = errors.New("operator: somebody else has proposed this; reject it, or let its proposer withdraw it")
	// ErrNoKind: this version decides nothing of the kind. Another one has proposed it.
	ErrNoKind = errors.New("operator: this version does not know this kind of decision; reject it, and propose it again")
	// ErrProposalOpen: the same is proposed, or approved and not in force yet.
	ErrProposalOpen = errors.New("operator: this is proposed already (see krapao operator proposals)")
	// ErrProposalChanged: what was proposed about is another by now. The proposal has ended, and nothing happened.
	ErrProposalChanged = errors.New("operator: this has changed since it was proposed, so nothing was done; propose it again")
	// ErrChanged: the subject of the decision has changed since the operator looked at it.
	ErrChanged = errors.New("operator: this has changed since you looked; look again, then decide")
	// ErrName: an operator's name has 2 to 32 lower-case letters, digits, dots or dashes, and nobody else has it.
	ErrName = errors.New("operator: the name is taken, or is not 2 to 32 of a-z, 0-9, dots and dashes")
)

// EvidenceError refuses a decision without evidence. It is an ErrReasonRequired, too.
type EvidenceError struct {
	// What is the evidence to give.
	What Evidence
}

func (e EvidenceError) Error() string {
	return fmt.Sprintf("%v, with evidence (--evidence): %s", ErrReasonRequired, e.What)
}

// Unwrap makes it an ErrReasonRequired.
func (EvidenceError) Unwrap() error { return ErrReasonRequired }

// EvidenceRequired refuses a decision without evidence. what is the evidence to give.
func EvidenceRequired(what Evidence) error { return EvidenceError{what} }

// RoleError refuses a decision by the operator's role. It is an ErrRole.
type RoleError struct {
	Action string
	// Needs is the lowest role that may.
	Needs Role
}

func (e RoleError) Error() string {
	return fmt.Sprintf("%v: %s needs a %s", ErrRole, e.Action, e.Needs)
}

// Unwrap makes it an ErrRole.
func (RoleError) Unwrap() error { return ErrRole }

// WaitsError refuses an operator that may not act yet. It is an ErrUnknownOperator.
type WaitsError struct {
	Name string
	// From is when it may act.
	From time.Time
}

func (e WaitsError) Error() string {
	return fmt.Sprintf("%v: %q, until %s", ErrUnknownOperator, e.Name, e.From.UTC().Format(time.DateTime))
}

// Unwrap makes it an ErrUnknownOperator.
func (WaitsError) Unwrap() error { return ErrUnknownOperator }

// Any reports whether the house has operators, or ever had one.
func Any(ctx context.Context, s *store.Store) (bool, error) {
	n, err := operatordb.New(s.DB()).CountOperators(ctx)
	if err != nil {
		return false, fmt.Errorf("operator: %w", err)
	}
	return n > 0, nil
}

// Role says what an operator may decide.
type Role string

// The roles. Each may do everything that the one before it may.
const (
	// Support looks, unlocks members, sets one-time passwords and keeps members from play.
	Support Role = "support"
	// Cashier decides about money.
	Cashier Role = "cashier"
	// Chief manages operators, budgets and automatic payouts.
	Chief Role = "chief"
	// Auditor reads everything and decides nothing. It has no rank among the others.
	Auditor Role = "auditor"
)

var ranks = map[Role]int{Support: 1, Cashier: 2, Chief: 3}

// exists reports whether there is such a role.
func (r Role) exists() bool { return ranks[r] > 0 || r == Auditor }

// said is the role as a sentence has it.
func (r Role) said() string {
	if r == Auditor {
		return "an auditor"
	}
	return "a " + string(r)
}

// NewcomerWaits is how long a new operator can't act yet, an operator not by its new rights, and a system not by its token
// (RULES.md section 13).
const NewcomerWaits = 30 * time.Minute

// Amounts above which a second person must agree (RULES.md section 13).
const (
	// AssignBound is for money that arrived.
	AssignBound = 5_000 * money.Baht
	// UnsettledBound is for transfers whose outcome a person found out.
	UnsettledBound = 1_000 * money.Baht
)

// ConfirmBound is the amount above which the person confirms with its key, whatever the decision.
const ConfirmBound = 5_000 * money.Baht

// Decision is who decides what, and why.
type Decision struct {
	// By is the operator's name.
	By string
	// Subject is what the decision is about: a withdrawal's reference, an inflow's ID, a member's phone.
	Subject string
	Reason  string
	// Evidence is what the operator looked at: a line of the bank's statement, a provider's ticket.
	Evidence string
	// Seen is the fingerprint of the state by which it decided (Outcome.State). Empty: it does not say.
	Seen string
	// Session is the session in which it is decided: there is no decision without one (ErrNoSession). Confirmation is the token of
	// a confirmation that was made in it.
	Session, Confirmation string
	// Confirmed says what the person has confirmed this very decision with; "": nothing. Approvals fill it.
	Confirmed string
	// Proposal is what is carried out by it. Nil: one person decides. Approvals fill it.
	Proposal *Proposal
}

// Note is what the books say about the decision: who made it, and why.
func (d Decision) Note() string { return "by " + d.By + ": " + d.Reason }

// Outcome of a decision.
type Outcome struct {
	// Done: the decision is made, and in force. Otherwise it is proposed, and another operator must agree, or it is approved and
	// comes into force later.
	Done bool
	// Says is one line for the operator, and Facts are what a registered kind has changed or would change.
	Says  string
	Facts []Fact
	// State is the fingerprint of what it was decided about, and Proposal what waits, for a registered kind.
	State    string
	Proposal *Proposal
}
