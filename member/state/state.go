// Package state keeps the one row of a member that every decision about the member locks first, with what stops the member's
// money: the hold, the gates, and until when the member is shut out of play.
//
// Promises:
//   - Decisions about one member follow one another: each sees what the one before it left.
//   - Whatever could move money waits while the member's total is being read, for at most HoldLife.
//   - A member's gates and those of its wallet in the ledger are the same, in every commit.
//
// Its neighbours: it knows nothing of the member itself. Package member makes the row when a member registers. Other areas
// reach it through internal/app, in their own words.
package state

import (
	"context"
	"fmt"
	"time"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/member/state/internal/statedb"
)

// Ledger is what this package needs of package ledger.
type Ledger interface {
	SetGatesTx(ctx context.Context, tx *store.Tx, account ledger.Account, raise, lower ledger.Gate) error
}

// Service keeps members' states. It is safe for concurrent use.
type Service struct {
	store  *store.Store
	ledger Ledger
	ahead  aheadHolds
}

// New makes the service.
func New(s *store.Store, l Ledger) *Service { return &Service{store: s, ledger: l} }

// State is a member's row that every decision locks first, so that decisions follow one another: withdrawals, activations,
// clearings, claims, receipts, transfers into a game, and operators' decisions.
type State struct {
	Member string
	// Gates are raised by areas through SetGatesTx. The ledger's wallet account obeys the same gates.
	Gates ledger.Gate
	// BreakUntil and ExcludedUntil are zero where there is none.
	BreakUntil, ExcludedUntil time.Time

	hold      string
	holdUntil time.Time
}

// OpenTx makes the state of a new member, inside its registration.
func OpenTx(ctx context.Context, tx *store.Tx, memberID string) error {
	return statedb.New(tx).InsertState(ctx, memberID)
}

// LockTx locks a member's state for the rest of the transaction. Call it before reading anything else in it. NO_USER: there is no
// such member.
func LockTx(ctx context.Context, tx *store.Tx, memberID string) (State, error) {
	if tx.Alone() {
		return ReadTx(ctx, tx, memberID)
	}
	row, err := statedb.New(tx).LockState(ctx, memberID)
	if store.NotFound(err) {
		return State{}, fault.New(fault.NO_USER, "no such member")
	}
	if err != nil {
		return State{}, fmt.Errorf("state: lock: %w", err)
	}
	return stateOf(memberID, statedb.StateRow(row)), nil
}

// ReadTx reads a member's state inside a transaction without locking it: it may change before the commit.
func ReadTx(ctx context.Context, tx *store.Tx, memberID string) (State, error) {
	return read(ctx, statedb.New(tx), memberID)
}

// Read reads a member's state without locking it: to show it, not to decide by it.
func (s *Service) Read(ctx context.Context, memberID string) (State, error) {
	return read(ctx, statedb.New(s.store.DB()), memberID)
}

func read(ctx context.Context, q *statedb.Queries, memberID string) (State, error) {
	row, err := q.State(ctx, memberID)
	if store.NotFound(err) {
		return State{}, fault.New(fault.NO_USER, "no such member")
	}
	if err != nil {
		return State{}, fmt.Errorf("state: read: %w", err)
	}
	return stateOf(memberID, row), nil
}

func stateOf(memberID string, row statedb.StateRow) State {
	return State{
		Member: memberID, Gates: ledger.Gate(row.Gates),
		BreakUntil: row.BreakUntil.Time(), ExcludedUntil: row.ExcludedUntil.Time(),
		hold: row.Hold, holdUntil: row.HoldUntil.Time(),
	}
}

// SetGatesTx raises and lowers gates of a member, in its state and on its wallet. Only Hold uses GateHeld.
func (s *Service) SetGatesTx(ctx context.Context, tx *store.Tx, locked State, raise, lower ledger.Gate) error {
	if (raise|lower)&ledger.GateHeld != 0 {
		return fmt.Errorf("state: only a hold may change GateHeld")
	}
	gates := locked.Gates&^lower | raise
	if err := statedb.New(tx).SetGates(ctx, int64(gates), locked.Member); err != nil {
		return fmt.Errorf("state: gates: %w", err)
	}
	return s.ledger.SetGatesTx(ctx, tx, ledger.Wallet(locked.Member), raise, lower)
}
