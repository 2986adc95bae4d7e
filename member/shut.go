package member

import (
	"context"
	"fmt"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/member/internal/memberdb"
)

// Excluded tells whether the member is shut out of play: by a break or an exclusion of its own, or by the house. After the
// end of a break it is still, until the gate is open again.
func (s State) Excluded(now time.Time) bool {
	return now.Before(s.Until()) || s.Gates&ledger.GateIntoGames != 0
}

// Until is when the member's break and its exclusion are both over; zero where there was none.
func (s State) Until() time.Time {
	if s.ExcludedUntil.After(s.BreakUntil) {
		return s.ExcludedUntil
	}
	return s.BreakUntil
}

// Playing refuses with SELF_EXCLUDED, with params until where it is known, a member that is shut out.
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

// ActiveTx tells whether a member is not deactivated; NO_USER where there is none.
func (s *Service) ActiveTx(ctx context.Context, tx *store.Tx, memberID string) (bool, error) {
	row, err := memberdb.New(tx).Standing(ctx, memberID)
	if store.NotFound(err) {
		return false, fault.New(fault.NO_USER, "no such member")
	}
	if err != nil {
		return false, fmt.Errorf("member: standing: %w", err)
	}
	return row.Active, nil
}

// SetUntilTx writes down until when a member that is locked is shut out by itself. No end is ever brought forward.
func (s *Service) SetUntilTx(ctx context.Context, tx *store.Tx, state State, breakUntil, excludedUntil time.Time) (State, error) {
	if breakUntil.After(state.BreakUntil) {
		state.BreakUntil = breakUntil
	}
	if excludedUntil.After(state.ExcludedUntil) {
		state.ExcludedUntil = excludedUntil
	}
	err := memberdb.New(tx).SetUntil(ctx, clock.Micro(state.BreakUntil), clock.Micro(state.ExcludedUntil), state.Member)
	if err != nil {
		return state, fmt.Errorf("member: until: %w", err)
	}
	return state, nil
}
