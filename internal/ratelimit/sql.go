package ratelimit

import (
	"context"
	"errors"
	"time"

	"krapao/internal/store"
	ratelimitq "krapao/internal/store/q/ratelimit"
)

// SQL keeps allowances in the database: shared by all nodes, and a restart changes nothing. For what an attacker would
// gain by a restart or by going to another node: guesses at passwords, messages that cost money.
type SQL struct{ store *store.Store }

// NewSQL returns a source over the store.
func NewSQL(s *store.Store) *SQL { return &SQL{store: s} }

// errRefused rolls back what the other limits of the same Take were charged.
var errRefused = errors.New("ratelimit: refused")

// Take implements Source.
func (s *SQL) Take(ctx context.Context, now time.Time, charges []cell) (refused int, wait time.Duration, err error) {
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		refused, wait = allowed, 0
		for i, c := range charges {
			w, err := charge(ctx, ratelimitq.New(tx), now, c)
			if err != nil {
				return err
			}
			if w > wait {
				refused, wait = i, w
			}
		}
		if refused != allowed {
			return errRefused
		}
		return nil
	})
	if errors.Is(err, errRefused) {
		return refused, wait, nil
	}
	if err != nil {
		return 0, 0, err
	}
	return allowed, 0, nil
}

// charge returns how long to wait; 0 is allowed.
func charge(ctx context.Context, q *ratelimitq.Queries, now time.Time, c cell) (time.Duration, error) {
	latest := now.Add(c.tolerance - c.interval)
	_, err := q.Charge(ctx, ratelimitq.ChargeParams{
		Key: c.key, FirstWholeAt: now.Add(c.interval).UnixMicro(),
		Now: now.UnixMicro(), IntervalMicros: c.interval.Microseconds(), Latest: latest.UnixMicro(),
	})
	if err == nil || !store.NotFound(err) {
		return 0, err
	}
	whole, err := q.WholeAt(ctx, c.key) // the refused statement holds the row's lock, so nothing changed in between
	if err != nil {
		return 0, err
	}
	return time.UnixMicro(whole).Sub(latest), nil
}

// Refund implements Source.
func (s *SQL) Refund(ctx context.Context, charges []cell) error {
	return s.store.Write(ctx, func(tx *store.Tx) error {
		for _, c := range charges {
			if err := ratelimitq.New(tx).Refund(ctx, c.interval.Microseconds(), c.key); err != nil {
				return err
			}
		}
		return nil
	})
}

// Reset implements Source.
func (s *SQL) Reset(ctx context.Context, charges []cell) error {
	return s.store.Write(ctx, func(tx *store.Tx) error {
		for _, c := range charges {
			if err := ratelimitq.New(tx).Reset(ctx, c.key); err != nil {
				return err
			}
		}
		return nil
	})
}

// Sweep removes allowances that are whole again and returns how many; run it now and then.
func (s *SQL) Sweep(ctx context.Context) (removed int64, err error) {
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		removed, err = ratelimitq.New(tx).Sweep(ctx, tx.Now.UnixMicro())
		return err
	})
	return removed, err
}
