// Package play keeps U: how much of its deposits a member has not played (RULES.md section 1).
//
// Promises:
//   - U is kept by deposit: each has a lot. A bet plays only lots that were credited at or before it, the oldest first.
//   - At a game that reports no play, a change of the balance that our transfers don't explain counts as play.
//   - U is never below 0, and never above what the member has: a stable total below U cuts the newest lots.
//   - The wheel learns in the same commit by how much play reduced U, because coins of a deposit become usable by it.
package play

import (
	"context"
	"fmt"
	"time"

	"krapao/internal/store"
	"krapao/money"
	"krapao/play/internal/playdb"
)

// Added is what a report, or a reading, adds to a member's play.
type Added struct {
	Member string
	// The play was between Since and BetAt. Of a round both are one moment; of a counter, they are its reading before and this
	// one. It does not reduce lots that were credited later than Since.
	Since, BetAt time.Time
	// Turnover is in satang. Of a row that is reported again, it is only what the row never reported before: a round that is
	// corrected or void adds nothing to U, so it must not reduce U a second time when it is valid again.
	Turnover money.Amount
}

// Coins are the wheel's: they become usable as deposits are played.
type Coins interface {
	// PlayedTx is called with the amount by which play reduced a member's U; more than 0.
	PlayedTx(ctx context.Context, tx *store.Tx, member string, amount money.Amount) error
}

// Service keeps U.
type Service struct {
	store *store.Store
	coins Coins
}

// New makes the service. coins may be nil.
func New(s *store.Store, coins Coins) *Service { return &Service{store: s, coins: coins} }

// Unplayed returns U, by the reports and readings that were kept so far.
func (s *Service) Unplayed(ctx context.Context, member string) (money.Amount, error) {
	u, err := playdb.New(s.store.DB()).Unplayed(ctx, member)
	if err != nil {
		return 0, fmt.Errorf("play: unplayed: %w", err)
	}
	return money.Amount(u), nil
}
