package ledger

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"krapao/internal/store"
)

// Accounts are locked first, in the order of their numbers, then transfers in the order of their ids. Every path does so, so no
// two can deadlock. SQLite has one writer and locks nothing.

// querier reads, in a transaction or outside one.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// lockedKey is where a transaction keeps the accounts that it has locked.
type lockedKey struct{}

// lockedIn returns the accounts that tx has locked, as the ledger's commands in tx have left them. Nobody else changes them
// before tx ends, so they are read once.
func lockedIn(tx *store.Tx) map[int64]*account {
	all, _ := tx.Kept(lockedKey{}, func() any { return map[int64]*account{} }).(map[int64]*account)
	return all
}

// lockedAs returns an account that tx has locked, or nil.
func lockedAs(tx *store.Tx, name Account) *account {
	for _, a := range lockedIn(tx) {
		if a.name == name {
			return a
		}
	}
	return nil
}

// load reads what items name into the book.
func (b *book) load(ctx context.Context, tx *store.Tx, items []*item) error {
	b.accounts = lockedIn(tx)
	if tx.Engine() == store.Postgres {
		batch := &pgx.Batch{}
		b.queueLoad(batch, items)
		if batch.Len() == 0 {
			return nil
		}
		return tx.Send(ctx, batch)
	}
	accounts, transfers, err := wanted(ctx, tx, items)
	if err != nil {
		return err
	}
	if err := b.readAccounts(ctx, tx, accounts); err != nil {
		return err
	}
	for _, id := range transfers {
		t, err := loadTransfer(ctx, tx, readTransfer, int64(id))
		if store.NotFound(err) {
			continue
		}
		if err != nil {
			return err
		}
		b.transfers[id] = t
	}
	for _, i := range items {
		if err := b.loadKey(ctx, tx, i); err != nil {
			return err
		}
	}
	return nil
}

// readAccounts reads the accounts that tx has not read before, on SQLite.
func (b *book) readAccounts(ctx context.Context, tx *store.Tx, numbers []int64) error {
	for _, n := range numbers {
		if b.accounts[n] != nil {
			continue
		}
		a := &account{}
		if err := row(ctx, tx, readAccount, a.dest(), n); err != nil {
			return fmt.Errorf("ledger: account %d: %w", n, err)
		}
		if err := a.sound(); err != nil {
			return err
		}
		b.accounts[n] = a
	}
	return nil
}

// lockNamed locks the accounts of these names for the rest of tx, and reads those that exist. tx must not have locked any before.
func lockNamed(ctx context.Context, tx *store.Tx, accounts []Account) error {
	locked := lockedIn(tx)
	if tx.Engine() == store.Postgres {
		names := make([]string, len(accounts))
		for n, a := range accounts {
			names[n] = string(a)
		}
		batch := &pgx.Batch{}
		batch.Queue(pgLockNamed, names).Query(func(rows pgx.Rows) error { return scanAccounts(rows, locked) })
		return tx.Send(ctx, batch)
	}
	query := `SELECT ` + accountColumns + ` FROM account WHERE name IN (` + marks(1, len(accounts)) + `)`
	rows, err := tx.QueryContext(ctx, query, list(accounts)...)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	if err := scanAccounts(rows, locked); err != nil {
		return err
	}
	return rows.Err()
}

// wanted lists the accounts and transfers that items name, sorted.
func wanted(ctx context.Context, db querier, items []*item) (accounts []int64, transfers []ID, err error) {
	for _, i := range items {
		if i.isOrder() {
			accounts = append(accounts, i.debit, i.credit)
			continue
		}
		var debit, credit int64
		err := row(ctx, db, readParties, []any{&debit, &credit}, int64(i.settle.ID))
		if store.NotFound(err) {
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		accounts, transfers = append(accounts, debit, credit), append(transfers, i.settle.ID)
	}
	slices.Sort(accounts)
	slices.Sort(transfers)
	return slices.Compact(accounts), slices.Compact(transfers), nil
}

// key returns the key whose answer a command depends on, if it has one.
func (i *item) key() (Key, bool) {
	if i.isOrder() {
		return i.order.Key, true
	}
	return surplusKey(i.settle.ID), i.settle.Surplus
}

func (b *book) loadKey(ctx context.Context, db querier, i *item) error {
	key, ok := i.key()
	if !ok {
		return nil
	}
	t, err := loadTransfer(ctx, db, readTransferByKey, key.String())
	if err == nil {
		b.byKey[key] = t
		return nil
	}
	if !store.NotFound(err) || !i.isOrder() {
		return ignoreNotFound(err)
	}
	var r refusalRow
	if err := row(ctx, db, readRefusal, r.dest(), key.String()); err != nil {
		return ignoreNotFound(err)
	}
	b.refused[key] = r.refusal()
	return nil
}

func ignoreNotFound(err error) error {
	if store.NotFound(err) {
		return nil
	}
	return err
}

func (a *account) dest() []any {
	return []any{
		&a.number, (*string)(&a.name), (*int64)(&a.floor), (*int64)(&a.gates), (*int64)(&a.debitsPending),
		(*int64)(&a.debitsPosted), (*int64)(&a.creditsPending), (*int64)(&a.creditsPosted), &a.version,
	}
}

func loadTransfer(ctx context.Context, db querier, statement string, arg any) (*record, error) {
	var r transferRow
	if err := row(ctx, db, statement, r.dest(), arg); err != nil {
		return nil, err
	}
	return r.read()
}

// row scans the first row of a query; sql.ErrNoRows where there is none.
func row(ctx context.Context, db querier, statement string, dest []any, args ...any) error {
	rows, err := db.QueryContext(ctx, statement, args...)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	if !rows.Next() {
		if err := rows.Err(); err != nil {
			return err
		}
		return sql.ErrNoRows
	}
	if err := rows.Scan(dest...); err != nil {
		return err
	}
	return rows.Close()
}
