package app

import (
	"context"
	"time"

	"krapao/bonus"
	"krapao/game"
	"krapao/game/report"
	"krapao/internal/store"
	"krapao/member/state"
	"krapao/money"
	"krapao/play"
	"krapao/protection"
	"krapao/wallet"
)

// turnover tells play what members played.
type turnover struct{ play *play.Service }

// playedTx is what a report adds.
func (t turnover) playedTx(ctx context.Context, tx *store.Tx, list []report.Added) error {
	added := make([]play.Added, len(list))
	for i, p := range list {
		added[i] = play.Added{Member: p.Member, Since: p.Since, BetAt: p.BetAt, Turnover: p.Beyond}
	}
	return t.play.PlayedTx(ctx, tx, added)
}

// changedTx is a change of the balance at a provider that reports no play.
func (t turnover) changedTx(
	ctx context.Context, tx *store.Tx, before game.Account, change money.Amount, asked time.Time,
) error {
	return t.play.ChangedTx(ctx, tx, before.Member, before.ReadAt, asked, change)
}

// spinMembers are members as the wheel sees them. Nothing is decided by the stable total, so a hold does not matter.
type spinMembers struct{}

// LockTx implements spin.Members.
func (spinMembers) LockTx(ctx context.Context, tx *store.Tx, memberID string) (excluded bool, err error) {
	locked, err := state.LockTx(ctx, tx, memberID)
	return locked.Excluded(tx.Now), err
}

// holds lets the wallet read a total that nothing moves.
type holds struct{ states *state.Service }

// Hold implements wallet.Holder.
func (h holds) Hold(ctx context.Context, memberID string) (wallet.Hold, error) {
	hold, err := h.states.Hold(ctx, memberID)
	if err != nil {
		return nil, err
	}
	return held{h.states, hold}, nil
}

// held is one such hold.
type held struct {
	states *state.Service
	hold   state.Hold
}

// Release implements wallet.Hold.
func (h held) Release(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	_ = h.states.Release(ctx, h.hold) // it ends by itself, and ReleaseLapsed lowers its gate
}

// LockTx implements wallet.Hold.
func (h held) LockTx(ctx context.Context, tx *store.Tx) (bool, error) {
	return state.HoldStillTx(ctx, tx, h.hold)
}

// ReleaseTx implements wallet.Hold.
func (h held) ReleaseTx(ctx context.Context, tx *store.Tx) error {
	_, err := h.states.ReleaseTx(ctx, tx, h.hold)
	return err
}

// entry keeps money out of games: a shut-out member's, a member's under a condition that does not list the game, and what
// goes beyond a limit of losses.
type entry struct {
	bonuses    *bonus.Service
	protection *protection.Service
}

// IntoGameTx implements wallet.Rules.
func (e entry) IntoGameTx(ctx context.Context, tx *store.Tx, in wallet.Entering) error {
	locked, err := state.LockTx(ctx, tx, in.Member)
	if err != nil {
		return err
	}
	if err := locked.Free(tx.Now); err != nil {
		return err
	}
	if err := locked.Playing(tx.Now); err != nil {
		return err
	}
	if err := e.bonuses.IntoGameTx(ctx, tx, in.Member, in.Game.Code); err != nil {
		return err
	}
	return e.protection.AllowLossTx(ctx, tx, in.Member, in.Amount, in.Leaving)
}
