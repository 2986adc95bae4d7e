package spin

import (
	"context"
	"io"

	"krapao/bonus"
	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
)

// Books is the part of the ledger that prizes need.
type Books interface {
	LockTx(ctx context.Context, tx *store.Tx, accounts ...ledger.Account) error
	MoveTx(ctx context.Context, tx *store.Tx, order ledger.Order) (ledger.Result, error)
}

// Members locks a member's state, first of all, so that a member's spins and claims run one after the other.
type Members interface {
	// LockTx locks the member's state and reports whether the member has shut itself out.
	LockTx(ctx context.Context, tx *store.Tx, member string) (excluded bool, err error)
}

// Bonuses grants the credit of a coupon of money.
type Bonuses interface {
	// GrantTx grants a conditional credit inside Totals.Decide. It returns BONUS_REMAINING while a condition is active.
	GrantTx(ctx context.Context, tx *store.Tx, c bonus.Credit, t bonus.Total) (bonus.Condition, error)
	Prizes
}

// Prizes finds the bonuses of a fixed amount that the wheel may give.
type Prizes interface {
	// PrizeTx returns the amount and the terms of such a bonus; false if it is not offered now.
	PrizeTx(ctx context.Context, tx *store.Tx, code string) (money.Amount, bonus.Terms, bool, error)
}

// Totals reads T under the member's hold, and lets others decide by it.
type Totals interface {
	// Decide calls body in the transaction that ends the hold, with the member's state, the wallet and the accounts of lock
	// locked. Body may run again from its start; if it returns an error, its transaction is rolled back.
	Decide(
		ctx context.Context, member string, lock []ledger.Account,
		body func(ctx context.Context, tx *store.Tx, t bonus.Total) error,
	) error
}

// Deps are the parts that the service needs. Coins need Store alone; the wheel needs all of them, and SetBonuses.
type Deps struct {
	Store   *store.Store
	Books   Books
	Box     *secret.Box
	Members Members
	// Totals grant coupons of money.
	Totals Totals
	// Random is the source of seeds; nil: crypto/rand.
	Random io.Reader
}
