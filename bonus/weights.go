package bonus

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"

	"krapao/bonus/internal/bonusdb"
	"krapao/internal/content"
	"krapao/internal/store"
)

// strictWeights are the percents at which turnover counts, by kind of play (RULES.md section 7).
var strictWeights = map[string]int64{"slot": 100, "casino": 10, "sport": 50, "lotto": 0}

// weightsSection is the part "weights" of the section "bonus".
var weightsSection = content.Setting[map[string]int64]{
	Name: "weights of turnover",
	Check: func(_ context.Context, _ *store.Tx, given *map[string]int64) error {
		weights := maps.Clone(strictWeights)
		for play, weight := range *given {
			if _, known := weights[play]; !known || weight < 0 || weight > 1000 {
				return fmt.Errorf("bonus: the weight of %q: weights are of slot, casino, sport or lotto, 0 to 1000", play)
			}
			weights[play] = weight
		}
		*given = weights
		return nil
	},
}

// ApplyWeightsTx puts weights of turnover into force and returns what changed. A weight that is not given is strict.
func (*Service) ApplyWeightsTx(ctx context.Context, tx *store.Tx, given map[string]int64) ([]string, error) {
	raw, err := json.Marshal(given)
	if err != nil {
		return nil, fmt.Errorf("bonus: weights: %w", err)
	}
	return weightsSection.Apply(ctx, tx, bonusdb.New(tx), raw)
}

// weightsOf returns the weights in force.
func weightsOf(ctx context.Context, q *bonusdb.Queries) (map[string]int64, error) {
	weights, err := weightsSection.InForce(ctx, q)
	if err != nil || weights != nil {
		return weights, err
	}
	return maps.Clone(strictWeights), nil
}

// CurrentWeights returns the weights of turnover that were set, as ApplyWeightsTx takes them. Nil: none were.
func CurrentWeights(ctx context.Context, db content.DB) (json.RawMessage, error) {
	return weightsSection.Current(ctx, bonusdb.New(db))
}
