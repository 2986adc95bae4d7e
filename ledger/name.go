package ledger

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger/internal/ledgerdb"
)

// OpenTx creates accounts in an area's transaction; existing ones stay as they are. House, bank and result accounts need no
// opening: the ledger creates them at their first use.
func (l *Ledger) OpenTx(ctx context.Context, tx *store.Tx, accounts ...Account) error {
	// Sorted, so that two transactions that open the same accounts can't deadlock.
	for _, name := range slices.Sorted(slices.Values(accounts)) {
		if _, err := l.create(ctx, tx, name); err != nil {
			return err
		}
	}
	return nil
}

func (l *Ledger) create(ctx context.Context, tx *store.Tx, name Account) (int64, error) {
	if !name.valid() {
		return 0, fmt.Errorf("ledger: %q is not a valid account name", name)
	}
	id, err := l.numbers.Next()
	if err != nil {
		return 0, err
	}
	q := ledgerdb.New(tx)
	if err := q.AddAccount(ctx, id, string(name), name.floor()); err != nil {
		return 0, fmt.Errorf("ledger: open %s: %w", name, err)
	}
	number, err := q.AccountNumber(ctx, string(name))
	if err != nil {
		return 0, fmt.Errorf("ledger: open %s: %w", name, err)
	}
	tx.AfterCommit(func() { l.names.Store(name, number) })
	return number, nil
}

func (l *Ledger) known(name Account) (int64, bool) {
	v, _ := l.names.Load(name)
	n, ok := v.(int64)
	return n, ok
}

// number finds an account's number outside a transaction. A missing house, bank or result account is created.
func (l *Ledger) number(ctx context.Context, name Account) (number int64, err error) {
	if n, ok := l.known(name); ok {
		return n, nil
	}
	number, err = l.q.AccountNumber(ctx, string(name))
	if err == nil {
		l.names.Store(name, number)
		return number, nil
	}
	if !store.NotFound(err) {
		return 0, fmt.Errorf("ledger: account %s: %w", name, err)
	}
	if name.floored() {
		return 0, missing(name)
	}
	err = l.s.Write(ctx, func(tx *store.Tx) error {
		number, err = l.create(ctx, tx, name)
		return err
	})
	return number, err
}

// numberTx is number inside a transaction, which may have opened the account itself.
func (l *Ledger) numberTx(ctx context.Context, tx *store.Tx, name Account) (int64, error) {
	if n, ok := l.known(name); ok {
		return n, nil
	}
	number, err := ledgerdb.New(tx).AccountNumber(ctx, string(name))
	if store.NotFound(err) {
		if name.floored() {
			return 0, missing(name)
		}
		return l.create(ctx, tx, name)
	}
	if err != nil {
		return 0, fmt.Errorf("ledger: account %s: %w", name, err)
	}
	tx.AfterCommit(func() { l.names.Store(name, number) })
	return number, nil
}

// missing is the refusal of an order on a member's or game account that was never opened. No key remembers it, because the
// account may be opened later.
func missing(name Account) error {
	if strings.HasPrefix(string(name), "game:") {
		return fault.New(fault.SLOT_NO_ACCOUNT, "the ledger has no account %s", name)
	}
	return fault.New(fault.NO_WALLET, "the ledger has no account %s", name)
}

// valid reports whether the name is one that this package makes.
func (a Account) valid() bool {
	parts := strings.Split(string(a), ":")
	kind, rest := parts[0], parts[1:]
	if len(a) > 200 || !utf8.ValidString(string(a)) || strings.ContainsRune(string(a), 0) || slices.Contains(rest, "") {
		return false
	}
	switch kind {
	case "member", "game":
		return len(rest) >= 2
	case "result", "bank", "house":
		return len(rest) >= 1
	}
	return false
}
