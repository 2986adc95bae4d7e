package telemetry

import (
	"errors"
	"fmt"
	"slices"
)

// Reading is a figure as it is now, of one of its labels' values.
type Reading struct {
	Name  string
	Value float64
	// Labels are its labels' values by their names.
	Labels map[string]string
}

// Read returns figures by their names: what /metrics says of them. One that is not known now is left out.
func (m *Metrics) Read(names ...string) ([]Reading, error) {
	families, err := m.registry.Gather()
	if len(families) == 0 && err != nil {
		return nil, fmt.Errorf("telemetry: %w", err)
	}
	if len(families) == 0 {
		return nil, errors.New("telemetry: there are no figures")
	}
	var list []Reading
	for _, f := range families {
		if !slices.Contains(names, f.GetName()) {
			continue
		}
		for _, one := range f.GetMetric() {
			r := Reading{f.GetName(), one.GetGauge().GetValue(), map[string]string{}}
			if c := one.GetCounter(); c != nil {
				r.Value = c.GetValue()
			}
			for _, l := range one.GetLabel() {
				r.Labels[l.GetName()] = l.GetValue()
			}
			list = append(list, r)
		}
	}
	return list, nil
}
