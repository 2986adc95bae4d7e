package report

import (
	"maps"
	"slices"
	"time"

	"krapao/game"
)

// source is one report: a provider's own, or that of several providers under one operator there.
type source struct {
	name     string
	reporter game.Reporter
	form     game.ReportForm
	// lag is how late a settled round may be listed.
	lag time.Duration
	// providers are those with rows in it, by the product that a row names, sorted by name.
	providers map[string][]string
}

// sourceOf returns the name of the report that contains a provider's rows.
func sourceOf(provider string, caps game.Capabilities) string {
	if caps.Source == "" {
		return provider
	}
	return caps.Source
}

// sources returns all readable reports, sorted by name.
func (s *Service) sources() []source {
	byName := map[string]source{}
	for _, name := range s.providers.Names() {
		p := s.providers.Provider(name)
		reporter, tells := p.(game.Reporter)
		if !tells || p.Capabilities().Report == game.ReportNone {
			continue
		}
		caps := p.Capabilities()
		src, known := byName[sourceOf(name, caps)]
		if !known {
			src = source{name: sourceOf(name, caps), reporter: reporter, form: caps.Report, providers: map[string][]string{}}
		}
		src.lag = max(src.lag, caps.ReportLag)
		src.providers[caps.Site] = append(src.providers[caps.Site], name)
		byName[src.name] = src
	}
	all := make([]source, 0, len(byName))
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		all = append(all, byName[name])
	}
	return all
}

// names returns the source's providers.
func (src source) names() []string {
	return slices.Sorted(func(yield func(string) bool) {
		for _, at := range src.providers {
			for _, name := range at {
				if !yield(name) {
					return
				}
			}
		}
	})
}

// askedBefore returns when the last complete reading of the source began; zero: never.
func (src source) askedBefore(at position) time.Time {
	if at.ReportedTo == 0 {
		return time.Time{}
	}
	return at.ReportedTo.Time().Add(src.lag)
}
