package ledger

import (
	"context"
	"fmt"

	"krapao/internal/store"
	"krapao/ledger/internal/ledgerdb"
	"krapao/money"
)

// What conditions ask of a wallet's entries (RULES.md section 7). Entries are the same commit as the money, so nobody who
// moves it has to remember them.

// OutsideTx is what has entered a wallet's available from outside games after a version, less what left, and up to which
// version it looked. What is reserved has left, what was given back came back. The wallet is locked by the caller.
func (l *Ledger) OutsideTx(ctx context.Context, tx *store.Tx, member string, after int64) (flow money.Amount, upTo int64, err error) {
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

// LowestSinceTx is the least that was available on an account from a transfer's first entry there on, that one included;
// false where the account knows no such transfer.
func (l *Ledger) LowestSinceTx(ctx context.Context, tx *store.Tx, name Account, id ID) (least money.Amount, found bool, err error) {
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

// BooksTotal is what a member has as the books have it, without asking any game.
type BooksTotal struct {
	// Wallet is the spendable part.
	Wallet money.Amount
	// Games are the memo balances, with what is on its way out of games; Incoming is on its way into games.
	Games, Incoming money.Amount
}

// Sum is all of it.
func (t BooksTotal) Sum() money.Amount { return t.Wallet + t.Games + t.Incoming }

// MemberTotalsTx reads the wallet and all game accounts of a member. It locks nothing.
func (l *Ledger) MemberTotalsTx(ctx context.Context, tx *store.Tx, member string) (BooksTotal, error) {
	q := ledgerdb.New(tx)
	wallet, err := balanceOf(ctx, q, Wallet(member))
	if err != nil {
		return BooksTotal{}, err
	}
	games, err := q.GamesOfMember(ctx, member)
	if err != nil {
		return BooksTotal{}, fmt.Errorf("ledger: totals of a member: %w", err)
	}
	return BooksTotal{Wallet: wallet.Available(), Games: money.Amount(games.Posted), Incoming: money.Amount(games.Incoming)}, nil
}
