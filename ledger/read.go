package ledger

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger/internal/statement"
	"krapao/money"
)

// Balance reads one account. An account that was never used is zero.
func (l *Ledger) Balance(ctx context.Context, name Account) (Balance, error) {
	return balanceOf(ctx, l.s.Brief(), name)
}

// BalanceTx is Balance inside an area's transaction. It locks nothing; see LockTx. An account that tx has locked is not read
// again: only tx can change it.
func (l *Ledger) BalanceTx(ctx context.Context, tx *store.Tx, name Account) (Balance, error) {
	if a := lockedAs(tx, name); a != nil {
		return a.balance(), nil
	}
	return balanceOf(ctx, tx, name)
}

func balanceOf(ctx context.Context, db querier, name Account) (Balance, error) {
	var a account
	if err := ignoreNotFound(row(ctx, db, statement.ReadNamed, a.dest(), string(name))); err != nil {
		return Balance{}, fmt.Errorf("ledger: balance of %s: %w", name, err)
	}
	return a.balance(), nil
}

// Balances reads several accounts in one statement, so that all are of the same instant.
func (l *Ledger) Balances(ctx context.Context, names ...Account) (map[Account]Balance, error) {
	found := make(map[Account]Balance, len(names))
	if len(names) == 0 {
		return found, nil
	}
	for _, n := range names {
		found[n] = Balance{}
	}
	query := `SELECT ` + statement.AccountColumns + ` FROM account WHERE name IN (` + marks(1, len(names)) + `)`
	rows, err := l.s.Brief().QueryContext(ctx, query, list(names)...)
	if err != nil {
		return nil, fmt.Errorf("ledger: balances: %w", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var a account
		if err := rows.Scan(a.dest()...); err != nil {
			return nil, fmt.Errorf("ledger: balances: %w", err)
		}
		found[a.name] = a.balance()
	}
	return found, rows.Err()
}

// Find returns a transfer, or ErrNoTransfer.
func (l *Ledger) Find(ctx context.Context, id ID) (Transfer, error) { return find(ctx, l.s.DB(), id) }

// FindTx is Find inside an area's transaction.
func (l *Ledger) FindTx(ctx context.Context, tx *store.Tx, id ID) (Transfer, error) {
	return find(ctx, tx, id)
}

func find(ctx context.Context, db querier, id ID) (Transfer, error) {
	t, err := loadTransfer(ctx, db, statement.ReadTransfer, int64(id))
	if err != nil {
		return Transfer{}, fmt.Errorf("ledger: a transfer: %w", store.MapError(err))
	}
	return t.Transfer, nil
}

// FirstInto returns the first transfer of a kind that was posted into an account; false where there is none.
func (l *Ledger) FirstInto(ctx context.Context, name Account, kind Kind) (ID, bool, error) {
	id, err := l.q.FirstInto(ctx, string(name), string(kind))
	switch {
	case store.NotFound(err):
		return 0, false, nil
	case err != nil:
		return 0, false, fmt.Errorf("ledger: first transfer into %s: %w", name, err)
	}
	return ID(id), true, nil
}

// FindByKey returns the answer of a key: the transfer; or true with the remembered refusal as a *fault.Error; or false if the
// key was never used.
func (l *Ledger) FindByKey(ctx context.Context, key Key) (Transfer, bool, error) {
	return findByKey(ctx, l.s.Brief(), key)
}

// FindByKeyTx is FindByKey inside an area's transaction.
func (l *Ledger) FindByKeyTx(ctx context.Context, tx *store.Tx, key Key) (Transfer, bool, error) {
	return findByKey(ctx, tx, key)
}

// findByKey asks first whether the key was ever used. Most keys were not, and then it is the only question.
func findByKey(ctx context.Context, db querier, key Key) (Transfer, bool, error) {
	var moved, refused bool
	err := row(ctx, db, statement.ReadKey, []any{&moved, &refused}, key.String())
	switch {
	case err != nil:
	case moved:
		var t *record
		if t, err = loadTransfer(ctx, db, statement.ReadTransferByKey, key.String()); err == nil {
			return t.Transfer, true, nil
		}
	case refused:
		var r refusalRow
		if err = row(ctx, db, statement.ReadRefusal, r.dest(), key.String()); err == nil {
			return Transfer{}, true, r.refusal().err
		}
	}
	if err != nil {
		return Transfer{}, false, fmt.Errorf("ledger: find by key: %w", err)
	}
	return Transfer{}, false, nil
}

// Pending lists a member's unsettled transfers, oldest first.
func (l *Ledger) Pending(ctx context.Context, member string) ([]Transfer, error) {
	rows, err := l.transfers(ctx, statement.SelectTransfer+`WHERE t.member = $1 AND t.state = 'pending' ORDER BY t.id`, member)
	return plain(rows), err
}

// Line is one row of a member's statement.
type Line struct {
	Transfer
	// WalletAfter is the wallet's available after the transfer's last step; 0 where it touches no wallet.
	WalletAfter money.Amount
}

// Moved is what a member's transfers of one kind moved.
type Moved struct {
	// Count is how many there are, whatever became of them.
	Count int
	// Posted is what the posted ones moved. Lately is the part of those that were made since an instant, and LatelyCount how many.
	Posted, Lately money.Amount
	LatelyCount    int
}

// Moved adds up a member's transfers of some kinds, in one statement.
func (l *Ledger) Moved(ctx context.Context, member string, since time.Time, kinds ...Kind) (map[Kind]Moved, error) {
	args := append(append([]any{member, clock.MicrosOf(since)}, list(accountsOf(member))...), list(kinds)...)
	query := strings.Replace(statement.ReadMoved, "?", marks(len(args)-len(kinds)+1, len(kinds)), 1)
	rows, err := l.s.DB().QueryContext(ctx, query, args...)
	if err != nil {
		return nil, fmt.Errorf("ledger: moved: %w", err)
	}
	defer func() { _ = rows.Close() }()
	found := make(map[Kind]Moved, len(kinds))
	for rows.Next() {
		var kind Kind
		var m Moved
		if err := rows.Scan(&kind, &m.Count, &m.Posted, &m.Lately, &m.LatelyCount); err != nil {
			return nil, fmt.Errorf("ledger: moved: %w", err)
		}
		found[kind] = m
	}
	return found, rows.Err()
}

func list[T ~string](values []T) []any {
	all := make([]any, len(values))
	for i, v := range values {
		all[i] = string(v)
	}
	return all
}

// marks writes "$from, $from+1, ..." for n values.
func marks(from, n int) string {
	all := make([]string, n)
	for i := range all {
		all[i] = "$" + strconv.Itoa(from+i)
	}
	return strings.Join(all, ", ")
}

// transfers runs a query that begins with selectTransfer.
func (l *Ledger) transfers(ctx context.Context, query string, args ...any) (found []*record, err error) {
	rows, err := l.s.DB().QueryContext(ctx, query, args...)
	if err != nil {
		return nil, fmt.Errorf("ledger: %w", store.MapError(err))
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var row transferRow
		if err := rows.Scan(row.dest()...); err != nil {
			return nil, fmt.Errorf("ledger: %w", err)
		}
		t, err := row.read()
		if err != nil {
			return nil, err
		}
		found = append(found, t)
	}
	return found, rows.Err()
}

func plain(rows []*record) []Transfer {
	all := make([]Transfer, len(rows))
	for i, r := range rows {
		all[i] = r.Transfer
	}
	return all
}

// Debt is the debt of one member.
type Debt struct {
	Member string
	Amount money.Amount
	// Version changes with every booking on the debt.
	Version int64
}

// OwedBy returns a member's debt after a proven reversal, 0 where it owes nothing.
func (l *Ledger) OwedBy(ctx context.Context, member string) (money.Amount, error) {
	b, err := l.Balance(ctx, Owed(member))
	return max(0, -b.Posted), err
}

// Owing lists the members with a debt, the oldest accounts first.
func (l *Ledger) Owing(ctx context.Context, limit int) ([]Debt, error) {
	return l.owing(ctx, "", "number", limit)
}

// OwingAfter lists the members with a debt behind one member, by their IDs. It reads the accounts of all who ever owed something.
func (l *Ledger) OwingAfter(ctx context.Context, member string, limit int) ([]Debt, error) {
	return l.owing(ctx, member, "name", limit)
}

func (l *Ledger) owing(ctx context.Context, after, order string, limit int) ([]Debt, error) {
	first := string(Owed(""))
	rows, err := l.s.DB().QueryContext(ctx, `SELECT name, debits_posted - credits_posted, version FROM account
		WHERE name > $1 AND name < $2 AND debits_posted > credits_posted ORDER BY `+order+` LIMIT $3`,
		first+after, strings.TrimSuffix(first, ":")+";", limit)
	if err != nil {
		return nil, fmt.Errorf("ledger: owing: %w", store.MapError(err))
	}
	defer func() { _ = rows.Close() }()
	list := []Debt{}
	for rows.Next() {
		var name string
		var d Debt
		if err := rows.Scan(&name, (*int64)(&d.Amount), &d.Version); err != nil {
			return nil, fmt.Errorf("ledger: owing: %w", err)
		}
		d.Member = strings.TrimPrefix(name, first)
		list = append(list, d)
	}
	return list, rows.Err()
}
