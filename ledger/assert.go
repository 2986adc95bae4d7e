package ledger

import (
	"cmp"
	"fmt"
	"slices"

	"krapao/money"
)

// The invariants of a book are asserted in pairs: when rows are read, and when they are written. The schema's CHECK
// constraints say the same a third time. A broken assertion stops its batch, and nothing of the batch is written.

// errUnsound is a broken assertion: a bug of ours, or a row that somebody changed by hand.
func errUnsound(format string, args ...any) error {
	return fmt.Errorf("ledger: nothing was written: "+format, args...)
}

// sound asserts an account when it is read, and when it is written: no counter is below zero, and no more is spent than the
// floor allows.
func (a *account) sound() error {
	if min(a.debitsPending, a.debitsPosted, a.creditsPending, a.creditsPosted) < 0 {
		return errUnsound("account %d has a counter below zero", a.number)
	}
	if available := a.balance().Available(); available < a.floor {
		return errUnsound("account %d has %d available, its floor is %d", a.number, available, a.floor)
	}
	return nil
}

// sound asserts a transfer when it is read, and when it is written: nothing moves before it is posted, and never more than
// was reserved.
func (t *record) sound() error {
	switch {
	case t.Amount <= 0 || t.Lessened < 0 || t.debit == t.credit:
		return errUnsound("transfer %d moves %d from %d to %d", t.ID, t.Amount, t.debit, t.credit)
	case t.Moved < 0 || t.Moved > t.Amount || (t.State == Posted) != (t.Moved > 0):
		return errUnsound("transfer %d of %d is %s with %d moved", t.ID, t.Amount, t.State, t.Moved)
	}
	return nil
}

// check asserts the book before it is written: each step changed both of its accounts by the same amount, and every row is
// sound. It sorts entries and refusals into the order of the digest.
func (b *book) check() error {
	if err := b.balanced(); err != nil {
		return err
	}
	for _, t := range slices.Concat(b.created, b.settled, b.lessened) {
		if err := t.sound(); err != nil {
			return err
		}
	}
	for _, a := range b.accounts {
		if !a.touched {
			continue
		}
		if err := a.sound(); err != nil {
			return err
		}
	}
	slices.SortFunc(b.entries, func(x, y entry) int {
		return cmp.Or(cmp.Compare(x.account, y.account), cmp.Compare(x.version, y.version))
	})
	slices.SortFunc(b.refusals, func(x, y refusal) int { return cmp.Compare(x.key.String(), y.key.String()) })
	return nil
}

// balanced asserts that the entries of each step of each transfer sum to zero.
func (b *book) balanced() error {
	type sums struct{ pending, posted money.Amount }
	type leg struct {
		transfer ID
		step     step
	}
	open := make(map[leg]sums, len(b.entries)/2)
	for _, e := range b.entries {
		of, sign := leg{e.transfer.ID, e.step}, money.Amount(1)
		if e.debit {
			sign = -1
		}
		s := open[of]
		open[of] = sums{s.pending + sign*e.pending, s.posted + sign*e.posted}
	}
	for of, s := range open {
		if s != (sums{}) {
			return errUnsound("the %s of transfer %d changes its accounts by different amounts", of.step, of.transfer)
		}
	}
	return nil
}
