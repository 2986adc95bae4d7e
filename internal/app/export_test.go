package app

import (
	"krapao/privacy"
	"krapao/reconcile"
)

// Reconciliation is the comparison of days with providers, which only a job runs.
func (a *App) Reconciliation() *reconcile.Service { return a.reconciliation }

// ExportsBy gives out what is kept of members, so many rows of a table at a time.
func (a *App) ExportsBy(rows int) *privacy.Service {
	d := privacyOf(a.base, a.areas)
	d.PageRows = rows
	return privacy.New(d)
}
