package wallet

import (
	"context"

	"krapao/internal/store"
	"krapao/ledger"
)

// Held is a hold that was taken. Its end in the transaction that decides by what was read tells whether it still counted.
type Held interface {
	// Release gives it back where nothing was decided; one that lapsed or was taken over is left alone.
	Release(ctx context.Context)
	// LockTx locks the member's state and tells whether the hold is still this one and has not lapsed: else what was read
	// under it no longer counts, and nothing is decided by it.
	LockTx(ctx context.Context, tx *store.Tx) (still bool, err error)
	// LowerTx gives it back inside the transaction, after all that was decided: the wallet is locked by then.
	LowerTx(ctx context.Context, tx *store.Tx) error
}

// Seen is told of every stable total, in its transaction, before anything else is decided by it. They are told in the order
// of OnTotal, up to the first that changes something.
type Seen interface {
	// Accounts are to be locked with the wallet, in one call: what SeenTx moves money to or from.
	Accounts(ctx context.Context, tx *store.Tx, member string) ([]ledger.Account, error)
	// SeenTx tells that it ended something. That is committed by itself, and T read anew under the same hold: what was
	// seen stays, whatever is refused after it, and it may have moved money.
	SeenTx(ctx context.Context, tx *store.Tx, member string, t Total) (changed bool, err error)
}
