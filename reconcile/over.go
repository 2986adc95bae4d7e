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

// Over returns why providers are to be stopped, by their codes: their open differences are over Settings.BreakOver or over
// Settings.BreakCases.
func (r *Service) Over(ctx context.Context) (map[string]string, error) {
	rows, err := reconciledb.New(r.store.DB()).OpenDifferences(ctx)
	if err != nil {
		return nil, fmt.Errorf("reconcile: read open differences: %w", err)
	}
	over := map[string]string{}
	for _, row := range rows {
		if why := r.over(row); why != "" {
			over[row.Provider] = why
		}
	}
	return over, nil
}

// over is why a provider is to be stopped. Empty: it is not.
func (r *Service) over(row reconciledb.OpenDifferencesRow) string {
	amount := money.Amount(row.Amount)
	if amount <= r.settings.BreakOver && row.Cases <= r.settings.BreakCases {
		return ""
	}
	return fmt.Sprintf("%s: open differences: %d, of %s baht", row.Provider, row.Cases, amount)
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
		if why := r.over(row); why != "" && row.Provider == provider {
			return r.settings.Stop(ctx, tx, provider, why)
		}
	}
	return nil
}
