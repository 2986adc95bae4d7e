package bonus

import (
	"context"
	"time"

	"krapao/bonus/internal/bonusdb"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/money"
)

// turnedTx is what was turned over under a condition so far, weighted by the kind of play and rounded down once: rounds by
// the time of their bet, from the grant to the deadline, at the providers of its games.
func (s *Service) turnedTx(ctx context.Context, tx *store.Tx, c Condition) (money.Amount, error) {
	if c.Required == 0 || s.Play == nil {
		return 0, nil
	}
	until, err := deadline(ctx, bonusdb.New(tx), c, tx.Now)
	if err != nil {
		return 0, err
	}
	turned, err := s.Play.TurnoverTx(ctx, tx, c.Member, c.GrantedAt, until, c.Terms.Providers)
	if err != nil {
		return 0, err
	}
	return weighted(turned, c.Terms.Weights), nil
}

// weighted sums turnovers by the weight of each kind of play; one without a weight counts nothing.
func weighted(turned []Turned, weights map[string]int64) money.Amount {
	sum := money.Amount(0)
	for _, t := range turned {
		sum += t.Amount * money.Amount(weights[t.Play])
	}
	return max(0, sum/100)
}

// positionTx is where a condition stands, by a total of now.
func (s *Service) positionTx(ctx context.Context, tx *store.Tx, c Condition, total money.Amount) (Position, error) {
	outside, _, err := s.Books.OutsideTx(ctx, tx, c.Member, c.WalletAt)
	if err != nil {
		return Position{}, err
	}
	turned, err := s.turnedTx(ctx, tx, c)
	if err != nil {
		return Position{}, err
	}
	return c.position(c.Own+outside, turned, total), nil
}

// late tells whether the condition's time is over.
func late(ctx context.Context, tx *store.Tx, c Condition) (bool, error) {
	if tx.Now.Before(c.ExpiresAt) {
		return false, nil
	}
	until, err := deadline(ctx, bonusdb.New(tx), c, tx.Now)
	return !tx.Now.Before(until), err
}

// deadline is when a condition expires: its days, and for as long as one of its games or all deposits could not be used,
// where that was over 30 minutes.
func deadline(ctx context.Context, q *bonusdb.Queries, c Condition, now time.Time) (time.Time, error) {
	rows, err := q.Outages(ctx, clock.MicrosOf(later(now, c.ExpiresAt)), clock.MicrosOf(c.GrantedAt))
	if err != nil {
		return time.Time{}, err
	}
	return c.extended(rows, now), nil
}
