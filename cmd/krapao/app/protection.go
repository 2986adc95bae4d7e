package app

import (
	"context"
	"time"

	"krapao/internal/settle"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/member"
	"krapao/protection"
)

// Player protection: what it asks of other areas, and what they ask of it.

// protect opens what keeps members within their own bounds.
func (a *App) protect() {
	a.Protection = protection.New(protection.Deps{Store: a.Store, Members: shutOut{a}, Games: home{a}, Log: a.Log})
}

// protectionChores are done by one node at a time.
func (a *App) protectionChores() []settle.Task {
	return []settle.Task{
		{Name: "shut members", Interval: time.Second, Timeout: 10 * time.Minute, Run: first(a.Protection.Follow)},
	}
}

// activated shuts out a member that an operator deactivates, and looks at once at one that it lets in again.
func (a *App) activated(ctx context.Context, tx *store.Tx, memberID, by string, active bool) error {
	if active {
		return a.Protection.WakeTx(ctx, tx, memberID)
	}
	return a.Protection.ShutTx(ctx, tx, memberID, by)
}

// shutOut are members as protection shuts them out.
type shutOut struct{ app *App }

// ShutTx implements protection.Members.
func (s shutOut) ShutTx(
	ctx context.Context, tx *store.Tx, memberID string, breakUntil, excludedUntil time.Time,
) (until time.Time, err error) {
	state, err := member.LockTx(ctx, tx, memberID)
	if err != nil {
		return until, err
	}
	if state, err = s.app.Members.SetUntilTx(ctx, tx, state, breakUntil, excludedUntil); err != nil {
		return until, err
	}
	return state.Until(), s.app.Members.SetGatesTx(ctx, tx, state, ledger.GateIntoGames, 0)
}

// OpenTx implements protection.Members.
func (s shutOut) OpenTx(ctx context.Context, tx *store.Tx, memberID string) (opened bool, until time.Time, err error) {
	state, err := member.LockTx(ctx, tx, memberID)
	if err != nil {
		return false, until, err
	}
	active, err := s.app.Members.ActiveTx(ctx, tx, memberID)
	if err != nil || !active {
		return false, until, err
	}
	if until = state.Until(); tx.Now.Before(until) {
		return false, until, nil
	}
	return true, until, s.app.Members.SetGatesTx(ctx, tx, state, 0, ledger.GateIntoGames)
}

// SecureTx implements protection.Members.
func (s shutOut) SecureTx(ctx context.Context, tx *store.Tx, memberID string) error {
	return s.app.Games.ResetAllTx(ctx, tx, memberID)
}

// home brings a member's money out of games.
type home struct{ app *App }

// Kick implements protection.Games.
func (h home) Kick(ctx context.Context, memberID string) error {
	return h.app.Games.Kick(ctx, memberID)
}

// BringHome implements protection.Games.
func (h home) BringHome(ctx context.Context, memberID, number string) (bool, error) {
	return h.app.Wallet.BringHome(ctx, memberID, ledger.InternalKey("home", memberID, number))
}
