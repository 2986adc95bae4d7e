package telemetry

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// providers are the figures of game providers, by the names that the configuration gives them.
type providers struct {
	calls *prometheus.CounterVec
	took  *prometheus.HistogramVec
	open  *prometheus.GaugeVec
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
	}
}

// Provider publishes the figures of a provider before its first call.
func (m *Metrics) Provider(name string) {
	m.systems.known(kindProvider, name)
	m.providers.open.WithLabelValues(name).Set(0)
	m.Gauge("krapao_provider_failing_seconds",
		"Seconds for which this node had no answer of the provider; 0 where the last call was answered.",
		func() float64 { return m.failingFor(name).Seconds() }, "provider", name)
}

// ProviderCall counts one call and how it ended.
func (m *Metrics) ProviderCall(provider, call, outcome string, took time.Duration) {
	p := m.providers
	p.calls.WithLabelValues(provider, call, outcome).Inc()
	p.took.WithLabelValues(provider, call).Observe(took.Seconds())
	m.systems.called(kindProvider, provider, outcome, took)
}

// ProviderCircuit records whether this node's circuit breaker of the provider is open.
func (m *Metrics) ProviderCircuit(provider string, open bool) {
	value := 0.0
	if open {
		value = 1
	}
	m.providers.open.WithLabelValues(provider).Set(value)
	m.systems.opened(kindProvider, provider, open)
}

// ProviderHealth reports whether this node's circuit breaker of a provider is open, and since when the provider has not answered.
// The time is zero where the last call was answered.
func (m *Metrics) ProviderHealth(provider string) (open bool, failingSince time.Time) {
	health := m.systems.health(kindProvider, provider)
	return health.Open, health.Failing
}

func (m *Metrics) failingFor(provider string) time.Duration {
	since := m.systems.health(kindProvider, provider).Failing
	if since.IsZero() {
		return 0
	}
	return time.Since(since)
}
