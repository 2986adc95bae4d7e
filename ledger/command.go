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

// The batched path: these commit by themselves, together with whoever else waits. Never call them inside a transaction of
// your own, which may hold what the batch waits for; that is what the transaction path is for.

// Reserve puts money aside: the transfer is pending until Post or Void. Errors: a *fault.Error or ErrClosed is
// certain, nothing moved; any other error means unknown, ask again with the same key.
func (l *Ledger) Reserve(ctx context.Context, o Order) (Result, error) {
	return l.order(ctx, stepReserve, o)
}

// Move reserves and posts in one.
func (l *Ledger) Move(ctx context.Context, o Order) (Result, error) {
	return l.order(ctx, stepMove, o)
}

// Post books a pending transfer as done. Errors: ErrNoTransfer, ErrSettled, ErrFenced, ErrSurplus and *fault.Error are
// certain, nothing changed; any other error means unknown. With ErrSettled the result holds the transfer as it stands.
func (l *Ledger) Post(ctx context.Context, s Settlement) (Result, error) {
	return l.settle(ctx, stepPost, s)
}

// Void gives a pending transfer's money back. Errors as for Post.
func (l *Ledger) Void(ctx context.Context, s Settlement) (Result, error) {
	return l.settle(ctx, stepVoid, s)
}

func (l *Ledger) order(ctx context.Context, s step, o Order) (Result, error) {
	if err := o.check(); err != nil {
		return Result{}, err
	}
	i := &item{step: s, order: o, request: o.fingerprint()}
	var err error
	if i.debit, err = l.number(ctx, o.Debit); err != nil {
		return Result{}, err
	}
	if i.credit, err = l.number(ctx, o.Credit); err != nil {
		return Result{}, err
	}
	return l.hand(ctx, i)
}

func (l *Ledger) settle(ctx context.Context, step step, s Settlement) (Result, error) {
	if err := s.Detail.check(); err != nil {
		return Result{}, err
	}
	return l.hand(ctx, &item{step: step, settle: s})
}

func (l *Ledger) hand(ctx context.Context, i *item) (Result, error) {
	if l.writer.isClosed() {
		return Result{}, ErrClosed
	}
	var err error
	if i.id, err = l.numbers.fresh(ctx); err != nil {
		return Result{}, err
	}
	if err := l.writer.submit(ctx, i); err != nil {
		if errors.Is(err, store.ErrUnknown) {
			return Result{}, err // the item still belongs to the writer
		}
		return i.result, err
	}
	return i.result, nil
}

// check refuses what no state of the books could allow. It depends on the order alone, so no key needs to remember it.
func (o *Order) check() error {
	switch {
	case o.Amount <= 0:
		return fault.New(fault.INVALID_AMOUNT, "the amount is not positive")
	case o.Debit == o.Credit:
		return fault.New(fault.TRANSFER_SAME, "both accounts are %s", o.Debit)
	case o.Kind == "":
		return fmt.Errorf("ledger: an order without a kind")
	case o.Key == Key{}:
		return fmt.Errorf("ledger: an order without a key")
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

// storable keeps away what one of the engines would refuse, and with it a whole batch.
func storable(texts ...string) bool {
	for _, t := range texts {
		if !utf8.ValidString(t) || strings.ContainsRune(t, 0) {
			return false
		}
	}
	return true
}
