// Package spin draws from the wheel, and keeps its coins and coupons.
//
// Promises of coins (RULES.md section 10):
//   - A deposit earns one coin for each 500 baht; the remainder counts for the next deposit. A member earns at most 100 coins
//     a day, and a coin is good for 30 days.
//   - Coins are pending until the deposit is played: one becomes usable for each 500 baht of play. A withdrawal cancels pending
//     coins in its proportion to the wallet, so that money that only comes and goes earns nothing.
//   - There is one grant per arrival, on any number of nodes. When a deposit is taken back, so are its coins. The member owes
//     those that were spent, and its next coins pay for them.
//   - No coin is ever in two states, and no count is below zero.
//
// Promises of the wheel:
//   - The draw is an HMAC of a seed, whose fingerprint was shown before, and of the member's own seed. It has no bias over whole
//     weights. Once the seed is replaced, anybody can calculate its draws again.
//   - Coin, draw, coupon and the prize's money are one commit: from then on the money is in house:coupons. A prize that the
//     house can't pay costs no coin.
//   - A seed's draws are numbered 0, 1, 2 and so on without a gap. The same key gets the same draw, for ever.
//   - A table of slices never changes: a new version replaces it. A table that gives too much away is refused.
//   - Each coupon is claimed once, or expires after 30 days and its money goes back to house:prize.
package spin

import (
	"context"
	"crypto/rand"
	"fmt"

	"krapao/internal/clock"
	"krapao/spin/internal/spindb"
)

// sourceDeposit is the source of coins that a deposit earned.
const sourceDeposit = "deposit"

// Service keeps coins and draws from the wheel.
type Service struct {
	Deps
	bonuses Bonuses
}

// New makes the service. Coins need Deps.Store alone.
func New(d Deps) *Service {
	if d.Random == nil {
		d.Random = rand.Reader
	}
	return &Service{Deps: d}
}

// SetBonuses sets what grants coupons of money, once, when the program is built, before the first claim.
func (s *Service) SetBonuses(b Bonuses) { s.bonuses = b }

// Unwired names the setters that were not called.
func (s *Service) Unwired() (setters []string) {
	if s.bonuses == nil {
		setters = append(setters, "spin.SetBonuses")
	}
	return setters
}

// Coins counts a member's coins.
type Coins struct {
	// Usable can be spent now; Pending become usable as the deposits are played.
	Usable, Pending int64
}

// Coins counts a member's coins, without expired ones.
func (s *Service) Coins(ctx context.Context, member string) (Coins, error) {
	row, err := spindb.New(s.Store.DB()).Balance(ctx, member, clock.MicrosOf(s.Store.Now()))
	if err != nil {
		return Coins{}, fmt.Errorf("spin: read a member's coins: %w", err)
	}
	return Coins{Usable: row.Usable, Pending: row.Pending}, nil
}
