package reconcile

import (
	"context"
	"fmt"

	"krapao/internal/store"
	"krapao/money"
	"krapao/reconcile/internal/reconciledb"
)

// Too many open differences stop the provider and the payouts (RULES.md section 14): what the books say about its games can't
// be believed until a person has looked.

// Open are the open differences of a provider: how many, and what they come to.
type Open struct {
	Cases  int64
	Amount money.Amount
}

// Over returns the providers that are to be stopped, by their codes: their open differences are over Settings.BreakOver or over
// Settings.BreakCases.
func (r *Service) Over(ctx context.Context) (map[string]Open, error) {
	rows, err := reconciledb.New(r.store.DB()).OpenDifferences(ctx)
	if err != nil {
		return nil, fmt.Errorf("reconcile: read open differences: %w", err)
	}
	over := map[string]Open{}
	for _, row := range rows {
		if open, is := r.over(row); is {
			over[row.Provider] = open
		}
	}
	return over, nil
}

// over reports whether a provider is to be stopped, and by what.
func (r *Service) over(row reconciledb.OpenDifferencesRow) (Open, bool) {
	open := Open{row.Cases, money.Amount(row.Amount)}
	return open, open.Amount > r.settings.BreakOver || open.Cases > r.settings.BreakCases
}

// stopTx stops a provider whose open differences are too many, in the commit that notes its day.
func (r *Service) stopTx(ctx context.Context, tx *store.Tx, provider string) error {
	if r.settings.Stop == nil {
		return nil
	}
	rows, err := reconciledb.New(tx).OpenDifferences(ctx)
	if err != nil {
		return err
	}
	for _, row := range rows {
		if open, is := r.over(row); is && row.Provider == provider {
			return r.settings.Stop(ctx, tx, provider, open)
		}
	}
	return nil
}
