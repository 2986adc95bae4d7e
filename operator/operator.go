// Package operator is the use cases for back-office staff: deciding about withdrawals, held money, unsettled transfers and
// differences between providers and our books, helping and protecting members, and managing the operators themselves.
//
// Promises (RULES.md sections 1 and 13):
//   - Every decision has a name and a reason. It is in the audit log in the same commit as its effect. An effect that an area
//     commits by itself (a password, an unlock) is in the audit log before it happens.
//   - A decision for two persons is proposed by one and made by another, whether by the shell or by the API.
//   - An operator who is also a member decides nothing about its own account.
//   - A new operator may act after 30 minutes. Disabling one takes effect at once.
package operator

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"krapao/deposit"
	"krapao/deposit/declared"
	"krapao/deposit/feed"
	"krapao/deposit/link"
	"krapao/deposit/slip"
	"krapao/game/report"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/operator/internal/operatordb"
	"krapao/reconcile"
	"krapao/wallet/doubt"
	"krapao/withdraw"
	"krapao/withdraw/approval"
	"krapao/withdraw/brake"
	"krapao/withdraw/payout"
)

// Why a decision is refused.
var (
	// ErrUnknownOperator: there is no active operator with this name, or it may not act yet.
	ErrUnknownOperator = errors.New("operator: no such operator, disabled, or not active yet (see krapao operator list)")
	// ErrRole: the operator's role may not make this decision.
	ErrRole = errors.New("operator: this operator's role may not decide this")
	// ErrReasonRequired: a decision needs a reason, and some need evidence.
	ErrReasonRequired = errors.New("operator: a reason is required")
	// ErrSelfDecision: the decision is about the operator's own member account.
	ErrSelfDecision = errors.New("operator: this is about your own member account; another operator must decide it")
	// ErrSecondApproval: the same operator has proposed it; another one must agree.
	ErrSecondApproval = errors.New("operator: you have proposed this already; a second person must give the same command")
	// ErrChanged: the subject of the decision has changed since the operator looked at it.
	ErrChanged = errors.New("operator: this has changed since you looked; look again, then decide")
	// ErrName: an operator's name has 2 to 32 lower-case letters, digits, dots or dashes, and nobody else has it.
	ErrName = errors.New("operator: the name is taken, or is not 2 to 32 of a-z, 0-9, dots and dashes")
)

// evidenceRequired refuses a decision without evidence. what is the evidence to give.
func evidenceRequired(what string) error {
	return fmt.Errorf("%w, with evidence (--evidence): %s", ErrReasonRequired, what)
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
)

var ranks = map[Role]int{Support: 1, Cashier: 2, Chief: 3}

// newOperatorWaits is how long a new operator can't act yet (RULES.md section 13).
const newOperatorWaits = 30 * time.Minute

// Amounts above which a second person must agree (RULES.md section 13).
const (
	assignBound    = 5_000 * money.Baht
	unsettledBound = 1_000 * money.Baht
)

// Members are the members, for operators.
type Members interface {
	// ByUsername finds a member by its phone and returns its ID. NO_USER: there is none.
	ByUsername(ctx context.Context, username string) (member string, err error)
	// Unlock resets a member's limits on wrong logins.
	Unlock(ctx context.Context, member string) error
	// SetPassword gives a member a new password. All its sessions end.
	SetPassword(ctx context.Context, member, password string) error
}

// Cases are the transfers between wallet and games whose outcome nobody knows.
type Cases interface {
	// UnsettledTransfers lists them, oldest first, of one provider. An empty provider lists those of all.
	UnsettledTransfers(ctx context.Context, provider string, limit int) ([]Unsettled, error)
	// UnsettledTransfer finds one by its reference, with its evidence. NO_DATA: there is none.
	UnsettledTransfer(ctx context.Context, reference string) (Unsettled, error)
	// DecideTx books what a person found out. Where it was not applied the money goes back.
	DecideTx(ctx context.Context, tx *store.Tx, id ledger.ID, applied bool, note string) error
}

// Unsettled is a transfer whose outcome nobody knows.
type Unsettled struct {
	ID        ledger.ID
	Reference string
	Member    string
	Amount    money.Amount
	From, To  string
	// Provider is where it is pending. Username is the account there.
	Provider, Username string
	Reason             string
	Since              time.Time
	// Evidence is what is known now. Only UnsettledTransfer fills it.
	Evidence doubt.Evidence
}

// Deps are what the service is made of.
type Deps struct {
	Store       *store.Store
	Withdrawals *withdraw.Service
	Approvals   *approval.Service
	Payouts     *payout.Service
	Brake       *brake.Brake
	Deposits    *deposit.Service
	// The kinds of deposits that can leave a decision to an operator.
	Slip     *slip.Service
	Link     *link.Service
	Feed     *feed.Reader
	Declared *declared.Service
	Members  Members
	Cases    Cases
	Books    Books
	// Reconciliation compares days; nil: no days are compared. Differences are the cases of compared days.
	Reconciliation *reconcile.Service
	Differences    *doubt.Cases
	// Budgets and Offers may be nil: then there are none.
	Budgets Budgets
	Offers  Offers
	// Chats are the conversations; nil: the house has none. Tokens opens sessions for the operator API; nil: it has none.
	Chats  Chats
	Tokens Tokens
	// Holders finds members by the names of their accounts' holders.
	Holders Holders
	// Protection keeps members from play. Nil: there is no protection.
	Protection Protection
	// Reports returns the state of the providers' reports of play. Nil: nothing is known.
	Reports func(ctx context.Context) ([]report.State, error)
	// Health returns how a provider answers this node: whether its circuit breaker is open, and since when there is no answer. Zero:
	// it answers. Nil: nothing is known.
	Health func(provider string) (open bool, failingSince time.Time)
	// Content puts a content document into force, or returns what would change. It needs no operator
	// (docs/architecture/0012-not-built.md). Nil: this node takes no content.
	Content func(ctx context.Context, document []byte, dryRun bool) (changes []string, err error)
	// Sign signs a row of the audit log. Nil: rows are not signed. Whole returns what is wrong with the signatures and with the
	// copies of the chain elsewhere. Nil: there are neither.
	Sign  func(number int64, hash string) string
	Whole func(ctx context.Context) (wrong []string, err error)
	// TurnKeys does one step of a rotation of the database's keys. It returns a text, and how long to wait for the next step. 0:
	// there is none. Nil: this process has no keys.
	TurnKeys func(ctx context.Context) (says string, next time.Duration, err error)
}

