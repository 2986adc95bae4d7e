package gamecase

import (
	"context"
	"time"

	"krapao/game/report"
	"krapao/reconcile"
)

// ProviderState is what this node knows about a provider.
type ProviderState struct {
	reconcile.ProviderState
	Report report.State
	// CircuitOpen: this node does not call the provider for now, because it has not answered since FailingSince. Each node has a
	// circuit breaker of its own.
	CircuitOpen  bool
	FailingSince time.Time
}

// Providers lists every provider: its transfers in doubt, its compared days, its cases, and its report of play.
func (s *Service) Providers(ctx context.Context) ([]ProviderState, error) {
	if s.d.Reconciliation == nil {
		return nil, nil
	}
	found, err := s.d.Reconciliation.Providers(ctx)
	if err != nil {
		return nil, err
	}
	reports := map[string]report.State{}
	if s.d.Reports != nil {
		states, err := s.d.Reports(ctx)
		if err != nil {
			return nil, err
		}
		for _, r := range states {
			reports[r.Provider] = r
		}
	}
	list := make([]ProviderState, len(found))
	for i, p := range found {
		list[i] = ProviderState{ProviderState: p, Report: reports[p.Provider]}
		if s.d.Health != nil {
			list[i].CircuitOpen, list[i].FailingSince = s.d.Health(p.Provider)
		}
	}
	return list, nil
}
