package ledger

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger/internal/ledgerdb"
)

// The transaction path: the same commands inside an area's own transaction, so that a rule and the money that it allows are one
// commit. A refusal does not abort the transaction; the area decides. An area that names several accounts in several commands
// locks them all first with LockTx, or it risks a conflict and a second run.

// ReserveTx is Reserve inside tx.
func (l *Ledger) ReserveTx(ctx context.Context, tx *store.Tx, o Order) (Result, error) {
	return l.orderTx(ctx, tx, stepReserve, o)
}

// MoveTx is Move inside tx.
func (l *Ledger) MoveTx(ctx context.Context, tx *store.Tx, o Order) (Result, error) {
	return l.orderTx(ctx, tx, stepMove, o)
}

// PostTx is Post inside tx.
func (l *Ledger) PostTx(ctx context.Context, tx *store.Tx, s Settlement) (Result, error) {
	return l.settleTx(ctx, tx, stepPost, s)
}

// VoidTx is Void inside tx.
func (l *Ledger) VoidTx(ctx context.Context, tx *store.Tx, s Settlement) (Result, error) {
	return l.settleTx(ctx, tx, stepVoid, s)
}

func (l *Ledger) orderTx(ctx context.Context, tx *store.Tx, s step, o Order) (Result, error) {
	i, err := l.orderItem(ctx, tx, s, o)
	if err != nil {
		return Result{}, err
	}
	return l.decideTx(ctx, tx, i)
}

func (l *Ledger) orderItem(ctx context.Context, tx *store.Tx, s step, o Order) (*item, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	i := &item{step: s, order: o, request: o.fingerprint()}
	var err error
	if i.debit, err = l.names.numberTx(ctx, tx, o.Debit); err != nil {
		return nil, err
	}
	i.credit, err = l.names.numberTx(ctx, tx, o.Credit)
	return i, err
}

func (l *Ledger) settleTx(ctx context.Context, tx *store.Tx, step step, s Settlement) (Result, error) {
	if err := s.Detail.check(); err != nil {
		return Result{}, err
	}
	return l.decideTx(ctx, tx, &item{step: step, settle: s})
}

func (l *Ledger) decideTx(ctx context.Context, tx *store.Tx, i *item) (Result, error) {
	id, err := l.numbers.Next()
	if err != nil {
		return Result{}, err
	}
	i.id = ID(id)
	if err := l.gather(ctx, tx, &need{decide: []*item{i}}); err != nil {
		return Result{}, err
	}
	if members := changedMembers([]*item{i}); len(members) > 0 {
		tx.AfterCommit(func() { l.notifyChange(members) })
	}
	return i.result, i.err
}

// need is what a transaction needs of the ledger at one point: rows locked for later commands, or commands decided.
type need struct {
	beside          []Account
	expects, decide []*item
}

// gather meets a need, together with those of the other transactions of a joint one: all rows are locked in one order.
func (l *Ledger) gather(ctx context.Context, tx *store.Tx, n *need) error {
	return store.Gather(tx, n, func(all []*need) error { return l.meet(ctx, tx, all) })
}

// meet locks rows, decides commands on them and writes the result.
func (l *Ledger) meet(ctx context.Context, tx *store.Tx, all []*need) error {
	b, err := l.newBook(tx.Now)
	if err != nil {
		return err
	}
	var expects, commands []*item
	for _, n := range all {
		b.beside = append(b.beside, n.beside...)
		expects, commands = append(expects, n.expects...), append(commands, n.decide...)
	}
	if err := b.load(ctx, tx, slices.Concat(expects, commands)); err != nil {
		return err
	}
	for _, i := range expects { // the answers of their keys are kept for the orders that follow
		refused, is := b.refused[i.order.Key]
		expectedIn(tx)[i.order.Key] = answered{b.byKey[i.order.Key], refused, is}
	}
	for _, i := range commands {
		b.decide(i)
	}
	return b.save(ctx, tx)
}

// changedMembers lists the members whose money items changed.
func changedMembers(items []*item) []string {
	var members []string
	for _, i := range items {
		if m := i.result.Transfer.Member; i.err == nil && !i.result.Replayed && m != "" {
			members = append(members, m)
		}
	}
	slices.Sort(members)
	return slices.Compact(members)
}

// LockTx locks accounts for the rest of tx, in the ledger's order. A house, bank or result account that does not exist is
// created, so that whoever comes next waits for it. Other unknown ones are skipped.
func (l *Ledger) LockTx(ctx context.Context, tx *store.Tx, accounts ...Account) error {
	for _, name := range slices.DeleteFunc(slices.Clone(accounts), Account.floored) {
		if _, err := l.names.numberTx(ctx, tx, name); err != nil {
			return err
		}
	}
	_, err := l.LockedTx(ctx, tx, accounts...)
	return err
}

// LockedTx locks accounts as LockTx does, and returns their balances. An account that does not exist is zero, and is not created.
func (l *Ledger) LockedTx(ctx context.Context, tx *store.Tx, accounts ...Account) (map[Account]Balance, error) {
	missing := slices.DeleteFunc(slices.Clone(accounts), func(name Account) bool { return lockedAs(tx, name) != nil })
	if len(missing) > 0 {
		if err := lockNamed(ctx, tx, missing); err != nil {
			return nil, fmt.Errorf("ledger: lock: %w", err)
		}
	}
	return lockedBalances(tx), nil
}

func lockedBalances(tx *store.Tx) map[Account]Balance {
	found := map[Account]Balance{}
	for _, a := range lockedIn(tx) {
		found[a.name] = a.balance()
	}
	return found
}

// SetGatesTx raises and lowers gates of an account in an area's transaction. A gate that is in both is lowered.
func (l *Ledger) SetGatesTx(ctx context.Context, tx *store.Tx, name Account, raise, lower Gate) error {
	if err := l.LockTx(ctx, tx, name); err != nil {
		return err
	}
	a := lockedAs(tx, name)
	if a == nil {
		return missing(name)
	}
	a.gates = (a.gates | raise) &^ lower
	if _, err := ledgerdb.New(tx).ChangeGates(ctx, int64(a.gates), a.number); err != nil {
		return fmt.Errorf("ledger: gates of %s: %w", name, err)
	}
	return nil
}

// ErrKeyUsed means that a refusal's key is that of a transfer.
var ErrKeyUsed = errors.New("ledger: the key is that of transfer")

// RejectTx remembers an area's refusal under a key: Reserve, Move and FindByKey then answer with it. If request is the Order
// that would have been made, another order under the key is IDEMPOTENCY_MISMATCH; any other request is compared by the area
// itself. The first refusal of a key stays. ErrKeyUsed: the key is a transfer's.
func (l *Ledger) RejectTx(ctx context.Context, tx *store.Tx, key Key, request any, refused *fault.Error) error {
	r := refusal{key: key, err: refused}
	switch o := request.(type) {
	case Order:
		r.request = o.fingerprint()
	case *Order:
		r.request = o.fingerprint()
	}
	if t, found, err := findByKey(ctx, tx, key); found {
		if f := (*fault.Error)(nil); errors.As(err, &f) {
			return nil
		}
		return fmt.Errorf("%w %d", ErrKeyUsed, t.ID)
	} else if err != nil {
		return err
	}
	b, err := l.newBook(tx.Now)
	if err != nil {
		return err
	}
	b.refusals = append(b.refusals, r)
	return b.save(ctx, tx)
}
