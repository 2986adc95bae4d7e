package telemetry

import (
	"context"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Figures of the database are read in the background. Reading /metrics then takes no time and asks the database nothing, whatever
// state it is in.
const (
	// FiguresEvery is how often they are read.
	FiguresEvery = 10 * time.Second
	// figureWithin is the time for reading one figure, roundWithin for all. A figure that is not read by then is not published.
	figureWithin = 2 * time.Second
	roundWithin  = 8 * time.Second
	// figureFor is how long a figure is published after it was read.
	figureFor = 3 * FiguresEvery
)

// Count is one figure of a family, with the values of its labels.
type Count struct {
	Labels []string
	Value  float64
}

// figures are the figures of the database, and when all of them were last read.
type figures struct {
	mu    sync.Mutex
	all   []*figure
	whole time.Time
}

// figure is one family as it was last read.
type figure struct {
	desc *prometheus.Desc
	kind prometheus.ValueType
	read func(context.Context) ([]Count, error)

	mu     sync.Mutex
	counts []Count
	at     time.Time
}

// Figure publishes a figure of the database. Labels come in pairs. A figure that can't be read is not published.
func (m *Metrics) Figure(name, help string, read func(context.Context) (float64, error), labels ...string) {
	desc := prometheus.NewDesc(name, help, nil, pairs(labels))
	m.publish(&figure{desc: desc, kind: prometheus.GaugeValue, read: func(ctx context.Context) ([]Count, error) {
		value, err := read(ctx)
		return []Count{{Value: value}}, err
	}})
}

// Figures publishes figures of the database that are no counts, with labels as those of Counts.
func (m *Metrics) Figures(name, help string, labels []string, read func(context.Context) ([]Count, error)) {
	m.publish(&figure{desc: prometheus.NewDesc(name, help, labels, nil), kind: prometheus.GaugeValue, read: read})
}

// Counts publishes figures of the database whose labels are not known beforehand. Only names that the house itself gives may be
// labels.
func (m *Metrics) Counts(name, help string, labels []string, read func(context.Context) ([]Count, error)) {
	m.publish(&figure{desc: prometheus.NewDesc(name, help, labels, nil), kind: prometheus.CounterValue, read: read})
}

func (m *Metrics) publish(f *figure) {
	m.registry.MustRegister(f)
	m.figures.mu.Lock()
	defer m.figures.mu.Unlock()
	m.figures.all = append(m.figures.all, f)
}

// KeepFresh reads the figures of the database periodically until ctx ends.
func (m *Metrics) KeepFresh(ctx context.Context) {
	for {
		m.Refresh(ctx)
		select {
		case <-ctx.Done():
			return
		case <-time.After(FiguresEvery):
		}
	}
}

// Refresh reads the figures once.
func (m *Metrics) Refresh(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, roundWithin)
	defer cancel()
	m.figures.mu.Lock()
	all := m.figures.all
	m.figures.mu.Unlock()
	whole := true
	for _, f := range all {
		whole = f.refresh(ctx) && whole
	}
	if whole {
		m.figures.mu.Lock()
		defer m.figures.mu.Unlock()
		m.figures.whole = time.Now()
	}
}

// age is the number of seconds since all of them were read.
func (f *figures) age() float64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	return time.Since(f.whole).Seconds()
}

func (f *figure) refresh(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, figureWithin)
	defer cancel()
	counts, err := f.read(ctx)
	f.mu.Lock()
	defer f.mu.Unlock()
	if err != nil {
		f.counts = nil
		return false
	}
	f.counts, f.at = counts, time.Now()
	return true
}

// Describe implements prometheus.Collector.
func (f *figure) Describe(to chan<- *prometheus.Desc) { to <- f.desc }

// Collect implements prometheus.Collector. It never waits.
func (f *figure) Collect(to chan<- prometheus.Metric) {
	f.mu.Lock()
	counts, at := f.counts, f.at
	f.mu.Unlock()
	if time.Since(at) > figureFor {
		return // it is too old to be true
	}
	for _, c := range counts {
		if m, err := prometheus.NewConstMetric(f.desc, f.kind, c.Value, c.Labels...); err == nil {
			to <- m
		}
	}
}
