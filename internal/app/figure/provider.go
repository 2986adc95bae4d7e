package figure

import (
	"context"
	"time"

	"krapao/game"
	"krapao/game/report"
	"krapao/internal/clock"
	"krapao/reconcile"
	"krapao/wallet/doubt"
)

// providerFigures are the state of the game providers, by the names that the configuration gives them.
func (p Parts) providerFigures() {
	reports, days := remember(p.Store, p.Reports.States), remember(p.Store, p.Days.Providers)
	for _, name := range p.Games.Names() {
		p.Metrics.Provider(name)
		p.dayFigures(name, days)
		if p.Games.Provider(name).Capabilities().Report == game.ReportNone {
			continue
		}
		p.Metrics.Figure("krapao_provider_report_age_seconds",
			"Seconds for which the provider's report of play was not read to its end; 0 before there is anything to read.",
			func(ctx context.Context) (float64, error) {
				states, err := reports(ctx)
				return p.age(unread(states, name)), err
			}, "provider", name)
	}
	cases := remember(p.Store, p.Doubts.Cases().CountByKind)
	for _, kind := range differences {
		p.Metrics.Figure("krapao_reconcile_cases", "Differences between providers' days and ours that nobody has decided.",
			func(ctx context.Context) (float64, error) {
				counts, err := cases(ctx)
				return float64(counts[kind]), err
			}, "kind", string(kind))
	}
}

// differences are the kinds of cases that the comparison of days finds.
var differences = []doubt.DifferenceKind{
	doubt.MissingThere, doubt.MissingHere, doubt.AnotherAmount, doubt.AnotherAccount, doubt.AnotherDirection,
	doubt.Twice, doubt.Unclear, doubt.Unproved, doubt.Unexplained,
}

// dayFigures are what is open between a provider and us.
func (p Parts) dayFigures(name string, days func(context.Context) ([]reconcile.ProviderState, error)) {
	read := func(pick func(reconcile.ProviderState) float64) question {
		return func(ctx context.Context) (float64, error) {
			states, err := days(ctx)
			for _, state := range states {
				if state.Provider == name {
					return pick(state), err
				}
			}
			return 0, err // not in the catalogue: nothing can be open
		}
	}
	p.Metrics.Figure("krapao_provider_doubts", "Transfers of which nobody knows whether the provider made them.",
		read(func(s reconcile.ProviderState) float64 { return float64(s.Doubts) }), "provider", name)
	p.Metrics.Figure("krapao_provider_doubts_oldest_seconds", "Age of the oldest of them; an operator's case after 86400.",
		read(func(s reconcile.ProviderState) float64 { return p.age(s.Oldest) }), "provider", name)
	p.Metrics.Figure("krapao_reconcile_age_seconds",
		"Age of the oldest day of the provider that is not compared to the end, from its midnight on; 0 where there is none.",
		read(func(s reconcile.ProviderState) float64 { return max(0, p.age(endOf(s.WaitingSince))) }), "provider", name)
}

// endOf is the midnight that ends a day in Bangkok; zero where there is none.
func endOf(day string) time.Time {
	begun, err := time.ParseInLocation(time.DateOnly, day, clock.Bangkok)
	if err != nil {
		return time.Time{}
	}
	return begun.AddDate(0, 0, 1)
}

// unread returns since when a provider's report was not read to its end; zero where there was nothing to read yet.
func unread(states []report.State, provider string) time.Time {
	for _, state := range states {
		switch {
		case state.Provider != provider:
		case state.ReadAt.IsZero():
			return state.FailingSince
		default:
			return state.ReadAt
		}
	}
	return time.Time{}
}
