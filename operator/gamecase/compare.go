package gamecase

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/operator"
	"krapao/reconcile"
)

// KindCompare is the decision by which a day is compared again with one provider, or with all. Its subject is CompareSubject.
const KindCompare = ofCase + "compare"

// What stands in a subject for every provider, and for the day of Bangkok.
const (
	allProviders = "all"
	today        = "today"
)

// CompareSubject names a day of a provider.
func CompareSubject(provider, day string) string { return day + " " + provider }

// compared says with whom a day is compared.
func compared(provider string) operator.Fact {
	if provider == allProviders {
		return operator.Fact{Name: "provider", Kind: operator.FactState, After: allProviders}
	}
	return operator.Fact{Name: "provider", Kind: operator.FactSystem, After: provider}
}

func (s *Service) planCompare(ctx context.Context, subject string, _ json.RawMessage) (operator.Plan, error) {
	if s.d.Reconciliation == nil {
		return operator.Plan{}, fault.New(fault.NO_DATA, "this house compares no days with providers")
	}
	day, provider, _ := strings.Cut(subject, " ")
	if day == today {
		day = s.d.Reconciliation.Today()
	}
	named := provider
	if provider == allProviders {
		named = ""
	}
	state := operator.Fingerprint(KindCompare, day, provider)
	return operator.Plan{
		State: state, Still: func(*store.Tx) (string, error) { return state, nil },
		Facts: []operator.Fact{
			{Name: "day", Kind: operator.FactText, After: day},
			compared(provider),
		},
		Says: fmt.Sprintf("%s will be compared within 10 minutes; krapao operator providers shows how far it is",
			strings.TrimSpace(day+" "+named)),
		Does: func(tx *store.Tx, _ operator.Decision) error {
			return s.d.Reconciliation.CompareTx(ctx, tx, named, day)
		},
	}, nil
}

// Days returns compared days newest first, after a place.
func (s *Service) Days(
	ctx context.Context, of reconcile.Span, after *reconcile.Place, most int,
) ([]reconcile.ProviderDay, error) {
	if s.d.Reconciliation == nil {
		return nil, nil
	}
	return s.d.Reconciliation.Days(ctx, of, after, most)
}

// Day returns one compared day of a provider. NO_DATA: there is none.
func (s *Service) Day(ctx context.Context, provider, day string) (reconcile.ProviderDay, error) {
	if s.d.Reconciliation == nil {
		return reconcile.ProviderDay{}, fault.New(fault.NO_DATA, "this house compares no days with providers")
	}
	return s.d.Reconciliation.DayOf(ctx, provider, day)
}
