package ledger

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger/internal/ledgerdb"
	"krapao/ledger/internal/number"
)

// names knows the accounts' numbers by their names. Neither ever changes, so a number that was read once is kept.
type names struct {
	store   *store.Store
	reads   *ledgerdb.Queries // outside transactions
	ids     *number.Maker
	numbers sync.Map // Account -> int64
}

// OpenTx creates accounts in an area's transaction; existing ones stay as they are. House, bank and result accounts need no
// opening: the ledger creates them at their first use.
func (l *Ledger) OpenTx(ctx context.Context, tx *store.Tx, accounts ...Account) error {
	// Sorted, so that two transactions that open the same accounts can't deadlock.
	for _, name := range slices.Sorted(slices.Values(accounts)) {
		if _, err := l.names.create(ctx, tx, name); err != nil {
			return err
		}
	}
	return nil
}

func (n *names) create(ctx context.Context, tx *store.Tx, name Account) (int64, error) {
	if !name.valid() {
		return 0, fmt.Errorf("ledger: %q is not a valid account name", name)
	}
	id, err := n.ids.Next()
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
	tx.AfterCommit(func() { n.numbers.Store(name, number) })
	return number, nil
}

func (n *names) known(name Account) (int64, bool) {
	v, _ := n.numbers.Load(name)
	number, ok := v.(int64)
	return number, ok
}

// number finds an account's number outside a transaction. A missing house, bank or result account is created.
func (n *names) number(ctx context.Context, name Account) (number int64, err error) {
	if number, err = n.opened(ctx, name); err == nil {
		return number, nil
	}
	if !store.NotFound(err) {
		return 0, fmt.Errorf("ledger: account %s: %w", name, err)
	}
	if name.floored() {
		return 0, missing(name)
	}
	err = n.store.Write(ctx, func(tx *store.Tx) error {
		number, err = n.create(ctx, tx, name)
		return err
	})
	return number, err
}

// opened finds the number of an account that exists. Its error is store.NotFound where there is none.
func (n *names) opened(ctx context.Context, name Account) (int64, error) {
	if number, ok := n.known(name); ok {
		return number, nil
	}
	number, err := n.reads.AccountNumber(ctx, string(name))
	if err == nil {
		n.numbers.Store(name, number)
	}
	return number, err
}

// numberTx is number inside a transaction, which may have opened the account itself.
func (n *names) numberTx(ctx context.Context, tx *store.Tx, name Account) (int64, error) {
	if number, ok := n.known(name); ok {
		return number, nil
	}
	if a := lockedAs(tx, name); a != nil {
		return a.number, nil
	}
	number, err := ledgerdb.New(tx).AccountNumber(ctx, string(name))
	if store.NotFound(err) {
		if name.floored() {
			return 0, missing(name)
		}
		return n.create(ctx, tx, name)
	}
	if err != nil {
		return 0, fmt.Errorf("ledger: account %s: %w", name, err)
	}
	tx.AfterCommit(func() { n.numbers.Store(name, number) })
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
