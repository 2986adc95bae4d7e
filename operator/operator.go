// Package operator is what the house's own people may do: decide withdrawals, held money, unsettled transfers and what
// providers tell otherwise than our books, unlock members, and look after themselves.
//
// Promises (RULES.md sections 1 and 13):
//   - Every decision has a name and a reason, and stands in the audit chain in the same commit as what it did. What an area
//     does in a commit of its own (a password, an unlocking) is written into the chain before it is done.
//   - What needs two persons is proposed by one and done by another, whatever the entrance.
//   - An operator who is a member too decides nothing about itself.
//   - A new operator may act after 30 minutes, and is disabled at once.
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
	"krapao/game"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/operator/internal/operatordb"
	"krapao/reconcile"
	"krapao/wallet/doubt"
	"krapao/withdraw"
)

// Why an operator was refused.
var (
	// ErrNobody: there is no such active operator, or it may not act yet.
	ErrNobody = errors.New("operator: no such operator may act")
	// ErrRole: the operator's role does not cover the decision.
	ErrRole = errors.New("operator: not within this operator's role")
	// ErrReason: a decision needs a reason.
	ErrReason = errors.New("operator: a reason is needed")
	// ErrOwn: the decision is about the operator's own member account.
	ErrOwn = errors.New("operator: nobody decides about themselves")
	// ErrSecond: it was proposed by the same operator; another one must agree.
	ErrSecond = errors.New("operator: a second person must agree")
	// ErrChanged: what the decision is about is not any more what the operator looked at.
	ErrChanged = errors.New("operator: it has changed since; look again")
	// ErrName: an operator's name is 2 to 32 lower-case letters, digits, dots or dashes, and taken once.
	ErrName = errors.New("operator: not a free name")
)

// Role says what an operator may decide.
type Role string

// The roles; each may do what the one before it may.
const (
	// Support looks, unlocks members, sets one-time passwords and keeps members from play.
	Support Role = "support"
	// Cashier decides about money.
	Cashier Role = "cashier"
	// Chief looks after operators and brakes.
	Chief Role = "chief"
)

var ranks = map[Role]int{Support: 1, Cashier: 2, Chief: 3}

// waits of RULES.md section 13.
const newOperatorWaits = 30 * time.Minute

// bounds above which a second person must agree (RULES.md section 13).
const (
	assignBound    = 5_000 * money.Baht
	unsettledBound = 1_000 * money.Baht
)

// Members is what operators do to members' credentials.
type Members interface {
	// ByUsername finds a member by its phone and returns its id; NO_USER where there is none.
	ByUsername(ctx context.Context, username string) (member string, err error)
	// Unlock lets a slowed member log in again.
	Unlock(ctx context.Context, member string) error
	// SetPassword gives a member a password; all its sessions end.
	SetPassword(ctx context.Context, member, password string) error
}

// Cases are the transfers between wallet and games whose outcome nobody knows.
type Cases interface {
	// UnsettledTransfers lists them, oldest first, of one provider or of all where provider is empty.
	UnsettledTransfers(ctx context.Context, provider string, limit int) ([]Unsettled, error)
	// UnsettledTransfer finds one by its reference, with its evidence; NO_DATA where there is none.
	UnsettledTransfer(ctx context.Context, reference string) (Unsettled, error)
	// DecideTx books what a person found out: applied, or not and the money goes back.
	DecideTx(ctx context.Context, tx *store.Tx, id ledger.ID, applied bool, note string) error
}

// Unsettled is one of them.
type Unsettled struct {
	ID        ledger.ID
	Reference string
	Member    string
	Amount    money.Amount
	From, To  string
	// Provider is where it is pending, Username the account there.
	Provider, Username string
	Reason             string
	Since              time.Time
	// Evidence is what is known by now, where one was asked for.
	Evidence doubt.Evidence
}

// Deps are what the service is made of.
type Deps struct {
	Store       *store.Store
	Withdrawals *withdraw.Service
	Deposits    *deposit.Service
	// The ways in that leave something to decide.
	Slip     *slip.Service
	Link     *link.Service
	Feed     *feed.Reader
	Declared *declared.Service
	Members  Members
	Cases    Cases
	Books    Books
	// Reconciliation compares days; nil: none are compared. Differences are the cases of compared days.
	Reconciliation *reconcile.Service
	Differences    *doubt.Cases
	// Budgets and Offers may be nil: then there are none.
	Budgets Budgets
	Offers  Offers
	// Chats are the conversations; nil: the house has none. Tokens opens sessions for the operator API; nil: it has none.
	Chats  Chats
	Tokens Tokens
	// Holders are members by the names of their accounts' holders.
	Holders Holders
	// Protection keeps members from play; nil: nobody is.
	Protection Protection
	// Reports tells how the providers' reports of play stand; nil: nothing is told.
	Reports func(ctx context.Context) ([]game.ReportState, error)
	// Health tells how a provider answers this node: whether it is left alone, and since when it has no answer, zero where it
	// has one. nil: nothing is told.
	Health func(provider string) (shut bool, failingSince time.Time)
	// Content puts a document of content into force, or tells what would change; nil: this node takes none. It asks for no
	// operator (docs/architecture/0012-not-built.md).
	Content func(ctx context.Context, document []byte, dryRun bool) (changes []string, err error)
	// Sign signs a row of the audit chain; nil: it is not signed. Whole names what is wrong with the signatures and with what other
	// places know of the chain; nil: nothing is known of either.
	Sign  func(number int64, hash string) string
	Whole func(ctx context.Context) (wrong []string, err error)
	// TurnKeys does a little of a rotation of the database's keys: what it says, and how long to wait for the next turn, 0
	// where there is none. nil: this process has no keys.
	TurnKeys func(ctx context.Context) (says string, next time.Duration, err error)
}

