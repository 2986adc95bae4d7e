package spin

import (
	"context"
	"fmt"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/money"
	"krapao/spin/internal/spindb"
)

// PlayedTx makes pending coins usable, the oldest first: one for each 500 baht by which the member's unplayed deposits fell.
// Play while no coin is pending does not count for later coins.
func (s *Service) PlayedTx(ctx context.Context, tx *store.Tx, member string, amount money.Amount) error {
	q := spindb.New(tx)
	settings, err := settingsOf(ctx, q)
	if err != nil {
		return err
	}
	m, err := q.LockMember(ctx, member)
	if err != nil {
		return fmt.Errorf("spin: make coins usable: %w", err)
	}
	grants, err := q.LiveGrants(ctx, member, clock.MicrosOf(tx.Now))
	if err != nil {
		return fmt.Errorf("spin: make coins usable: %w", err)
	}
	m.Played += int64(amount)
	left := int64(0)
	for _, g := range grants {
		n := min(m.Played/int64(settings.Per), g.Pending)
		m.Played -= n * int64(settings.Per)
		g.Pending, g.Usable = g.Pending-n, g.Usable+n
		left += g.Pending
		if n == 0 {
			continue
		}
		if err := setGrant(ctx, q, g); err != nil {
			return err
		}
	}
	if left == 0 {
		m.Played = 0
	}
	return setMember(ctx, q, m)
}

// LockTx locks a member's coins for the rest of the transaction. See LockedTx.
func (s *Service) LockTx(ctx context.Context, tx *store.Tx, member string) error {
	if err := spindb.New(store.Lock{Tx: tx}).WaitForMember(ctx, member); err != nil {
		return fmt.Errorf("spin: lock a member's coins: %w", err)
	}
	return nil
}

// LockedTx locks a member's coins for the rest of the transaction, and returns how many are pending. A transaction that locks
// accounts of the ledger, too, locks the coins first (docs/architecture/0009-conditions.md).
func (s *Service) LockedTx(ctx context.Context, tx *store.Tx, member string) (pending int64, err error) {
	if err := s.LockTx(ctx, tx, member); err != nil {
		return 0, err
	}
	row, err := spindb.New(tx).Balance(ctx, member, clock.MicrosOf(tx.Now))
	if err != nil {
		return 0, fmt.Errorf("spin: a member's pending coins: %w", err)
	}
	return row.Pending, nil
}

// WithdrawnTx cancels pending coins, in the commit of a withdrawal request. It cancels them in the proportion of the amount to
// of, the wallet's available balance before, rounded up. Usable coins stay. The coins must be locked, and so many pending, by
// LockedTx.
func (s *Service) WithdrawnTx(ctx context.Context, tx *store.Tx, member string, pending int64, amount, of money.Amount) error {
	if pending == 0 {
		return nil
	}
	_, err := drainTx(ctx, tx, member, share(pending, amount, of),
		func(g *spindb.CoinGrant) *int64 { return &g.Pending }, func(g *spindb.CoinGrant, n int64) { g.Cancelled += n })
	return err
}

// share is n times amount/of, rounded up, and never more than n.
func share(n int64, amount, of money.Amount) int64 {
	if amount >= of {
		return n
	}
	return (n*int64(amount) + int64(of) - 1) / int64(of)
}

// SpendTx spends the usable coin that expires first, and returns how many are left. It returns NO_COIN if there is none.
func (s *Service) SpendTx(ctx context.Context, tx *store.Tx, member string) (left int64, err error) {
	q := spindb.New(tx)
	if err := s.LockTx(ctx, tx, member); err != nil {
		return 0, err
	}
	grants, err := q.LiveGrants(ctx, member, clock.MicrosOf(tx.Now))
	if err != nil {
		return 0, fmt.Errorf("spin: spend a coin: %w", err)
	}
	spent := false
	for _, g := range grants {
		left += g.Usable
		if spent || g.Usable == 0 {
			continue
		}
		spent = true
		g.Usable, g.Spent, left = g.Usable-1, g.Spent+1, left-1
		if err := setGrant(ctx, q, g); err != nil {
			return 0, err
		}
	}
	if !spent {
		return 0, fault.New(fault.NO_COIN, "no coin is usable")
	}
	return left, nil
}
