package app

import (
	"context"
	"time"

	"krapao/bonus"
	"krapao/fault"
	"krapao/game/account"
	"krapao/game/visit"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/member/access"
	"krapao/member/state"
	"krapao/protection"
	"krapao/wallet"
	"krapao/withdraw"
)

// What protection asks of other areas, and they of it.

// activation follows an operator's decision about a member's account.
type activation struct{ protection *protection.Service }

// changedTx shuts out a member that an operator deactivates. One that is activated again may play when nothing else shuts
// it out.
func (a activation) changedTx(ctx context.Context, tx *store.Tx, memberID, by string, active bool) error {
	if active {
		return a.protection.LetInTx(ctx, tx, memberID, by)
	}
	return a.protection.ShutTx(ctx, tx, memberID, by)
}

// protectedMembers are members, whom protection shuts out and lets in.
type protectedMembers struct {
	states   *state.Service
	accounts *account.Service
}

// ShutTx implements protection.Members.
func (p protectedMembers) ShutTx(
	ctx context.Context, tx *store.Tx, memberID string, breakUntil, excludedUntil time.Time,
) (until time.Time, err error) {
	locked, err := state.LockTx(ctx, tx, memberID)
	if err != nil {
		return until, err
	}
	if locked, err = state.SetUntilTx(ctx, tx, locked, breakUntil, excludedUntil); err != nil {
		return until, err
	}
	return locked.Until(), p.states.SetGatesTx(ctx, tx, locked, ledger.GateIntoGames, 0)
}

// OpenTx implements protection.Members.
func (p protectedMembers) OpenTx(ctx context.Context, tx *store.Tx, memberID string) (opened bool, until time.Time, err error) {
	locked, err := state.LockTx(ctx, tx, memberID)
	if err != nil {
		return false, until, err
	}
	active, err := access.ActiveTx(ctx, tx, memberID)
	if err != nil || !active {
		return false, until, err
	}
	if until = locked.Until(); tx.Now.Before(until) {
		return false, until, nil
	}
	return true, until, p.states.SetGatesTx(ctx, tx, locked, 0, ledger.GateIntoGames)
}

// SecureTx implements protection.Members.
func (p protectedMembers) SecureTx(ctx context.Context, tx *store.Tx, memberID string) error {
	return p.accounts.ResetAllTx(ctx, tx, memberID)
}

// shutOut knows which members may not play.
type shutOut struct {
	states *state.Service
	clock  clock.Clock
}

// PlayingTx implements deposit.Gate. It locks nothing.
func (s shutOut) PlayingTx(ctx context.Context, tx *store.Tx, memberID string) error {
	found, err := state.ReadTx(ctx, tx, memberID)
	if err != nil {
		return err
	}
	return found.Playing(tx.Now)
}

// Playing refuses a shut-out member with SELF_EXCLUDED, for games.
func (s shutOut) Playing(ctx context.Context, memberID string) error {
	found, err := s.states.Read(ctx, memberID)
	if err != nil {
		return err
	}
	return found.Playing(s.clock.Now())
}

// home brings a member's money out of games.
type home struct {
	visits      *visit.Service
	wallet      *wallet.Service
	bonuses     *bonus.Service
	withdrawals *withdraw.Service
}

// Kick implements protection.Games.
func (h home) Kick(ctx context.Context, memberID string) error {
	return h.visits.Kick(ctx, memberID)
}

// BringHome implements protection.Games.
func (h home) BringHome(ctx context.Context, memberID, number string) (bool, error) {
	return h.wallet.BringHome(ctx, memberID, ledger.InternalKey("home", memberID, number))
}

// PayOut implements protection.Games. A condition ends first, as if the member gave it up. The member's own money is never
// touched by that.
func (h home) PayOut(ctx context.Context, memberID string, since time.Time) error {
	active, err := h.bonuses.Active(ctx, memberID)
	if err != nil {
		return err
	}
	if active != nil {
		key := ledger.InternalKey("closing_condition", memberID, active.Condition.ID)
		ended, err := h.bonuses.Clear(ctx, memberID, true, key)
		if err != nil {
			return err
		}
		if ended.InProgress {
			return fault.New(fault.TRY_AGAIN, "a condition is ending")
		}
	}
	_, err = h.withdrawals.PayOutAll(ctx, memberID, since)
	return err
}
