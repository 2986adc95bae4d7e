package play

import (
	"context"
	"fmt"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/money"
	"krapao/play/internal/playdb"
)

// CreditedTx adds a deposit to U, in the commit that credits it to its member. An arrival is added once.
func (s *Service) CreditedTx(ctx context.Context, tx *store.Tx, member, inflow string, amount money.Amount) error {
	if err := s.LockTx(ctx, tx, member); err != nil {
		return err
	}
	err := playdb.New(tx).AddLot(ctx, playdb.AddLotParams{
		Inflow: inflow, Member: member, Amount: amount, Rest: int64(amount), CreditedAt: clock.MicrosOf(tx.Now),
	})
	if err != nil {
		return fmt.Errorf("play: credited: %w", err)
	}
	return nil
}

// LockTx locks a member's lots for the rest of the transaction. A transaction that locks accounts of the ledger, too, locks the
// lots first (docs/architecture/0009-conditions.md).
func (s *Service) LockTx(ctx context.Context, tx *store.Tx, member string) error {
	if err := playdb.New(store.Lock{Tx: tx}).LockMember(ctx, member); err != nil {
		return fmt.Errorf("play: lock: %w", err)
	}
	return nil
}

// ReversedTx takes a reversed deposit out of U. That is no play: no coin becomes usable by it.
func (s *Service) ReversedTx(ctx context.Context, tx *store.Tx, inflow string) error {
	q := playdb.New(tx)
	lot, err := q.Lot(ctx, inflow)
	if store.NotFound(err) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("play: reversed: %w", err)
	}
	if err := s.LockTx(ctx, tx, lot.Member); err != nil {
		return err
	}
	if err := q.SetLotRest(ctx, 0, inflow); err != nil {
		return fmt.Errorf("play: reversed: %w", err)
	}
	return nil
}

// SeenTx cuts the newest lots to a stable total, because U is never above what the member has. No coin becomes usable by it.
// most is the most that the member may have, in satang, with withdrawals under way. It must include games that can't be
// read and the money of withdrawals: otherwise money that is only out of sight would count as played.
func (s *Service) SeenTx(ctx context.Context, tx *store.Tx, member string, most money.Amount) error {
	q := playdb.New(tx)
	u, err := q.Unplayed(ctx, member)
	if err != nil || u <= int64(most) { // a lot that is added at this moment came with money that the total does not contain
		return err
	}
	lots, err := openLots(ctx, tx, member)
	if err != nil {
		return err
	}
	u = 0
	for _, lot := range lots {
		u += lot.Rest
	}
	for i := len(lots) - 1; i >= 0 && u > int64(most); i-- {
		cut := min(lots[i].Rest, u-int64(most))
		u -= cut
		if err := q.SetLotRest(ctx, lots[i].Rest-cut, lots[i].Inflow); err != nil {
			return fmt.Errorf("play: seen: %w", err)
		}
	}
	return nil
}

// openLots locks the member's lots and returns those with a rest, the oldest first.
func openLots(ctx context.Context, tx *store.Tx, member string) ([]playdb.PlayLot, error) {
	if err := playdb.New(store.Lock{Tx: tx}).LockMember(ctx, member); err != nil {
		return nil, fmt.Errorf("play: lock: %w", err)
	}
	lots, err := playdb.New(tx).OpenLots(ctx, member)
	if err != nil {
		return nil, fmt.Errorf("play: lots: %w", err)
	}
	return lots, nil
}
