// Package play keeps U: what of its deposits a member has not played (RULES.md section 1).
//
// Promises:
//   - U is kept by deposit (a lot), so that a bet lessens only money that was there when it was made: the lots credited
//     at or before it, the oldest first.
//   - Where a game reports nothing, a change of its balance that our transfers don't explain counts as play.
//   - U is never below 0, and never above what the member has: a stable total below it cuts the newest lots.
//   - What U falls by through play is told to the wheel in the same commit, because coins of a deposit become usable so.
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
	// Since and BetAt enclose when it was played: one moment for a round, for a counter its reading before and this one.
	// A lot that was credited later than Since is not lessened by it.
	Since, BetAt time.Time
	// Turnover is in satang, and of a row that is told again only what it never told before: a round that was corrected or
	// is void gives nothing back to U, so it takes nothing a second time when it holds again.
	Turnover money.Amount
}

// Coins are the wheel's: they become usable as deposits are played.
type Coins interface {
	// PlayedTx is told by how much a member's U fell, above zero.
	PlayedTx(ctx context.Context, tx *store.Tx, member string, amount money.Amount) error
}

// Service keeps U.
type Service struct {
	store *store.Store
	coins Coins
}

// New makes the service. Without coins nobody is told.
func New(s *store.Store, coins Coins) *Service { return &Service{store: s, coins: coins} }

// Unplayed is U as far as reports and readings were kept.
func (s *Service) Unplayed(ctx context.Context, member string) (money.Amount, error) {
	u, err := playdb.New(s.store.DB()).Unplayed(ctx, member)
	if err != nil {
		return 0, fmt.Errorf("play: unplayed: %w", err)
	}
	return money.Amount(u), nil
}
