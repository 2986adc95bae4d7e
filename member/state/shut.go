package state

import (
	"context"
	"fmt"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/member/state/internal/statedb"
)

// Excluded reports whether the member is shut out of play: by its own break or self-exclusion, or by the house. After the end
// of a break it still is, until the gate is lowered.
func (s State) Excluded(now time.Time) bool {
	return now.Before(s.Until()) || s.Gates&ledger.GateIntoGames != 0
}

// Until returns when both the member's break and its self-exclusion are over. Zero: it has had none.
func (s State) Until() time.Time {
	if s.ExcludedUntil.After(s.BreakUntil) {
		return s.ExcludedUntil
	}
	return s.BreakUntil
}

// Playing refuses a member that is shut out with SELF_EXCLUDED, with params until where the end is known.
func (s State) Playing(now time.Time) error {
	if !s.Excluded(now) {
		return nil
	}
	refusal := fault.New(fault.SELF_EXCLUDED, "the member is shut out of play")
	if until := s.Until(); now.Before(until) {
		refusal = refusal.With("until", until.Format(time.RFC3339))
	}
	return refusal
}

// SetUntilTx records until when a locked member is shut out by itself. An end never becomes earlier.
func SetUntilTx(ctx context.Context, tx *store.Tx, locked State, breakUntil, excludedUntil time.Time) (State, error) {
	if breakUntil.After(locked.BreakUntil) {
		locked.BreakUntil = breakUntil
	}
	if excludedUntil.After(locked.ExcludedUntil) {
		locked.ExcludedUntil = excludedUntil
	}
	err := statedb.New(tx).SetUntil(ctx, clock.MicrosOf(locked.BreakUntil), clock.MicrosOf(locked.ExcludedUntil), locked.Member)
	if err != nil {
		return locked, fmt.Errorf("state: until: %w", err)
	}
	return locked, nil
}
