package bonus

import (
	"context"

	"krapao/internal/store"
	"krapao/money"
)

// turnedTx is the turnover under a condition so far, weighted by the kind of play and rounded down once. Rounds count by the
// time of their bet, from the grant to the deadline, at the providers of the condition's games.
func (s *Service) turnedTx(ctx context.Context, tx *store.Tx, c Condition) (money.Amount, error) {
	if c.Required == 0 || s.Play == nil {
		return 0, nil
	}
	until, err := deadline(ctx, tx, c, tx.Now)
	if err != nil {
		return 0, err
	}
	turned, err := s.Play.TurnoverTx(ctx, tx, c.Member, c.GrantedAt, until, c.Terms.Providers)
	if err != nil {
		return 0, err
	}
	return weighted(turned, c.Terms.Weights), nil
}

// weighted sums turnovers, each at its weight in percent. A kind of play without a weight does not count.
func weighted(turned []Turned, weights map[string]int64) money.Amount {
	sum := money.Amount(0)
	for _, t := range turned {
		sum += t.Amount * money.Amount(weights[t.Play])
	}
	return max(0, sum/100)
}

// positionTx is the position of a condition now, by a total.
func (s *Service) positionTx(ctx context.Context, tx *store.Tx, c Condition, total money.Amount) (Position, error) {
	outside, _, err := s.Figures.OutsideTx(ctx, tx, c.Member, c.WalletAt)
	if err != nil {
		return Position{}, err
	}
	turned, err := s.turnedTx(ctx, tx, c)
	if err != nil {
		return Position{}, err
	}
	return c.position(c.Own+outside, turned, total), nil
}
