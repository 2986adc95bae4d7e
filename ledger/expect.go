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
	items := make([]*item, len(all))
	for n, o := range all {
		var err error
		if items[n], err = l.orderItem(ctx, tx, stepReserve, o); err != nil {
			return nil, err
		}
	}
	err := store.Gather(tx, &book{beside: beside, expects: items}, func(all []*book) error { return expect(ctx, tx, all) })
	return lockedBalances(tx), err
}

func expect(ctx context.Context, tx *store.Tx, all []*book) error {
	b := &book{byKey: map[Key]*record{}, refused: map[Key]refusal{}}
	for _, one := range all {
		b.expects, b.beside = append(b.expects, one.expects...), append(b.beside, one.beside...)
	}
	if err := b.load(ctx, tx, b.expects); err != nil {
		return err
	}
	expected := expectedIn(tx)
	for _, i := range b.expects {
		key := i.order.Key
		refused, is := b.refused[key]
		expected[key] = answered{b.byKey[key], refused, is}
	}
	return nil
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
