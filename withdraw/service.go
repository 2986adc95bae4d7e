package withdraw

import (
	"context"
	"time"

	"krapao/fault"
	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/withdraw/internal/withdrawdb"
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
	RejectTx(ctx context.Context, tx *store.Tx, key ledger.Key, request any, refused *fault.Error) error
	ExpectBesideTx(ctx context.Context, tx *store.Tx, beside []ledger.Account, orders ...ledger.Order) (
		map[ledger.Account]ledger.Balance, error)
	LockedTx(ctx context.Context, tx *store.Tx, accounts ...ledger.Account) (map[ledger.Account]ledger.Balance, error)
	BalanceTx(ctx context.Context, tx *store.Tx, account ledger.Account) (ledger.Balance, error)
	Balance(ctx context.Context, account ledger.Account) (ledger.Balance, error)
	FindByKey(ctx context.Context, key ledger.Key) (ledger.Transfer, bool, error)
	FindByKeyTx(ctx context.Context, tx *store.Tx, key ledger.Key) (ledger.Transfer, bool, error)
	Reference(id ledger.ID) string
}

// Members is what this area needs to know about a member.
type Members interface {
	// LockTx locks the member's state until the transaction ends, and returns its gates. Its refusal is the answer to the request:
	// TRY_AGAIN while the member's total is being read.
	LockTx(ctx context.Context, tx *store.Tx, member string) (ledger.Gate, error)
	// Payee returns where a member is paid, and what the conditions of a payout ask about the member.
	Payee(ctx context.Context, member string) (Payee, error)
}

// Payee is what the conditions of a payout ask about a member.
type Payee struct {
	// Account is the registered account. Its number is empty where the member has none.
	Account Account
	// SecuredAt is the last change of bank account, name, phone or password. Zero: never.
	SecuredAt time.Time
}

// Games brings a member's money home before everything is withdrawn (RequestAll).
type Games interface {
	// Empty moves the money in games to the wallet and returns the codes of the games that could not be emptied.
	Empty(ctx context.Context, member string) (failed []string, err error)
}

// Coins are the wheel's. A withdrawal cancels those that the member still had to play for.
type Coins interface {
	// LockedTx locks a member's coins, before anything of the ledger, and returns how many wait to be played for.
	LockedTx(ctx context.Context, tx *store.Tx, member string) (pending int64, err error)
	// WithdrawnTx cancels of so many coins after a withdrawal of amount. The wallet could spend of before it.
	WithdrawnTx(ctx context.Context, tx *store.Tx, member string, pending int64, amount, of money.Amount) error
}

// Conditions are the member's bonus conditions.
type Conditions interface {
	// Settle ends a condition that the member's total shows to be over. It returns nil where the condition certainly goes on,
	// and TRY_AGAIN where it may be over and nobody can see that now.
	Settle(ctx context.Context, member string) error
	// RemainingTx returns BONUS_REMAINING, a *fault.Error, while a condition is active. From a condition's grant to its end the
	// member's gates have GateWithdraw, so it is not asked about a member without.
	RemainingTx(ctx context.Context, tx *store.Tx, member string) error
}

// Deps are what the service is made of. Games, Conditions and Coins may be nil. Without Games, RequestAll empties nothing.
type Deps struct {
	Store      *store.Store
	Books      Books
	Members    Members
	Box        *secret.Box
	Games      Games
	Conditions Conditions
	Coins      Coins
	// Wake tells the settle worker that a withdrawal is due. It may be nil.
	Wake func()
}

// Service takes requests for withdrawals and shows what became of them. It is safe for concurrent use.
type Service struct {
	Deps

	keys *store.Look[withdrawdb.KeyUsedRow]
}

// New makes the service.
func New(d Deps) *Service {
	if d.Wake == nil {
		d.Wake = func() {}
	}
	return &Service{Deps: d, keys: keyLook(d.Store)}
}
