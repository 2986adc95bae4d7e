package payout

import (
	"context"
	"fmt"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/withdraw/internal/withdrawdb"
)

// Run rechecks ended payouts after 1 h, 24 h and 72 h until the context ends: a paid one may bounce, a returned one may turn out
// to be paid.
func (s *Service) Run(ctx context.Context) {
	for {
		if err := s.round(ctx); err != nil && ctx.Err() == nil {
			s.Log.Warn("withdraw: the recheck failed", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(s.Timing.Round):
		}
	}
}

// roundTime bounds one round. Its calls and transactions have limits of their own; its reads have none.
const roundTime = 10 * time.Minute

func (s *Service) round(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, roundTime)
	defer cancel()
	_, err := s.Recheck(ctx)
	return err
}

const recheckBatch = 32

// Recheck asks the bank about the ended payouts that are due, once, and returns how many there were. It
// writes nothing if there are none.
func (s *Service) Recheck(ctx context.Context) (int, error) {
	waiting, err := withdrawdb.New(s.Store.DB()).ChecksDue(ctx, clock.MicrosOf(s.Store.Now()))
	if err != nil || waiting == 0 {
		return 0, err
	}
	var due []withdrawdb.Withdrawal
	err = s.Store.Write(ctx, func(tx *store.Tx) (err error) {
		leasedUntil := clock.MicrosOf(tx.Now.Add(2 * s.Timing.Call))
		due, err = withdrawdb.New(tx).ClaimChecks(ctx, leasedUntil, clock.MicrosOf(tx.Now), recheckBatch)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("withdraw: due checks: %w", err)
	}
	for _, w := range due {
		if _, err := s.checkWithBank(ctx, w); err != nil {
			s.Log.Info("withdraw: the bank could not be asked again", "reference", w.Reference, "error", err)
			continue // it is due again when its lease ends
		}
		if err := s.scheduleNext(ctx, w); err != nil {
			return 0, err
		}
	}
	return len(due), nil
}

func (s *Service) scheduleNext(ctx context.Context, seen withdrawdb.Withdrawal) error {
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		q := withdrawdb.New(tx)
		w, err := q.Withdrawal(ctx, seen.Transfer)
		if err != nil || w.Since != seen.Since {
			return err // it has moved on, and its new state has a recheck of its own
		}
		at, ended := clock.Micros(0), s.Store.CountFrom(w.Since.Time())
		for _, after := range s.Timing.Recheck {
			if next := ended.Add(after); next.After(tx.Now) {
				at = clock.MicrosOf(next)
				break
			}
		}
		return q.SetCheckAt(ctx, at, w.Transfer)
	})
}
