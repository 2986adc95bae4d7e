package ledger

import (
	"context"

	"krapao/internal/store"
)

// ExpectTx locks the accounts of orders that tx is about to make, all in the ledger's order, and reads their keys: one round trip
// on PostgreSQL. What has to be decided before an order can then be decided by balances that nobody else changes (BalanceTx).
// ReserveTx and MoveTx of these orders read nothing more.
func (l *Ledger) ExpectTx(ctx context.Context, tx *store.Tx, orders ...Order) error {
	_, err := l.ExpectBesideTx(ctx, tx, nil, orders...)
	return err
}

// ExpectBesideTx is ExpectTx which also locks accounts that may not exist. It returns all balances as LockedTx does.
func (l *Ledger) ExpectBesideTx(ctx context.Context, tx *store.Tx, beside []Account, all ...Order) (map[Account]Balance, error) {
	n := &need{beside: beside}
	for _, o := range all {
		i, err := l.orderItem(ctx, tx, stepReserve, o)
		if err != nil {
			return nil, err
		}
		n.expects = append(n.expects, i)
	}
	err := l.gather(ctx, tx, n)
	return lockedBalances(tx), err
}

// answered is what was found under a key: the transfer, the refusal, or nothing.
type answered struct {
	transfer  *record
	refusal   refusal
	isRefused bool
}

// expectedKey is where a transaction keeps the answers of the keys of orders that it is about to make.
type expectedKey struct{}

func expectedIn(tx *store.Tx) map[Key]answered {
	all, _ := tx.Kept(expectedKey{}, func() any { return map[Key]answered{} }).(map[Key]answered)
	return all
}

// expected takes over what ExpectTx has read for an item, once, and reports whether that is all that the item needs. A later
// order under the same key reads it anew: this one may have changed the answer.
func (b *book) expected(tx *store.Tx, i *item) bool {
	if !i.isOrder() || b.accounts[i.debit] == nil || b.accounts[i.credit] == nil {
		return false
	}
	key := i.order.Key
	a, is := expectedIn(tx)[key]
	if !is {
		return false
	}
	delete(expectedIn(tx), key)
	if a.transfer != nil {
		b.byKey[key] = a.transfer
	}
	if a.isRefused {
		b.refused[key] = a.refusal
	}
	return true
}
