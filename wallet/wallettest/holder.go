package wallettest

import (
	"context"

	"krapao/internal/store"
	"krapao/ledger"
	"krapao/member/state"
	"krapao/wallet"
)

// holder is the hold of members' totals, wired as internal/app does.
type holder struct{ states *state.Service }

// NewHolder makes it.
func NewHolder(s *store.Store, l *ledger.Ledger) wallet.Holder {
	return holder{state.New(s, l)}
}

// Hold implements wallet.Holder.
func (h holder) Hold(ctx context.Context, name string) (wallet.Hold, error) {
	hold, err := h.states.Hold(ctx, name)
	return held{h.states, hold}, err
}

type held struct {
	states *state.Service
	hold   state.Hold
}

// Release implements wallet.Hold.
func (h held) Release(ctx context.Context) { _ = h.states.Release(ctx, h.hold) }

// LockTx implements wallet.Hold.
func (h held) LockTx(ctx context.Context, tx *store.Tx) (bool, error) {
	return state.HoldStillTx(ctx, tx, h.hold)
}

// ReleaseTx implements wallet.Hold.
func (h held) ReleaseTx(ctx context.Context, tx *store.Tx) error {
	_, err := h.states.ReleaseTx(ctx, tx, h.hold)
	return err
}
