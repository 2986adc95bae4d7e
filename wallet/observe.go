package wallet

import (
	"context"

	"krapao/internal/store"
	"krapao/ledger"
)

// Hold is a hold on a member's money. What was read under it stays true until a decision is made.
type Hold interface {
	// Release ends it where nothing was decided. A hold that lapsed or was taken over stays as it is.
	Release(ctx context.Context)
	// LockTx locks the member's state and reports whether the hold is still the same and has not lapsed. Otherwise the
	// total that was read under it no longer counts, and decides nothing.
	LockTx(ctx context.Context, tx *store.Tx) (still bool, err error)
	// ReleaseTx ends it inside the transaction, after everything else: the wallet is locked by then.
	ReleaseTx(ctx context.Context, tx *store.Tx) error
}

// TotalObserver observes every stable total in a transaction, before any other decision is made by it. Observers are
// called in the order of AddTotalObservers, until one of them changes something.
type TotalObserver interface {
	// Accounts are locked together with the wallet: those that ObserveTx moves money to or from.
	Accounts(ctx context.Context, tx *store.Tx, member string) ([]ledger.Account, error)
	// ObserveTx reports whether it ended something. That change is committed by itself, and T is read again under the
	// same hold. So the change stays even if the decision is refused afterwards, and it may have moved money.
	ObserveTx(ctx context.Context, tx *store.Tx, member string, t Total) (changed bool, err error)
}
