// Package figures is what the books say about a member that rules need, and what no account holds: what came into a wallet from
// outside games, what was lost in games, what all accounts are together.
//
// Entries are written in the same commit as the money, so no code that moves money has to keep figures of its own.
package figures

import (
	"context"
	"fmt"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/ledger/internal/ledgerdb"
	"krapao/money"
)

// Figures reads them, from one ledger's books.
type Figures struct {
	s     *store.Store
	books *ledger.Ledger
}

// New makes one for a ledger and its store.
func New(s *store.Store, books *ledger.Ledger) Figures { return Figures{s, books} }

// OutsideTx returns the net flow into a wallet's available from outside games after a version of the wallet, and the version
// up to which it looked. Reserved money has left; money that was given back has returned. The caller has locked the wallet.
func (f Figures) OutsideTx(
	ctx context.Context, tx *store.Tx, member string, after int64,
) (flow money.Amount, upTo int64, err error) {
	q := ledgerdb.New(tx)
	number, err := q.AccountNumber(ctx, string(ledger.Wallet(member)))
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
func (f Figures) LowestSinceTx(
	ctx context.Context, tx *store.Tx, name ledger.Account, id ledger.ID,
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
func (f Figures) MemberTotalsTx(ctx context.Context, tx *store.Tx, member string) (BooksTotal, error) {
	wallet, err := f.books.BalanceTx(ctx, tx, ledger.Wallet(member))
	if err != nil {
		return BooksTotal{}, err
	}
	games, err := ledgerdb.New(tx).GamesOfMember(ctx, member)
	if err != nil {
		return BooksTotal{}, fmt.Errorf("ledger: totals of a member: %w", err)
	}
	return BooksTotal{Wallet: wallet.Available(), Games: money.Amount(games.Posted), Incoming: money.Amount(games.Incoming)}, nil
}

// LostTx returns how much of its own money a member lost since an instant: the losses that readings of its games found, less
// the winnings, and less the house's credits that were not taken back. It is below zero where the member won. It locks nothing;
// while a transaction holds the member's state, only a reading can make it grow.
func (f Figures) LostTx(ctx context.Context, tx *store.Tx, member string, since time.Time) (money.Amount, error) {
	return lost(ctx, ledgerdb.New(tx), member, since)
}

// Lost is LostTx outside a transaction, for display.
func (f Figures) Lost(ctx context.Context, member string, since time.Time) (money.Amount, error) {
	return lost(ctx, ledgerdb.New(f.s.DB()), member, since)
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
func (f Figures) InGamesTx(ctx context.Context, tx *store.Tx, member string) (money.Amount, error) {
	return inGames(ctx, ledgerdb.New(tx), member)
}

// InGames is InGamesTx outside a transaction, for display.
func (f Figures) InGames(ctx context.Context, member string) (money.Amount, error) {
	return inGames(ctx, ledgerdb.New(f.s.DB()), member)
}

func inGames(ctx context.Context, q *ledgerdb.Queries, member string) (money.Amount, error) {
	row, err := q.GamesOfMember(ctx, member)
	if err != nil {
		return 0, fmt.Errorf("ledger: in games: %w", err)
	}
	return money.Amount(row.Posted + row.Incoming), nil
}
