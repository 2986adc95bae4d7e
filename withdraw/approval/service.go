// Package approval decides whether a withdrawal is paid: automatically where every condition of RULES.md section 5 holds, and
// otherwise by an operator. A withdrawal that is not paid automatically says why.
package approval

import (
	"cmp"
	"context"
	"log/slog"
	"time"

	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/withdraw"
)

// Books is what approvals need of the ledger.
type Books interface {
	LockedTx(ctx context.Context, tx *store.Tx, accounts ...ledger.Account) (map[ledger.Account]ledger.Balance, error)
	BalanceTx(ctx context.Context, tx *store.Tx, account ledger.Account) (ledger.Balance, error)
	Find(ctx context.Context, id ledger.ID) (ledger.Transfer, error)
	LessenTx(ctx context.Context, tx *store.Tx, s ledger.Lessening) (ledger.Result, error)
	Postpone(ctx context.Context, id ledger.ID, fence int64, due time.Time, detail ledger.Detail) error
	Moved(ctx context.Context, member string, since time.Time, kinds ...ledger.Kind) (map[ledger.Kind]ledger.Moved, error)
}

// Members knows what the conditions of a payout ask about a member.
type Members interface {
	Payee(ctx context.Context, member string) (withdraw.Payee, error)
}

// Names is the payout bank's name inquiry.
type Names interface {
	// InquireName asks for the name of an account's holder. An error means that the bank could not say.
	InquireName(ctx context.Context, a withdraw.Account) (withdraw.NameInquiry, error)
}

// Brake knows whether automatic payouts of the whole house are stopped. Package withdraw/brake implements it.
type Brake interface {
	// LockTx locks the brake until the transaction ends, and reports whether automatic payouts are stopped.
	LockTx(ctx context.Context, tx *store.Tx) (stopped bool, err error)
}

// Stops stop them. The area brake implements it; where they are stopped already, nothing changes.
type Stops interface {
	// UnansweredTx: the callout did not answer so many questions in a row.
	UnansweredTx(ctx context.Context, tx *store.Tx, questions int) error
}

// Totals reads T, the stable total of RULES.md section 1. The member's own pending withdrawals don't disturb it.
type Totals interface {
	StableTotal(ctx context.Context, member string) (money.Amount, error)
}

// Proofs reports whether money that arrived from an account proves that the account is the member's.
type Proofs interface {
	Proven(ctx context.Context, member string, a withdraw.Account) (bool, error)
}

// Play returns how much of its deposits a member has not played: U of RULES.md section 1.
type Play interface {
	Unplayed(ctx context.Context, member string) (money.Amount, error)
}

// Flags knows what the house has marked its members with.
type Flags interface {
	// UnderReview reports whether a person decides about each withdrawal of a member.
	UnderReview(ctx context.Context, member string) (bool, error)
}

// Deps are what the service is made of. Totals, Proofs and Play may be nil: where the settings ask for a fact that a nil
// dependency would give, no payout is automatic.
type Deps struct {
	Store   *store.Store
	Books   Books
	Members Members
	Names   Names
	Brake   Brake
	Stops   Stops
	Box     *secret.Box
	// Settings returns the settings in force.
	Settings func(context.Context) (withdraw.Settings, error)
	Totals   Totals
	Proofs   Proofs
	Play     Play
	// Links may be nil: then no link sends a withdrawal to review.
	Links Links
	// Flags may be nil: then no withdrawal is reviewed because of its member.
	Flags Flags
	// Callout is asked before each automatic payout. Nil: the house has none.
	Callout Callout
	// Wake tells the settle worker that a withdrawal is due. It may be nil.
	Wake func()
	Log  *slog.Logger
	// Timing may be zero: New fills in the product's own times.
	Timing Timing
}

// Timing are the times that approvals wait. In brackets: the defaults.
type Timing struct {
	// Call bounds one name inquiry, and one question of the callout (15 s).
	Call time.Duration
	// Patience is how long a request waits for a total or a name inquiry that is not available, before it goes to review
	// (1 min).
	Patience time.Duration
	// Promise is how long after its request a withdrawal in review may still be paid automatically, if it waits only for
	// something temporary (24 h). After that an operator decides.
	Promise time.Duration
	// Review is how often the settle worker checks a withdrawal in review when nothing wakes it (1 min).
	Review time.Duration
}

func (t Timing) withDefaults() Timing {
	t.Call = cmp.Or(max(t.Call, 0), 15*time.Second)
	t.Patience = cmp.Or(max(t.Patience, 0), time.Minute)
	t.Promise = cmp.Or(max(t.Promise, 0), 24*time.Hour)
	t.Review = cmp.Or(max(t.Review, 0), time.Minute)
	return t
}

// Service approves withdrawals. It is safe for concurrent use.
type Service struct {
	Deps
}

// New makes the service. Its Check is one step of withdraw.Settler.
func New(d Deps) *Service {
	if d.Log == nil {
		d.Log = slog.New(slog.DiscardHandler)
	}
	if d.Wake == nil {
		d.Wake = func() {}
	}
	d.Timing = d.Timing.withDefaults()
	return &Service{Deps: d}
}
