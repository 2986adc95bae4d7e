package ledger

import (
	"context"
	"fmt"

	"krapao/internal/store"
	"krapao/ledger/internal/statement"
)

// An account's history is the transfers that touched it, in the order of the account's own versions. Nodes make ids before
// they commit, so a lower id may appear later. Versions have no such gaps: the transfers up to a version stay the same for ever.

// HistoryPage selects a part of an account's history, newest first.
type HistoryPage struct {
	// UpTo is the account's version that the history ends with, see Balance.Version.
	UpTo int64
	// Offset lines are skipped; Limit bounds the rest.
	Limit, Offset int
}

// firstTouch selects the first entry of each transfer on an account; the second one settles it.
const firstTouch = `FROM entry WHERE account = $1 AND version <= $2 AND step IN ('reserve', 'move')`

// History lists the transfers that touched an account up to a version, newest first, each as it stands now.
func (l *Ledger) History(ctx context.Context, name Account, p HistoryPage) ([]Line, error) {
	number, err := l.names.opened(ctx, name)
	if store.NotFound(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("ledger: history of %s: %w", name, err)
	}
	rows, err := l.transfers(ctx, statement.SelectTransfer+`JOIN (SELECT transfer, version `+firstTouch+`
		ORDER BY version DESC LIMIT $3 OFFSET $4) e ON e.transfer = t.id ORDER BY e.version DESC`, number, p.UpTo, p.Limit, p.Offset)
	return lines(rows), err
}

// HistoryCount counts the transfers that first touched an account after one version and up to another. With after 0 it is the
// length of History.
func (l *Ledger) HistoryCount(ctx context.Context, name Account, after, upTo int64) (int, error) {
	number, err := l.names.opened(ctx, name)
	if store.NotFound(err) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("ledger: history of %s: %w", name, err)
	}
	var n int
	row := l.s.DB().QueryRowContext(ctx, `SELECT count(*) `+firstTouch+` AND version > $3`, number, upTo, after)
	if err := row.Scan(&n); err != nil {
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
