// Package spin keeps the wheel's coins.
//
// Promises (RULES.md section 10):
//   - A deposit earns one coin for each 500 baht; what is left over counts for the next deposit. At most 100 a day, and
//     each is good for 30 days.
//   - They are pending until the deposit is played: one becomes usable for each 500 baht of play. A withdrawal cancels
//     pending ones in its proportion to the wallet, so that money that only comes and goes earns nothing.
//   - One grant per arrival, once, on however many nodes. A deposit that is taken back takes its coins along; those that
//     were spent are owed, and the next coins pay for them.
//   - No coin is ever in two states, and none is below zero.
package spin

import (
	"context"
	"fmt"

	"krapao/internal/store"
	spinq "krapao/internal/store/q/spin"
)

// sourceDeposit is the source of a grant that a deposit earned.
const sourceDeposit = "deposit"

// Service keeps coins.
type Service struct{ store *store.Store }

// New makes the service.
func New(s *store.Store) *Service { return &Service{store: s} }

// Coins are a member's.
type Coins struct {
	// Usable can be spent now; Pending become usable as the deposits are played.
	Usable, Pending int64
}

// Coins counts a member's, without those that expired.
func (s *Service) Coins(ctx context.Context, member string) (Coins, error) {
	row, err := spinq.New(s.store.DB()).Balance(ctx, member, s.store.Now().UnixMicro())
	if err != nil {
		return Coins{}, fmt.Errorf("spin: coins: %w", err)
	}
	return Coins{Usable: row.Usable, Pending: row.Pending}, nil
}
