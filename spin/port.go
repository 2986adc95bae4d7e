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

// Members are whose state is locked first, so that a member's spins and claims come one after the other.
type Members interface {
	// LockTx locks the member's state and tells whether it shut itself out.
	LockTx(ctx context.Context, tx *store.Tx, member string) (excluded bool, err error)
}

// Bonuses grant what a coupon of money is worth.
type Bonuses interface {
	// GrantTx grants a conditional credit inside Totals.Decide. BONUS_REMAINING while a condition is active.
	GrantTx(ctx context.Context, tx *store.Tx, c bonus.Credit, t bonus.Total) (bonus.Condition, error)
	Prizes
}

// Prizes are bonuses of a fixed amount, which the wheel may give.
type Prizes interface {
	// PrizeTx is such a bonus as it is offered now: its amount, and the terms that it is granted under; false: it is not
	// offered.
	PrizeTx(ctx context.Context, tx *store.Tx, code string) (money.Amount, bonus.Terms, bool, error)
}

// Totals reads T under the member's hold, and decides by it.
type Totals interface {
	// Decide calls body in the transaction that ends the hold, with the member's state, the wallet and the accounts of lock
	// locked. Body may run again from its start; its error takes its transaction back.
	Decide(ctx context.Context, member string, lock []ledger.Account, body func(ctx context.Context, tx *store.Tx, t bonus.Total) error) error
}

// Deps are what the service is made of. Coins need Store alone; the wheel turns with all of them, and with SetBonuses.
type Deps struct {
	Store   *store.Store
	Books   Books
	Box     *secret.Box
	Members Members
	// Totals are what coupons of money are claimed with.
	Totals Totals
	// Random is where seeds come from; nil is the machine's.
	Random io.Reader
}