// Service answers operators.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// Decision is who decides what, and why.
type Decision struct {
	// By is the operator's name.
	By string
	// Subject is what it is about: a withdrawal's reference, an inflow's id, a member's phone.
	Subject string
	Reason  string
	// Evidence is what was looked at: a bank's statement line, a provider's ticket.
	Evidence string
}

// Outcome of a decision.
type Outcome struct {
	// Done: it is in force. Otherwise it is proposed, and another operator must decide the same.
	Done bool
	// Says is one line for people.
	Says string
}

// act is what a decision does.
type act struct {
	name   string
	needs  Role
	member string
	amount money.Amount
	two    bool
	// done tells, where a decision has a key, whether it was carried out before: then it is not again.
	done func(tx *store.Tx) (bool, error)
	does func(tx *store.Tx) error
	says string
}

// decide checks who decides, asks for a second person where one is needed, does it and writes the chain: one commit.
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
				out = Outcome{Done: true, Says: a.says + ": decided before, nothing is booked again"}
				return s.appendTx(ctx, tx, entry{d, a.name + ".repeated", a.member})
			}
		}
		if a.two {
			agreed, err := s.agreedTx(ctx, tx, d, a)
			if err != nil {
				return err
			}
			if !agreed {
				out.Says = "proposed: another operator must decide the same"
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

// mayTx refuses who may not decide this.
func (s *Service) mayTx(ctx context.Context, tx *store.Tx, d Decision, a act) error {
	if strings.TrimSpace(d.Reason) == "" {
		return ErrReason
	}
	o, err := operatordb.New(tx).Operator(ctx, d.By)
	if store.NotFound(err) || err == nil && (!o.Active || tx.Now.UnixMicro() < o.EffectiveAt) {
		return fmt.Errorf("%w: %q", ErrNobody, d.By)
	}
	if err != nil {
		return err
	}
	switch {
	case ranks[Role(o.Role)] < ranks[a.needs]:
		return fmt.Errorf("%w: %s is for a %s", ErrRole, a.name, a.needs)
	case o.Member != "" && o.Member == a.member:
		return ErrOwn
	}
	return nil
}

// agreedTx proposes, or agrees to what another operator proposed. The amount must still be the one that was proposed.
func (s *Service) agreedTx(ctx context.Context, tx *store.Tx, d Decision, a act) (bool, error) {
	q := operatordb.New(tx)
	p, err := q.OpenProposal(ctx, a.name, d.Subject)
	if store.NotFound(err) {
		return false, q.AddProposal(ctx, operatordb.AddProposalParams{
			ID: newID(), Action: a.name, Subject: d.Subject, Member: a.member, Amount: a.amount, Reason: d.Reason,
			Evidence: d.Evidence, ProposedBy: d.By, ProposedAt: tx.Now.UnixMicro(),
		})
	}
	if err != nil {
		return false, err
	}
	if p.ProposedBy == d.By {
		return false, ErrSecond
	}
	if p.Amount != a.amount {
		return false, fmt.Errorf("operator: %s was proposed for %s and is now %s", a.name, p.Amount, a.amount)
	}
	n, err := q.DecideProposal(ctx, operatordb.DecideProposalParams{
		DecidedBy: d.By, DecidedAt: tx.Now.UnixMicro(), Outcome: "done", ID: p.ID,
	})
	return n == 1, err
}

// Proposal is what waits for a second person.
type Proposal struct {
	Action, Subject, Member, Reason, Evidence, By string
	Amount                                        money.Amount
	At                                            time.Time
}

// Proposals lists what waits for a second person, oldest first.
func (s *Service) Proposals(ctx context.Context, limit int) ([]Proposal, error) {
	rows, err := operatordb.New(s.Store.DB()).OpenProposals(ctx, int32(limit))
	if err != nil {
		return nil, fmt.Errorf("operator: proposals: %w", err)
	}
	list := make([]Proposal, 0, len(rows))
	for _, p := range rows {
		list = append(list, Proposal{
			Action: p.Action, Subject: p.Subject, Member: p.Member, Reason: p.Reason, Evidence: p.Evidence, By: p.ProposedBy,
			Amount: p.Amount, At: time.UnixMicro(p.ProposedAt).UTC(),
		})
	}
	return list, nil
}
