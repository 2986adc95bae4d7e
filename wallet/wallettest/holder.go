package wallettest

import (
	"context"

	"krapao/internal/store"
	"krapao/ledger"
	"krapao/member"
	"krapao/wallet"
)

// holder is the member area's hold, wired as internal/app does.
type holder struct{ area *member.Service }

// NewHolder makes it.
func NewHolder(s *store.Store, l *ledger.Ledger) wallet.Holder {
	return holder{&member.Service{Deps: member.Deps{Store: s, Ledger: l}}}
}

// Hold implements wallet.Holder.
func (h holder) Hold(ctx context.Context, name string) (wallet.Hold, error) {
	hold, err := h.area.Hold(ctx, name)
	return held{h.area, hold}, err
}

type held struct {
	area *member.Service
	hold member.Hold
}

// Release implements wallet.Hold.
func (h held) Release(ctx context.Context) { _ = h.area.Release(ctx, h.hold) }

// LockTx implements wallet.Hold.
func (h held) LockTx(ctx context.Context, tx *store.Tx) (bool, error) {
	return member.HoldStillTx(ctx, tx, h.hold)
}

// ReleaseTx implements wallet.Hold.
func (h held) ReleaseTx(ctx context.Context, tx *store.Tx) error {
	_, err := h.area.ReleaseTx(ctx, tx, h.hold)
	return err
}
