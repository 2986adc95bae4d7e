package ledger

import (
	"context"
	"fmt"

	"krapao/internal/store"
	"krapao/ledger/internal/ledgerdb"
	"krapao/money"
)

// Figures from a wallet's entries that conditions need (RULES.md section 7). Entries are written in the same commit as the
// money, so no code that moves money has to keep figures of its own.

// OutsideTx returns the net flow into a wallet's available from outside games after a version of the wallet, and the version
// up to which it looked. Reserved money has left; money that was given back has returned. The caller has locked the wallet.
func (l *Ledger) OutsideTx(
	ctx context.Context, tx *store.Tx, member string, after int64,
) (flow money.Amount, upTo int64, err error) {
	q := ledgerdb.New(tx)
	number, err := q.AccountNumber(ctx, string(Wallet(member)))
	if store.NotFound(err) {
		return 0, after, nil
	}
	if err != nil {
		return 0, 0, fmt.Errorf("ledger: outside flow: %w", err)
	}
	row, err := q.OutsideFlow(ctx, number, after)
	if err != nil {
		return 0, 0, fmt.Errorf("ledger: outside flow: %w", err)
	}
	return money.Amount(row.Flow), max(after, row.Newest), nil
}

// LowestSinceTx returns the least that was available on an account since a transfer's first entry on it, that entry included;
// false where the transfer has no entry on it.
func (l *Ledger) LowestSinceTx(
	ctx context.Context, tx *store.Tx, name Account, id ID,
) (least money.Amount, found bool, err error) {
	q := ledgerdb.New(tx)
	number, err := q.AccountNumber(ctx, string(name))
	if store.NotFound(err) {
		return 0, false, nil
	}
	if err != nil {
		return 0, false, fmt.Errorf("ledger: lowest: %w", err)
	}
	row, err := q.LowestSince(ctx, number, int64(id))
	if err != nil {
		return 0, false, fmt.Errorf("ledger: lowest: %w", err)
	}
	return money.Amount(row.Least), row.Found > 0, nil
}

// BooksTotal is a member's money by the books alone, without asking any game.
type BooksTotal struct {
	// Wallet is the spendable part.
	Wallet money.Amount
	// Games are the memo balances, including money on its way out of games; Incoming is on its way into games.
	Games, Incoming money.Amount
}

// Sum is the total.
func (t BooksTotal) Sum() money.Amount { return t.Wallet + t.Games + t.Incoming }

// MemberTotalsTx reads the wallet and all game accounts of a member. It locks nothing.
func (l *Ledger) MemberTotalsTx(ctx context.Context, tx *store.Tx, member string) (BooksTotal, error) {
	wallet, err := l.BalanceTx(ctx, tx, Wallet(member))
	if err != nil {
		return BooksTotal{}, err
	}
	games, err := ledgerdb.New(tx).GamesOfMember(ctx, member)
	if err != nil {
		return BooksTotal{}, fmt.Errorf("ledger: totals of a member: %w", err)
	}
	return BooksTotal{Wallet: wallet.Available(), Games: money.Amount(games.Posted), Incoming: money.Amount(games.Incoming)}, nil
}
