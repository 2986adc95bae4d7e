package ledger

import (
	"context"
	"fmt"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger/internal/ledgerdb"
	"krapao/money"
)

// LostTx returns how much of its own money a member lost since an instant: the losses that readings of its games found, less
// the winnings, and less the house's credits that were not taken back. It is below zero where the member won. It locks nothing;
// while a transaction holds the member's state, only a reading can make it grow.
func (l *Ledger) LostTx(ctx context.Context, tx *store.Tx, member string, since time.Time) (money.Amount, error) {
	return lost(ctx, ledgerdb.New(tx), member, since)
}

// Lost is LostTx outside a transaction, for display.
func (l *Ledger) Lost(ctx context.Context, member string, since time.Time) (money.Amount, error) {
	return lost(ctx, ledgerdb.New(l.s.DB()), member, since)
}

func lost(ctx context.Context, q *ledgerdb.Queries, member string, since time.Time) (money.Amount, error) {
	results, err := q.ResultsSince(ctx, clock.MicrosOf(since), member)
	if err != nil {
		return 0, fmt.Errorf("ledger: lost: %w", err)
	}
	credits, err := q.CreditsSince(ctx, member, clock.MicrosOf(since))
	if err != nil {
		return 0, fmt.Errorf("ledger: lost: %w", err)
	}
	return money.Amount(results - credits), nil
}

// InGamesTx returns a member's money in games by the books, including money on its way there.
func (l *Ledger) InGamesTx(ctx context.Context, tx *store.Tx, member string) (money.Amount, error) {
	return inGames(ctx, ledgerdb.New(tx), member)
}

// InGames is InGamesTx outside a transaction, for display.
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
