package ledger

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"krapao/internal/store"
	"krapao/ledger/internal/statement"
)

// Accounts are locked first, those of members and their games before those of the house, each in the order of their numbers. Then
// come transfers in the order of their ids. Every path does so, so no two can deadlock. SQLite has one writer and locks nothing.

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
	items = slices.DeleteFunc(slices.Clone(items), func(i *item) bool { return b.expected(tx, i) })
	if tx.Engine() == store.Postgres {
		batch := &pgx.Batch{}
		if len(b.beside) > 0 {
			queueNamed(batch, b.beside, b.accounts)
		}
		b.queueLoad(batch, items)
		if batch.Len() == 0 {
			return nil
		}
		return tx.Send(ctx, batch)
	}
	if len(b.beside) > 0 {
		if err := lockNamed(ctx, tx, b.beside); err != nil {
			return err
		}
	}
	for _, i := range items {
		var err error
		if i.isOrder() {
			err = b.loadOrder(ctx, tx, i)
		} else {
			err = b.loadSettled(ctx, tx, i)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// loadOrder reads what an order needs, on SQLite: its accounts, unless tx has read them before, and the answer of its key.
func (b *book) loadOrder(ctx context.Context, tx *store.Tx, i *item) error {
	moved, refused, err := b.readOrder(ctx, tx, i)
	if err != nil {
		return err
	}
	key := i.order.Key
	if moved {
		if b.byKey[key], err = loadTransfer(ctx, tx, statement.ReadTransferByKey, key.String()); err != nil {
			return err
		}
	}
	if refused {
		var r refusalRow
		if err := row(ctx, tx, statement.ReadRefusal, r.dest(), key.String()); err != nil {
			return err
		}
		b.refused[key] = r.refusal()
	}
	return nil
}

// readOrder reads the accounts of an order, and whether its key has moved money or was refused.
func (b *book) readOrder(ctx context.Context, tx *store.Tx, i *item) (moved, refused bool, err error) {
	key := i.order.Key.String()
	if b.accounts[i.debit] != nil && b.accounts[i.credit] != nil {
		err = row(ctx, tx, statement.ReadKey, []any{&moved, &refused}, key)
		return moved, refused, err
	}
	rows, err := tx.QueryContext(ctx, statement.ReadOrder, key, i.debit, i.credit)
	if err != nil {
		return false, false, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		a := &account{}
		if err := rows.Scan(append(a.dest(), &moved, &refused)...); err != nil {
			return false, false, err
		}
		if err := b.read(a); err != nil {
			return false, false, err
		}
	}
	if err := rows.Err(); err != nil {
		return false, false, err
	}
	if b.accounts[i.debit] == nil || b.accounts[i.credit] == nil {
		return false, false, fmt.Errorf("ledger: account %d or %d: %w", i.debit, i.credit, sql.ErrNoRows)
	}
	return moved, refused, nil
}

// read adds an account as the database has it. One that the transaction has read before stays as its commands have left it.
func (b *book) read(a *account) error {
	if b.accounts[a.number] != nil {
		return nil
	}
	if err := a.sound(); err != nil {
		return err
	}
	b.accounts[a.number] = a
	return nil
}

// loadSettled reads what a settlement needs, on SQLite: the transfer, its accounts, and its surplus of before.
func (b *book) loadSettled(ctx context.Context, tx *store.Tx, i *item) error {
	id := i.settle.ID
	var t transferRow
	var debit, credit account
	var before bool
	surplus := ""
	if i.settle.Surplus {
		surplus = SurplusKey(id).String()
	}
	err := row(ctx, tx, statement.ReadSettled, slices.Concat(t.dest(), debit.dest(), credit.dest(), []any{&before}), int64(id),
		surplus)
	if err != nil {
		return ignoreNotFound(err)
	}
	if b.transfers[id], err = t.read(); err != nil {
		return err
	}
	if before {
		if b.byKey[SurplusKey(id)], err = loadTransfer(ctx, tx, statement.ReadTransferByKey, surplus); err != nil {
			return err
		}
	}
	return errors.Join(b.read(&debit), b.read(&credit))
}

// lockNamed locks the accounts of these names for the rest of tx, and reads those that exist. tx must not have locked any before.
func lockNamed(ctx context.Context, tx *store.Tx, accounts []Account) error {
	locked := lockedIn(tx)
	if tx.Engine() == store.Postgres {
		batch := &pgx.Batch{}
		queueNamed(batch, accounts, locked)
		return tx.Send(ctx, batch)
	}
	query := `SELECT ` + statement.AccountColumns + ` FROM account WHERE name IN (` + marks(1, len(accounts)) + `)`
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

func queueNamed(batch *pgx.Batch, accounts []Account, locked map[int64]*account) {
	names := make([]string, len(accounts))
	for n, a := range accounts {
		names[n] = string(a)
	}
	batch.Queue(statement.PgLockNamed, names).Query(func(rows pgx.Rows) error { return scanAccounts(rows, locked) })
}

// key returns the key whose answer a command depends on, if it has one.
func (i *item) key() (Key, bool) {
	if i.isOrder() {
		return i.order.Key, true
	}
	return SurplusKey(i.settle.ID), i.settle.Surplus
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

// loadTransfer reads a transfer, or returns ErrNoTransfer.
func loadTransfer(ctx context.Context, db querier, statement string, arg any) (*record, error) {
	var r transferRow
	if err := row(ctx, db, statement, r.dest(), arg); store.NotFound(err) {
		return nil, ErrNoTransfer
	} else if err != nil {
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
