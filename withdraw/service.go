package withdraw

import (
	"context"
	"log/slog"
	"time"

	"krapao/fault"
	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
)

// KindWithdraw is the ledger's kind of a withdrawal, from the wallet to the payout account. KindReversal books a bounced payout
// back, and books a returned withdrawal that the bank turns out to have paid.
const (
	KindWithdraw ledger.Kind = "withdraw"
	KindReversal ledger.Kind = "reversal"
)

// Books is what this area needs of the ledger.
type Books interface {
	ReserveTx(ctx context.Context, tx *store.Tx, o ledger.Order) (ledger.Result, error)
	MoveTx(ctx context.Context, tx *store.Tx, o ledger.Order) (ledger.Result, error)
	PostTx(ctx context.Context, tx *store.Tx, s ledger.Settlement) (ledger.Result, error)
	VoidTx(ctx context.Context, tx *store.Tx, s ledger.Settlement) (ledger.Result, error)
	RejectTx(ctx context.Context, tx *store.Tx, key ledger.Key, request any, refused *fault.Error) error
	LockTx(ctx context.Context, tx *store.Tx, accounts ...ledger.Account) error
	BalanceTx(ctx context.Context, tx *store.Tx, account ledger.Account) (ledger.Balance, error)
	Balance(ctx context.Context, account ledger.Account) (ledger.Balance, error)
	Find(ctx context.Context, id ledger.ID) (ledger.Transfer, error)
	FindByKey(ctx context.Context, key ledger.Key) (ledger.Transfer, bool, error)
	FindByKeyTx(ctx context.Context, tx *store.Tx, key ledger.Key) (ledger.Transfer, bool, error)
	Postpone(ctx context.Context, id ledger.ID, fence int64, due time.Time, detail ledger.Detail) error
	Sum(ctx context.Context, r ledger.SumRequest) (money.Amount, int, error)
	Reference(id ledger.ID) string
	ParseReference(reference string) (ledger.ID, bool)
}

// Members is what this area needs to know about a member.
type Members interface {
	// LockTx locks the member's state until the transaction ends. Its refusal is the answer to the request: TRY_AGAIN while
	// the member's total is being read.
	LockTx(ctx context.Context, tx *store.Tx, member string) error
	// Payee returns where a member is paid, and what the conditions of a payout ask about the member.
	Payee(ctx context.Context, member string) (Payee, error)
}

// Payee is what the conditions of a payout ask about a member.
type Payee struct {
	// Account is the registered account. Its number is empty where the member has none.
	Account Account
	// SecuredAt is the last change of bank account, name, phone or password. Zero: never.
	SecuredAt time.Time
	// LinkedInReview reports whether a strongly linked member is under review.
	LinkedInReview bool
}

// Games brings a member's money home before everything is withdrawn (RequestAll).
type Games interface {
	// Empty moves the money in games to the wallet and returns the codes of the games that could not be emptied.
	Empty(ctx context.Context, member string) (failed []string, err error)
}

// Totals reads T, the stable total of RULES.md section 1. The member's own pending withdrawals don't disturb it.
type Totals interface {
	StableTotal(ctx context.Context, member string) (money.Amount, error)
}

// Proofs reports whether money that arrived from an account proves that the account is the member's.
type Proofs interface {
	Proven(ctx context.Context, member string, a Account) (bool, error)
}

// Play returns how much of its deposits a member has not played: U of RULES.md section 1.
type Play interface {
	Unplayed(ctx context.Context, member string) (money.Amount, error)
}

// Coins are the wheel's. A withdrawal cancels those that the member still had to play for.
type Coins interface {
	// WithdrawnTx cancels coins after a withdrawal of amount. The wallet could spend of before it.
	WithdrawnTx(ctx context.Context, tx *store.Tx, member string, amount, of money.Amount) error
}

// Conditions are the member's bonus conditions.
type Conditions interface {
	// Settle ends a condition that the member's total shows to be over. It returns nil where the condition certainly goes on,
	// and TRY_AGAIN where it may be over and nobody can see that now.
	Settle(ctx context.Context, member string) error
	// RemainingTx returns BONUS_REMAINING, a *fault.Error, while a condition is active.
	RemainingTx(ctx context.Context, tx *store.Tx, member string) error
}

// Deps are what the service is made of. Games, Totals, Proofs, Play, Conditions and Coins may be nil. Without Games, RequestAll
// empties nothing. Where the settings ask for a fact that a nil dependency would give, no payout is automatic.
type Deps struct {
	Store      *store.Store
	Books      Books
	Members    Members
	Payout     Payout
	Box        *secret.Box
	Games      Games
	Totals     Totals
	Proofs     Proofs
	Play       Play
	Conditions Conditions
	Coins      Coins
	// Wake tells the settle worker that a withdrawal is due. It may be nil.
	Wake func()
	Log  *slog.Logger
	// Timing may be zero: New fills in the product's own times.
	Timing Timing
}

// Timing are the times that the service waits. In brackets: the defaults.
type Timing struct {
	// Send is how long after its intent was committed an order may still be sent (10 s). Call bounds one call (15 s).
	Send, Call time.Duration
	// Patience is how long a request waits for a total or a name inquiry that is not available, before it goes to review
	// (1 min).
	Patience time.Duration
	// Promise is how long after its request a withdrawal in review may still be paid automatically, if it waits only for
	// something temporary (24 h). After that an operator decides.
	Promise time.Duration
	// Review is how often the settle worker checks a withdrawal in review when nothing wakes it (1 min).
	Review time.Duration
	// Recheck is when the bank is asked again about an ended withdrawal, counted from its end (1 h, 24 h, 72 h).
	Recheck []time.Duration
	// Round is how often Run looks for withdrawals to recheck (10 s).
	Round time.Duration
}

func (t Timing) withDefaults() Timing {
	set := func(d *time.Duration, value time.Duration) {
		if *d <= 0 {
			*d = value
		}
	}
	set(&t.Send, 10*time.Second)
	set(&t.Call, 15*time.Second)
	set(&t.Patience, time.Minute)
	set(&t.Promise, 24*time.Hour)
	set(&t.Review, time.Minute)
	set(&t.Round, 10*time.Second)
	if t.Recheck == nil {
		t.Recheck = []time.Duration{time.Hour, 24 * time.Hour, 72 * time.Hour}
	}
	return t
}

// Service handles withdrawals. It is safe for concurrent use.
type Service struct {
	Deps
}

// New makes the service. Its Settle is the settle worker's handler for KindWithdraw; Run rechecks ended payouts.
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
