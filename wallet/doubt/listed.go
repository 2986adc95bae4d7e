package doubt

import (
	"context"
	"errors"
	"fmt"
	"math"

	"krapao/game"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
)

// SettleListed books a transfer that is under way as the provider's list has it. It calls no provider: an operation that the
// transfer is a leg of goes on at the next sweep. booked is false where the list says something that the transfer can't have
// been; it stays under way.
func (s *Service) SettleListed(
	ctx context.Context, t ledger.Transfer, credits money.Credits, outside string,
) (booked bool, err error) {
	a, err := accountOf(ctx, s.games, t)
	if err != nil {
		return false, err
	}
	moved, err := answered(a, t, credits)
	if errors.Is(err, errDisagrees) {
		return false, nil
	}
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		if err := s.endDoubtTx(ctx, tx, a, int64(t.ID), true, false); err != nil {
			return err
		}
		_, err := s.books.PostTx(ctx, tx, ledger.Settlement{
			ID: t.ID, Amount: moved, Surplus: t.Kind == game.KindOut, Fence: math.MaxInt64,
			Detail: ledger.Detail{Reason: clearedReason(t), Outside: game.Printable(outside)},
		})
		if err != nil {
			return err
		}
		return s.transfers.HastenTx(ctx, tx, t)
	})
	if err != nil {
		return false, fmt.Errorf("wallet: settle a listed transfer: %w", err)
	}
	return true, nil
}
