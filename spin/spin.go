// Package spin turns the wheel, and keeps its coins and coupons.
//
// Promises of coins (RULES.md section 10):
//   - A deposit earns one coin for each 500 baht; what is left over counts for the next deposit. At most 100 a day, and
//     each is good for 30 days.
//   - They are pending until the deposit is played: one becomes usable for each 500 baht of play. A withdrawal cancels
//     pending ones in its proportion to the wallet, so that money that only comes and goes earns nothing.
//   - One grant per arrival, once, on however many nodes. A deposit that is taken back takes its coins along; those that
//     were spent are owed, and the next coins pay for them.
//   - No coin is ever in two states, and none is below zero.
//
// Promises of the wheel:
//   - The draw is an HMAC of a seed whose fingerprint was shown before and of the member's own part, without bias over whole
//     weights. Once the seed is replaced, everybody can calculate its draws again.
//   - Coin, draw and coupon are one commit, and so is the money: what is drawn lies in house:coupons from then on. A prize
//     that the house can't pay costs no coin.
//   - A seed's draws are numbered 0, 1, 2 and so on without a gap. The same key gets the same draw, for ever.
//   - A table of slices never changes: a new one ends it. One that gives too much away is refused.
//   - Each coupon is claimed once, or it expires after 30 days and its money goes back to house:prize.
package spin

import (
	"context"
	"crypto/rand"
	"fmt"

	"krapao/internal/clock"
	"krapao/spin/internal/spindb"
)

// sourceDeposit is the source of a grant that a deposit earned.
const sourceDeposit = "deposit"

// Service keeps coins and turns the wheel.
type Service struct {
	Deps
}

// New makes the service. Coins need the store alone.
func New(d Deps) *Service {
	if d.Random == nil {
		d.Random = rand.Reader
	}
	return &Service{Deps: d}
}

// Coins are a member's.
type Coins struct {
	// Usable can be spent now; Pending become usable as the deposits are played.
	Usable, Pending int64
}

// Coins counts a member's, without those that expired.
func (s *Service) Coins(ctx context.Context, member string) (Coins, error) {
	row, err := spindb.New(s.Store.DB()).Balance(ctx, member, clock.MicrosOf(s.Store.Now()))
	if err != nil {
		return Coins{}, fmt.Errorf("spin: coins: %w", err)
	}
	return Coins{Usable: row.Usable, Pending: row.Pending}, nil
}
