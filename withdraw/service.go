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

// KindWithdraw is the ledger's kind of a withdrawal, from the wallet to the payout account; KindReversal of a bounced
// payout that is booked back, and of a returned one that proves paid.
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

// Members is what this area needs to know of a member.
type Members interface {
	// LockTx locks the member's state until the transaction ends. A refusal (TRY_AGAIN while its total is being read)
	// is the request's answer.
	LockTx(ctx context.Context, tx *store.Tx, member string) error
	// Payee returns where a member is paid.
	Payee(ctx context.Context, member string) (Payee, error)
}

// Payee is a member as the conditions of a payout see it.
type Payee struct {
	// Account is the registered one; its number is empty where there is none.
	Account Account
	// SecuredAt is the last change of bank, name, phone or password; zero: never.
	SecuredAt time.Time
	// LinkedInReview: a strongly linked member is under review.
	LinkedInReview bool
}

// Games brings a member's money home before withdrawAll.
type Games interface {
	// Empty moves what the games hold to the wallet and returns the codes of those that could not be emptied.
	Empty(ctx context.Context, member string) (failed []string, err error)
}

// Totals reads T, the stable total of RULES.md section 1. The member's own withdrawals under way don't disturb it.
type Totals interface {
	StableTotal(ctx context.Context, member string) (money.Amount, error)
}

// Proofs tells whether an arrival of money proves that an account is the member's.
type Proofs interface {
	Proven(ctx context.Context, member string, a Account) (bool, error)
}

// Play tells how much of its deposits a member has not played: U of RULES.md section 1.
type Play interface {
	Unplayed(ctx context.Context, member string) (money.Amount, error)
}

// Coins are the wheel's: a withdrawal cancels those that wait to be played for.
type Coins interface {
	// WithdrawnTx is told of a request of amount, of what the wallet could spend before it.
	WithdrawnTx(ctx context.Context, tx *store.Tx, member string, amount, of money.Amount) error
}

// Conditions tells whether a condition is still active: its *fault.Error (BONUS_REMAINING) is the answer.
type Conditions interface {
	// Settle ends a condition whose end the member's total shows. TRY_AGAIN where it may be at an end that can't be seen
	// now; nil also where it goes on for certain.
	Settle(ctx context.Context, member string) error
	RemainingTx(ctx context.Context, tx *store.Tx, member string) error
}

// Deps are what the service is made of. Games, Totals, Proofs, Play, Conditions and Coins may be nil: RequestAll then empties
// nothing, and what can't be known counts against an automatic payout where the settings ask for it.
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
	// Wake tells the settle worker that a withdrawal is due; it may be nil.
	Wake func()
	Log  *slog.Logger
	// Timing may be zero: the product's own.
	Timing Timing
}

// Timing are the service's waits.
type Timing struct {
	// Send is how long after its intent an order may still go out (10 s); Call what one call may take (15 s).
	Send, Call time.Duration
	// Patience is how long a request waits for a total or a name inquiry that can't be had, before an operator looks (1 min).
	Patience time.Duration
	// Promise is how long after its request a withdrawal that waits in review only for something that passes is judged again
	// by itself (24 h): after that a person decides.
	Promise time.Duration
	// Review is how often a withdrawal under review is looked at without being told (1 min).
	Review time.Duration
	// Recheck is when an ended one is asked about again, after its end (1 h, 24 h, 72 h).
	Recheck []time.Duration
	// Round is how often the job looks for those (10 s).
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

// Service is the withdrawal area.
type Service struct {
	Deps
}

// New makes the service. Its Settle is the settle worker's handler for KindWithdraw; Run asks about ended payouts.
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
