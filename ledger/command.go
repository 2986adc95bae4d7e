package ledger

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"krapao/fault"
	"krapao/internal/store"
)

// The batched path: these commands commit by themselves, together with all others that wait. Never call them inside a
// transaction of your own, which may hold a row that the batch waits for; use the transaction path (transaction.go) there.

// Reserve sets money aside: the transfer is pending until Post or Void. After a *fault.Error or ErrClosed it is certain that
// nothing moved. Any other error means unknown: call again with the same key.
func (l *Ledger) Reserve(ctx context.Context, o Order) (Result, error) {
	return l.order(ctx, stepReserve, o)
}

// Move reserves and posts in one step.
func (l *Ledger) Move(ctx context.Context, o Order) (Result, error) {
	return l.order(ctx, stepMove, o)
}

// Post books a pending transfer as done. After ErrNoTransfer, ErrSettled, ErrFenced, ErrSurplus or a *fault.Error it is
// certain that nothing changed. Any other error means unknown. With ErrSettled the result holds the transfer as it stands.
func (l *Ledger) Post(ctx context.Context, s Settlement) (Result, error) {
	return l.settle(ctx, stepPost, s)
}

// Void gives a pending transfer's money back. Its errors are those of Post.
func (l *Ledger) Void(ctx context.Context, s Settlement) (Result, error) {
	return l.settle(ctx, stepVoid, s)
}

func (l *Ledger) order(ctx context.Context, s step, o Order) (Result, error) {
	if err := o.check(); err != nil {
		return Result{}, err
	}
	i := &item{step: s, order: o, request: o.fingerprint()}
	var err error
	if i.debit, err = l.names.number(ctx, o.Debit); err != nil {
		return Result{}, err
	}
	if i.credit, err = l.names.number(ctx, o.Credit); err != nil {
		return Result{}, err
	}
	return l.submit(ctx, i)
}

func (l *Ledger) settle(ctx context.Context, step step, s Settlement) (Result, error) {
	if err := s.Detail.check(); err != nil {
		return Result{}, err
	}
	return l.submit(ctx, &item{step: step, settle: s})
}

func (l *Ledger) submit(ctx context.Context, i *item) (Result, error) {
	if l.queue.Closed() {
		return Result{}, ErrClosed
	}
	id, err := l.numbers.NextOutside(ctx)
	if err != nil {
		return Result{}, err
	}
	i.id = ID(id)
	if err := l.queue.Submit(ctx, i); err != nil {
		if errors.Is(err, store.ErrUnknown) {
			return Result{}, err // the item still belongs to the queue
		}
		return i.result, err
	}
	return i.result, nil
}

// check refuses an order that no state of the books could allow. It depends on the order alone, so no key has to remember it.
func (o *Order) check() error {
	switch {
	case o.Amount <= 0:
		return fault.New(fault.INVALID_AMOUNT, "the amount is not positive")
	case o.Debit == o.Credit:
		return fault.New(fault.TRANSFER_SAME, "both accounts are %s", o.Debit)
	case o.Kind == "":
		return fmt.Errorf("ledger: an order has no kind")
	case o.Key == Key{}:
		return fmt.Errorf("ledger: an order has no key")
	case !storable(string(o.Kind), o.Member, string(o.Debit), string(o.Credit)):
		return fault.New(fault.INVALID_INPUT, "a text is not valid UTF-8")
	}
	return o.Detail.check()
}

func (d *Detail) check() error {
	if !storable(d.From, d.To, string(d.Reason), d.Outside, d.Note, d.Account, d.Parent) {
		return fault.New(fault.INVALID_INPUT, "a detail is not valid UTF-8")
	}
	return nil
}

// storable reports whether both engines can store the texts. One that an engine refuses would fail a whole batch.
func storable(texts ...string) bool {
	for _, t := range texts {
		if !utf8.ValidString(t) || strings.ContainsRune(t, 0) {
			return false
		}
	}
	return true
}
