package ledger

import (
	"context"
	"fmt"

	"krapao/internal/store"
)

// An account's history is the transfers that touched it, in the order in which the books took them up: the order of
// the account's own versions. Unlike ids, which nodes make before they commit, that order never has a row slipped in:
// what lies up to a version stays the same set for ever.

// HistoryPage chooses a part of an account's history, newest first.
type HistoryPage struct {
	// UpTo is the account's version that the history ends with, see Balance.Version.
	UpTo int64
	// Offset lines are left out; Limit bounds the rest.
	Limit, Offset int
}

// firstTouch are the entries with which a transfer comes to an account; what follows settles it.
const firstTouch = `FROM entry WHERE account = $1 AND version <= $2 AND step IN ('reserve', 'move')`

// History lists the transfers that touched an account up to a version, newest first, each as it stands now.
func (l *Ledger) History(ctx context.Context, name Account, p HistoryPage) ([]Line, error) {
	number, err := l.q.AccountNumber(ctx, string(name))
	if store.NotFound(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("ledger: history of %s: %w", name, err)
	}
	rows, err := l.transfers(ctx, selectTransfer+`JOIN (SELECT transfer, version `+firstTouch+`
		ORDER BY version DESC LIMIT $3 OFFSET $4) e ON e.transfer = t.id ORDER BY e.version DESC`, number, p.UpTo, p.Limit, p.Offset)
	return lines(rows), err
}

// HistoryCount counts the transfers that first touched an account after one version and up to another: with 0 for the
// first, the length of History.
func (l *Ledger) HistoryCount(ctx context.Context, name Account, after, upTo int64) (int, error) {
	number, err := l.q.AccountNumber(ctx, string(name))
	if store.NotFound(err) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("ledger: history of %s: %w", name, err)
	}
	var n int
	if err := l.s.DB().QueryRowContext(ctx, `SELECT count(*) `+firstTouch+` AND version > $3`, number, upTo, after).Scan(&n); err != nil {
		return 0, fmt.Errorf("ledger: history of %s: %w", name, err)
	}
	return n, nil
}

func lines(rows []*record) []Line {
	all := make([]Line, len(rows))
	for i, r := range rows {
		all[i].Transfer = r.Transfer
		if r.wallet != nil {
			all[i].WalletAfter = *r.wallet
		}
	}
	return all
}
