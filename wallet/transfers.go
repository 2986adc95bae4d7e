package wallet

import (
	"context"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/wallet/doubt"
	"krapao/wallet/internal/walletdb"
)

// transfers is the part of the wallet that package doubt needs.
type transfers struct{ s *Service }

// Follow implements doubt.Transfers.
func (t transfers) Follow(ctx context.Context, settled ledger.Transfer) {
	if settled.Detail.Parent == "" {
		return
	}
	if err := t.s.resume(ctx, settled.Detail.Parent); err != nil {
		t.s.settings.Log.Warn("wallet: movement left to the sweep", "movement", settled.Detail.Parent, "error", err)
	}
}

// HastenTx implements doubt.Transfers.
func (t transfers) HastenTx(ctx context.Context, tx *store.Tx, settled ledger.Transfer) error {
	return walletdb.New(tx).HastenMovement(ctx, clock.MicrosOf(tx.Now), settled.Detail.Parent)
}

// TakeBack implements doubt.Transfers. Its reading first books the provider's surplus as a result, unless an earlier
// reading did: the correction is booked against that result.
func (t transfers) TakeBack(ctx context.Context, b doubt.TakingBack) (ledger.Transfer, error) {
	now, err := t.s.games.Balances.Confirm(ctx, b.Account)
	if err != nil {
		return ledger.Transfer{}, fault.Wrap(err, fault.TRY_AGAIN, "the game's balance can't be read now")
	}
	amount := min(b.Most, t.s.wholeSteps(now.Account, now.Reading.Credits))
	if amount <= 0 {
		return ledger.Transfer{}, nil
	}
	g, err := t.s.games.Catalogue.Find(ctx, b.Game)
	if err != nil {
		return ledger.Transfer{}, err
	}
	return t.s.run(ctx, leg{member: b.Member, key: b.Key, amount: amount, game: g, account: now.Account})
}
