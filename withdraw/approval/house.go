package approval

import (
	"context"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/money"
	"krapao/withdraw/internal/withdrawdb"
)

// house is what a transaction knows of the house under the lock on its brake. Where the approvals of many members are one
// transaction, each counts what was approved before it.
type house struct {
	known   bool
	stopped bool
	// hour and day are what was paid to all members automatically within an hour, and today.
	hour, day money.Amount
}

// houseKey is the house of a transaction.
type houseKey struct{}

// count adds what is approved.
func (h *house) count(amount money.Amount) { h.hour, h.day = h.hour+amount, h.day+amount }

// houseTx locks the brake and reads how much was paid automatically. Many approvals that are one transaction do that once.
func (s *Service) houseTx(ctx context.Context, tx *store.Tx) (*house, error) {
	h, _ := tx.Kept(houseKey{}, func() any { return &house{} }).(*house)
	return h, store.Gather(tx, h, func([]*house) (err error) {
		if h.known {
			return nil
		}
		if h.stopped, err = s.Brake.LockTx(ctx, tx); err != nil {
			return err
		}
		today := clock.Day(tx.Now)
		hour := tx.Now.Add(-time.Hour)
		since := today
		if hour.Before(today) {
			since = hour
		}
		paid, err := withdrawdb.New(tx).AutomaticOfHouse(ctx,
			clock.MicrosOf(hour), clock.MicrosOf(today), clock.MicrosOf(since))
		h.known, h.hour, h.day = err == nil, money.Amount(paid.Hour), money.Amount(paid.Today)
		return err
	})
}
