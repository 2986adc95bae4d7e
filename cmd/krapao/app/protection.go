package app

import (
	"context"
	"time"

	"krapao/fault"
	"krapao/internal/settle"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/member"
	"krapao/money"
	"krapao/operator"
	"krapao/protection"
)

// Player protection: what it asks of other areas, and what they ask of it.

// protect opens what keeps members within their own bounds.
func (a *App) protect() {
	a.Protection = protection.New(protection.Deps{Store: a.Store, Books: a.Ledger, Deposits: depositsOf{a}, Members: shutOut{a}, Games: home{a}, Log: a.Log})
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
		return a.Protection.LetInTx(ctx, tx, memberID, by)
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

// PlayingTx implements deposit.Gate. It locks nothing.
func (s shutOut) PlayingTx(ctx context.Context, tx *store.Tx, memberID string) error {
	state, err := member.StateTx(ctx, tx, memberID)
	if err != nil {
		return err
	}
	return state.Playing(tx.Now)
}

// Playing tells games whom they are shut for.
func (s shutOut) Playing(ctx context.Context, memberID string) error {
	state, err := s.app.Members.State(ctx, memberID)
	if err != nil {
		return err
	}
	return state.Playing(s.app.Store.Now())
}

// SecureTx implements protection.Members.
func (s shutOut) SecureTx(ctx context.Context, tx *store.Tx, memberID string) error {
	return s.app.Games.ResetAllTx(ctx, tx, memberID)
}

// depositsOf tells what members deposited; the area is opened after this one.
type depositsOf struct{ app *App }

// CreditedSince implements protection.Deposits.
func (d depositsOf) CreditedSince(ctx context.Context, memberID string, since time.Time) (money.Amount, error) {
	return d.app.Deposits.CreditedSince(ctx, memberID, since)
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

// PayOut implements protection.Games: a condition ends first, as if the member gave it up; its own money is never touched.
func (h home) PayOut(ctx context.Context, memberID string, since time.Time) error {
	active, err := h.app.Bonuses.Active(ctx, memberID)
	if err != nil {
		return err
	}
	if active != nil {
		key := ledger.InternalKey("closing_condition", memberID, active.Condition.ID)
		ended, err := h.app.Bonuses.Clear(ctx, memberID, true, key)
		if err != nil {
			return err
		}
		if ended.InProgress {
			return fault.New(fault.TRY_AGAIN, "a condition is ending")
		}
	}
	_, err = h.app.Withdrawals.PayOutAll(ctx, memberID, since)
	return err
}

// protected is what operators decide about members that are to be kept from play.
type protected struct{ app *App }

// BreakTx implements operator.Protection.
func (p protected) BreakTx(ctx context.Context, tx *store.Tx, memberID string, days int, by string) (time.Time, error) {
	return p.app.Protection.BreakTx(ctx, tx, memberID, days, by)
}

// ExcludeTx implements operator.Protection.
func (p protected) ExcludeTx(ctx context.Context, tx *store.Tx, memberID string, months int, by string) (time.Time, error) {
	return p.app.Protection.ExcludeTx(ctx, tx, memberID, months, by)
}

// SetActiveTx implements operator.Protection.
func (p protected) SetActiveTx(ctx context.Context, tx *store.Tx, memberID string, active bool, by string) error {
	return p.app.Members.SetActiveTx(ctx, tx, memberID, active, by)
}

// CloseTx implements operator.Protection.
func (p protected) CloseTx(ctx context.Context, tx *store.Tx, memberID, by string) error {
	if err := p.app.Members.SetActiveTx(ctx, tx, memberID, false, by); err != nil {
		return err
	}
	return p.app.Protection.CloseTx(ctx, tx, memberID, by)
}

// EndSessionsTx implements operator.Protection.
func (p protected) EndSessionsTx(ctx context.Context, tx *store.Tx, memberID string) error {
	return p.app.Members.EndSessionsTx(ctx, tx, memberID)
}

// PlayStatus implements operator.Protection.
func (p protected) PlayStatus(ctx context.Context, memberID string) (k operator.PlayStatus, err error) {
	m, err := p.app.Members.ByID(ctx, memberID)
	if err != nil {
		return k, err
	}
	state, err := p.app.Members.State(ctx, memberID)
	if err != nil {
		return k, err
	}
	if k.ComingHome, err = p.app.Protection.ComingHome(ctx, memberID); err != nil {
		return k, err
	}
	k.Member, k.Active, k.BreakUntil, k.ExcludedUntil = m.ID, m.Active, state.BreakUntil, state.ExcludedUntil
	events, err := p.app.Protection.Events(ctx, memberID, 100)
	for _, e := range events {
		k.Events = append(k.Events, operator.PlayEvent{Kind: e.Kind, Until: e.Until, By: e.By, At: e.At})
	}
	return k, err
}
