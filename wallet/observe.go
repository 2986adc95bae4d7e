package wallet

import (
	"context"

	"krapao/internal/store"
	"krapao/ledger"
)

// Hold is a hold on a member's money, which keeps what was read under it true until a decision is made by it.
type Hold interface {
	// Release gives it back where nothing was decided. A hold that lapsed or was taken over stays as it is.
	Release(ctx context.Context)
	// LockTx locks the member's state and reports whether the hold is still this one and has not lapsed. Otherwise what was
	// read under it no longer counts, and nothing is decided by it.
	LockTx(ctx context.Context, tx *store.Tx) (still bool, err error)
	// ReleaseTx gives it back inside the transaction, after all that was decided: the wallet is locked by then.
	ReleaseTx(ctx context.Context, tx *store.Tx) error
}

// TotalObserver observes every stable total, in its transaction, before anything else is decided by it. Observers are called
// in the order of AddTotalObservers, up to the first that changes something.
type TotalObserver interface {
	// Accounts are to be locked with the wallet, in one call: those that ObserveTx moves money to or from.
	Accounts(ctx context.Context, tx *store.Tx, member string) ([]ledger.Account, error)
	// ObserveTx reports whether it ended something. That is committed by itself, and T is read anew under the same hold. So
	// what was observed stays, whatever is refused after it, and it may have moved money.
	ObserveTx(ctx context.Context, tx *store.Tx, member string, t Total) (changed bool, err error)
}
