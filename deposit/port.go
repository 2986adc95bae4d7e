package deposit

import (
	"context"
	"time"

	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
)

// Books is the part of the ledger that this area uses.
type Books interface {
	MoveTx(ctx context.Context, tx *store.Tx, o ledger.Order) (ledger.Result, error)
	LockTx(ctx context.Context, tx *store.Tx, accounts ...ledger.Account) error
	BalanceTx(ctx context.Context, tx *store.Tx, account ledger.Account) (ledger.Balance, error)
	FindByKeyTx(ctx context.Context, tx *store.Tx, key ledger.Key) (ledger.Transfer, bool, error)
	// Reference is used for the store's epoch: the first two characters of every reference of ours.
	Reference(id ledger.ID) string
}

// Members is the part of the member area that this area uses.
type Members interface {
	// RegisteredAccount returns the member's own bank account. Its fields are empty if there is none.
	RegisteredAccount(ctx context.Context, member string) (Payer, error)
	// Recipient is RegisteredAccount with whatever else an arrival or an order depends on at its member. It locks nothing.
	Recipient(ctx context.Context, member string) (Recipient, error)
}

// Recipient is the member that money is for.
type Recipient struct {
	Account Payer
	// Playing is nil, or refuses a member that is shut out of play with SELF_EXCLUDED.
	Playing error
	// Content is a version of the content that was in force when this was read.
	Content int64
}

// Holders finds members by their registered bank account.
type Holders interface {
	// ByAccount returns the members who registered this account: bank and full number.
	ByAccount(ctx context.Context, bankCode, accountNo string) (members []string, err error)
	// ByDigits returns all members whose account may be the one shown: same bank, and every visible digit agrees,
	// aligned right. masked consists of digits and 'x'. known is false if that can't be said.
	ByDigits(ctx context.Context, bankCode, masked string) (members []string, known bool, err error)
}

// Limits are the limits on a member's deposits: its own and the operator's (RULES.md section 11).
type Limits interface {
	// AllowDepositTx refuses an amount beyond one of them with LIMIT_REACHED (params limit, used, period). used returns
	// what already counts since an instant.
	AllowDepositTx(ctx context.Context, tx *store.Tx, member string, amount money.Amount,
		used func(since time.Time) (money.Amount, error)) error
}

// Exclusions knows which members may receive no deposits.
type Exclusions interface {
	// PlayingTx refuses with SELF_EXCLUDED a member that is shut out of play.
	PlayingTx(ctx context.Context, tx *store.Tx, member string) error
}

// Play keeps how much of its deposits a member has not played: U of RULES.md section 1.
type Play interface {
	// CreditedTx adds a deposit, once per arrival.
	CreditedTx(ctx context.Context, tx *store.Tx, member, inflow string, amount money.Amount) error
	// ReversedTx takes a deposit out again. It does nothing if there is none.
	ReversedTx(ctx context.Context, tx *store.Tx, inflow string) error
}

// Coins are the coins of the wheel, which deposits earn (RULES.md section 10).
type Coins interface {
	// EarnTx grants the coins of a deposit, once per arrival. It is not called for a member who is shut out of play.
	EarnTx(ctx context.Context, tx *store.Tx, member, inflow string, amount money.Amount) error
	// UndoTx takes the coins back. It does nothing if there are none.
	UndoTx(ctx context.Context, tx *store.Tx, inflow string) error
}

// Codes are our QR orders. An arrival may be the payment of one.
type Codes interface {
	// PaidTx marks the order that an arrival refers to as paid. It does nothing if there is none.
	PaidTx(ctx context.Context, tx *store.Tx, reference string) error
}

// Code is a member's own QR code, as far as a slip is compared with it.
type Code struct {
	Account, Reference string
	// Paid: a payment of it is booked. Review: its gateway has not decided about a payment yet.
	Paid, Review bool
	// End is when it ended or will end.
	End time.Time
}

// Declarations are the transfers that members declared.
type Declarations interface {
	// MatchTx ends the member's oldest open declaration of this amount and time: the arrival is what it was about.
	MatchTx(ctx context.Context, tx *store.Tx, member, inflow string, amount money.Amount, paidAt time.Time) error
}

// Lists lists a member's transfers of one way in that are open, or ended since an instant: the newest MostTransfers.
type Lists interface {
	TransfersOf(ctx context.Context, member string, since time.Time) ([]Transfer, error)
}

// Ways are the ways in that this package calls: in the commit that books an arrival, or for a list.
type Ways struct {
	Codes        Codes
	Declarations Declarations
	Lists        []Lists
}