// Service makes operators' decisions. It is safe for concurrent use.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// Decision is who decides what, and why.
type Decision struct {
	// By is the operator's name.
	By string
	// Subject is what the decision is about: a withdrawal's reference, an inflow's ID, a member's phone.
	Subject string
	Reason  string
	// Evidence is what the operator looked at: a line of the bank's statement, a provider's ticket.
	Evidence string
}

// Outcome of a decision.
type Outcome struct {
	// Done: the decision is made. Otherwise it is proposed, and another operator must decide the same.
	Done bool
	// Says is one line for people.
	// Says is one line for the operator.
	Says string
}

// act is what a decision does.
type act struct {
	name   string
	needs  Role
	member string
	amount money.Amount
	two    bool
	// done reports, for a decision with a key, whether it was carried out before. Then it is not carried out again.
	done func(tx *store.Tx) (bool, error)
	does func(tx *store.Tx) error
	says string
}

// decide checks the operator, asks for a second person where one is needed, and does it, with a row in the audit log: one commit.
func (s *Service) decide(ctx context.Context, d Decision, a act) (Outcome, error) {
	var out Outcome
	err := s.Store.Write(ctx, func(tx *store.Tx) error {
		out = Outcome{}
		if err := s.mayTx(ctx, tx, d, a); err != nil {
			return err
		}
		if a.done != nil {
			done, err := a.done(tx)
			if err != nil {
				return err
			}
			if done {
				out = Outcome{Done: true, Says: a.says + ": this was decided before, and nothing is booked again"}
				return s.appendTx(ctx, tx, entry{d, a.name + ".repeated", a.member})
			}
		}
		if a.two {
			agreed, err := s.agreedTx(ctx, tx, d, a)
			if err != nil {
				return err
			}
			if !agreed {
				out.Says = "proposed, not done yet: another operator must give the same command"
				return s.appendTx(ctx, tx, entry{d, a.name + ".proposed", a.member})
			}
		}
		if err := a.does(tx); err != nil {
			return err
		}
		out = Outcome{Done: true, Says: a.says}
		return s.appendTx(ctx, tx, entry{d, a.name, a.member})
	})
	return out, err
}

// mayTx refuses an operator that may not make this decision.
func (s *Service) mayTx(ctx context.Context, tx *store.Tx, d Decision, a act) error {
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
	case ranks[Role(o.Role)] < ranks[a.needs]:
		return fmt.Errorf("%w: %s needs a %s", ErrRole, a.name, a.needs)
	case o.Member != "" && o.Member == a.member:
		return ErrSelfDecision
	}
	return nil
}

// agreedTx proposes a decision, or agrees to another operator's proposal. The amount must still be the proposed one.
func (s *Service) agreedTx(ctx context.Context, tx *store.Tx, d Decision, a act) (bool, error) {
	q := operatordb.New(tx)
	p, err := q.OpenProposal(ctx, a.name, d.Subject)
	if store.NotFound(err) {
		return false, q.AddProposal(ctx, operatordb.AddProposalParams{
			ID: newID(), Action: a.name, Subject: d.Subject, Member: a.member, Amount: a.amount, Reason: d.Reason,
			Evidence: d.Evidence, ProposedBy: d.By, ProposedAt: clock.MicrosOf(tx.Now),
		})
	}
	if err != nil {
		return false, err
	}
	if p.ProposedBy == d.By {
		return false, ErrSecondApproval
	}
	if p.Amount != a.amount {
		return false, fmt.Errorf("operator: %s was proposed over %s baht, and it is %s baht now (see krapao operator proposals)",
			a.name, p.Amount, a.amount)
	}
	n, err := q.DecideProposal(ctx, operatordb.DecideProposalParams{
		DecidedBy: d.By, DecidedAt: clock.MicrosOf(tx.Now), Outcome: "done", ID: p.ID,
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
func (s *Service) Proposals(ctx context.Context, limit int) ([]Proposal, error) {
	rows, err := operatordb.New(s.Store.DB()).OpenProposals(ctx, int32(limit))
	if err != nil {
		return nil, fmt.Errorf("operator: proposals: %w", err)
	}
	list := make([]Proposal, 0, len(rows))
	for _, p := range rows {
		list = append(list, Proposal{
			Action: p.Action, Subject: p.Subject, Member: p.Member, Reason: p.Reason, Evidence: p.Evidence, By: p.ProposedBy,
			Amount: p.Amount, At: p.ProposedAt.Time(),
		})
	}
	return list, nil
}
