package doubt

import (
	"context"
	"time"

	"krapao/game"
	"krapao/internal/store"
	"krapao/money"
	"krapao/wallet/internal/walletdb"
)

// baseline is a moment at which a returned transfer certainly was not applied yet, and the account's result at that time.
type baseline struct {
	at     time.Time
	result money.Amount
}

// baselineTx finds the moment from which a returned transfer may have been applied. If the balance was watched and
// equalled the books, that is the middle of the watch, since no round lies near it. Otherwise it is the last reading
// before the transfer.
func (s *Service) baselineTx(ctx context.Context, tx *store.Tx, a game.Account, transfer int64) (baseline, error) {
	q := walletdb.New(tx)
	now, err := s.games.Accounts.TakeTurnTx(ctx, tx, a)
	if err != nil {
		return baseline{}, err
	}
	memo, err := s.books.BalanceTx(ctx, tx, a.Ledger())
	if err != nil {
		return baseline{}, err
	}
	// An abandoned doubt may be closed after readings that already found the transfer.
	found, err := q.FoundSince(ctx, string(a.Ledger()), transfer)
	if err != nil {
		return baseline{}, err
	}
	d, err := q.Doubt(ctx, transfer)
	if err != nil {
		return baseline{}, err
	}
	x := baseline{at: now.ReadAt, result: now.Result - money.Amount(found)}
	since := d.Since.Time()
	if now.ReadAt.After(since) {
		x.at = since
		return x, nil
	}
	watched := d.ReadingSince != 0 && d.Rounds == 0 && d.UpdatedAt > d.ReadingSince
	if watched && money.Credits(d.Reading) == (game.Holding{Account: now, Memo: memo}).Credits() {
		x.at = (d.ReadingSince + (d.UpdatedAt-d.ReadingSince)/2).Time()
	}
	return x, nil
}
