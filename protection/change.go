package protection

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/money"
	"krapao/protection/internal/protectiondb"
)

// Set sets a member's own limit; nil lifts it. A tighter or a first limit counts at once and replaces one that waits. A looser
// one waits. It returns INVALID_INPUT for an unknown kind or period, and INVALID_AMOUNT for an amount below zero.
func (s *Service) Set(ctx context.Context, member string, kind Kind, period Period, amount *money.Amount) error {
	if err := check(kind, period); err != nil {
		return err
	}
	if amount != nil && (*amount < 0 || *amount > money.Max) {
		return fault.New(fault.INVALID_AMOUNT, "a limit must not be below zero")
	}
	for {
		err := s.Store.Write(ctx, func(tx *store.Tx) error { return setTx(ctx, tx, member, kind, period, amount) })
		if !errors.Is(err, errChanged) {
			return err
		}
	}
}

// check refuses an unknown kind or period.
func check(kind Kind, period Period) error {
	switch {
	case !slices.Contains(Kinds, kind):
		return fault.New(fault.INVALID_INPUT, "the kind must be deposit or loss")
	case !slices.Contains(Periods, period):
		return fault.New(fault.INVALID_INPUT, "the period must be day, week or month")
	}
	return nil
}

func setTx(ctx context.Context, tx *store.Tx, member string, kind Kind, period Period, amount *money.Amount) error {
	q := protectiondb.New(tx)
	row, err := q.LockLimit(ctx, member, string(kind), string(period))
	switch none := store.NotFound(err); {
	case err != nil && !none:
		return fmt.Errorf("protection: set a limit: %w", err)
	case none && amount == nil:
		return nil
	case none || amount != nil && *amount <= row.Amount:
		n, err := q.TightenLimit(ctx, protectiondb.TightenLimitParams{
			Member: member, Kind: string(kind), Period: string(period), Amount: *amount, Since: clock.MicrosOf(tx.Now),
		})
		if err == nil && n == 0 {
			return errChanged // another call has just set a tighter limit
		}
		return err
	}
	next := int64(lifted)
	if amount != nil {
		next = int64(*amount)
	}
	if row.NextFrom != 0 && row.NextAmount == next {
		return nil // the same limit waits already, and its waiting time goes on
	}
	return q.LoosenLimit(ctx, protectiondb.LoosenLimitParams{
		NextAmount: next, NextFrom: clock.MicrosOf(tx.Now.Add(LoosenAfter)),
		Member: member, Kind: string(kind), Period: string(period),
	})
}

// Confirm puts a looser limit that waits into force. It returns NO_DATA if none waits, and TRY_AGAIN with params next before its
// time has come.
func (s *Service) Confirm(ctx context.Context, member string, kind Kind, period Period) error {
	if err := check(kind, period); err != nil {
		return err
	}
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		q := protectiondb.New(tx)
		row, err := q.LockLimit(ctx, member, string(kind), string(period))
		switch {
		case store.NotFound(err), err == nil && row.NextFrom == 0:
			return fault.New(fault.NO_DATA, "no looser limit waits")
		case err != nil:
			return fmt.Errorf("protection: confirm a limit: %w", err)
		case clock.MicrosOf(tx.Now) < row.NextFrom:
			from := row.NextFrom.Time()
			return fault.New(fault.TRY_AGAIN, "a looser limit waits 24 hours").With("next", from.Format(time.RFC3339))
		case row.NextAmount == lifted:
			return q.DropLimit(ctx, member, string(kind), string(period))
		}
		return q.SetLimit(ctx, protectiondb.SetLimitParams{
			Member: member, Kind: string(kind), Period: string(period), Amount: money.Amount(row.NextAmount),
			Since: clock.MicrosOf(tx.Now),
		})
	})
}
