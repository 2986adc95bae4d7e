package app

import "krapao/reconcile"

// Reconciliation is the comparison of days with providers, which only a job runs.
func (a *App) Reconciliation() *reconcile.Service { return a.reconciliation }
