package telemetry

import (
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// providers are the figures of game providers, by the names that the configuration gives them.
type providers struct {
	calls   *prometheus.CounterVec
	took    *prometheus.HistogramVec
	open    *prometheus.GaugeVec
	mu      sync.Mutex
	failing map[string]time.Time
	isOpen  map[string]bool
}

func newProviders() *providers {
	return &providers{
		calls: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "krapao_provider_calls_total", Help: "Calls of game providers by kind and end: done, refused, unknown, not_sent.",
		}, []string{"provider", "call", "outcome"}),
		took: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "krapao_provider_call_seconds", Help: "How long a call of a game provider took.",
			Buckets: []float64{.01, .025, .05, .1, .25, .5, 1, 2.5, 5, 7, 10, 15},
		}, []string{"provider", "call"}),
		open: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "krapao_provider_shut", Help: "1 while this node's circuit breaker of the provider is open, because it did not answer.",
		}, []string{"provider"}),
		failing: map[string]time.Time{}, isOpen: map[string]bool{},
	}
}

// Provider publishes the figures of a provider before its first call.
func (m *Metrics) Provider(name string) {
	p := m.providers
	p.mark(name, true)
	p.open.WithLabelValues(name).Set(0)
	m.Gauge("krapao_provider_failing_seconds",
		"Seconds for which this node had no answer of the provider; 0 where the last call was answered.",
		func() float64 { return p.failingFor(name).Seconds() }, "provider", name)
}

// ProviderCall counts one call and how it ended.
func (m *Metrics) ProviderCall(provider, call, outcome string, took time.Duration) {
	p := m.providers
	p.calls.WithLabelValues(provider, call, outcome).Inc()
	p.took.WithLabelValues(provider, call).Observe(took.Seconds())
	p.mark(provider, outcome == "done" || outcome == "refused")
}

// ProviderCircuit records whether this node's circuit breaker of the provider is open.
func (m *Metrics) ProviderCircuit(provider string, open bool) {
	value := 0.0
	if open {
		value = 1
	}
	p := m.providers
	p.open.WithLabelValues(provider).Set(value)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.isOpen[provider] = open
}

// ProviderHealth reports whether this node's circuit breaker of a provider is open, and since when the provider has not answered.
// The time is zero where the last call was answered.
func (m *Metrics) ProviderHealth(provider string) (open bool, failingSince time.Time) {
	p := m.providers
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.isOpen[provider], p.failing[provider]
}

// mark records whether the last call was answered.
func (p *providers) mark(provider string, answered bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch since, fails := p.failing[provider]; {
	case answered:
		p.failing[provider] = time.Time{}
	case !fails || since.IsZero():
		p.failing[provider] = time.Now()
	}
}

func (p *providers) failingFor(provider string) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	since := p.failing[provider]
	if since.IsZero() {
		return 0
	}
	return time.Since(since)
}
