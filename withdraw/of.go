package withdraw

import (
	"context"
	"fmt"
	"math"

	"krapao/internal/clock"
	"krapao/ledger"
	"krapao/withdraw/internal/withdrawdb"
)

// OfPlace is where a list of one member's withdrawals goes on.
type OfPlace struct {
	At clock.Micros `json:"t"`
	ID ledger.ID    `json:"i"`
}

// Place is where a list goes on after a withdrawal.
func (w Withdrawal) Place() OfPlace { return OfPlace{clock.MicrosOf(w.RequestedAt), w.ID} }

// Of lists a member's withdrawals before a place (nil: from the newest on), without their accounts.
func (s *Service) Of(ctx context.Context, member string, before *OfPlace, most int) ([]Withdrawal, error) {
	from := OfPlace{At: math.MaxInt64}
	if before != nil {
		from = *before
	}
	rows, err := withdrawdb.New(s.Store.DB()).WithdrawalsOf(ctx, withdrawdb.WithdrawalsOfParams{
		Member: member, At: from.At, Before: int64(from.ID), Most: int32(most),
	})
	if err != nil {
		return nil, fmt.Errorf("withdraw: of a member: %w", err)
	}
	list := make([]Withdrawal, len(rows))
	for i, row := range rows {
		if list[i], err = withdrawalOf(row); err != nil {
			return nil, err
		}
	}
	return list, nil
}
