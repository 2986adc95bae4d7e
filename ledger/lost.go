package ledger

import (
	"context"
	"fmt"
	"time"

	"krapao/internal/store"
	"krapao/ledger/internal/ledgerdb"
	"krapao/money"
)

// LostTx is what a member lost of its own since an instant: what readings of its games found missing, less what they found
// more, and less what the house credited and did not take back. Below zero where it won. It locks nothing; in a
// transaction that has the member's state nothing of it grows but by a reading.
func (l *Ledger) LostTx(ctx context.Context, tx *store.Tx, member string, since time.Time) (money.Amount, error) {
	return lost(ctx, ledgerdb.New(tx), member, since)
}

// Lost is LostTx outside a transaction, to show.
func (l *Ledger) Lost(ctx context.Context, member string, since time.Time) (money.Amount, error) {
	return lost(ctx, ledgerdb.New(l.s.DB()), member, since)
}

func lost(ctx context.Context, q *ledgerdb.Queries, member string, since time.Time) (money.Amount, error) {
	results, err := q.ResultsSince(ctx, since.UnixMicro(), member)
	if err != nil {
		return 0, fmt.Errorf("ledger: lost: %w", err)
	}
	credits, err := q.CreditsSince(ctx, member, since.UnixMicro())
	if err != nil {
		return 0, fmt.Errorf("ledger: lost: %w", err)
	}
	return money.Amount(results - credits), nil
}

// InGamesTx is what a member has in games as the books have it, what is on its way there counted.
func (l *Ledger) InGamesTx(ctx context.Context, tx *store.Tx, member string) (money.Amount, error) {
	return inGames(ctx, ledgerdb.New(tx), member)
}

// InGames is InGamesTx outside a transaction, to show.
func (l *Ledger) InGames(ctx context.Context, member string) (money.Amount, error) {
	return inGames(ctx, ledgerdb.New(l.s.DB()), member)
}

func inGames(ctx context.Context, q *ledgerdb.Queries, member string) (money.Amount, error) {
	row, err := q.GamesOfMember(ctx, member)
	if err != nil {
		return 0, fmt.Errorf("ledger: in games: %w", err)
	}
	return money.Amount(row.Posted + row.Incoming), nil
}
