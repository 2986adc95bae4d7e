package telemetry

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Metrics are one node's figures. The zero value measures nothing.
type Metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	took     *prometheus.HistogramVec
	settled  *prometheus.CounterVec
	breaks   prometheus.Counter
	// providers are the figures of game providers.
	providers *providers
}

// NewMetrics makes a registry of its own, with the runtime's figures.
func NewMetrics() *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "krapao_http_requests_total", Help: "Answered requests by call, status and code of the catalogue.",
		}, []string{"route", "method", "status", "code"}),
		took: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "krapao_http_request_seconds", Help: "How long a request took.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 25},
		}, []string{"route", "method"}),
		settled: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "krapao_settle_attempts_total", Help: "Attempts of the settle worker by kind and outcome.",
		}, []string{"kind", "outcome"}),
	}
	m.breaks = prometheus.NewCounter(prometheus.CounterOpts{
		Name: "krapao_ledger_breaks_total", Help: "Broken invariants that the auditor found; anything but 0 is an alarm.",
	})
	m.providers = newProviders()
	m.registry.MustRegister(m.requests, m.took, m.settled, m.breaks, m.providers.calls, m.providers.took, m.providers.shut,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Request counts one answered request. The route is the contract's, never a real path.
func (m *Metrics) Request(route, method string, status int, code string, took time.Duration) {
	if m == nil || m.registry == nil {
		return
	}
	m.requests.WithLabelValues(route, knownMethod(method), strconv.Itoa(status), code).Inc()
	m.took.WithLabelValues(route, knownMethod(method)).Observe(took.Seconds())
}

// Settled counts one attempt of the settle worker.
func (m *Metrics) Settled(kind, outcome string) {
	if m != nil && m.registry != nil {
		m.settled.WithLabelValues(kind, outcome).Inc()
	}
}

// Break counts one broken invariant of the books.
func (m *Metrics) Break() { m.breaks.Inc() }

// Gauge publishes a figure that is read when somebody looks. Labels come in pairs.
func (m *Metrics) Gauge(name, help string, read func() float64, labels ...string) {
	constant := prometheus.Labels{}
	for i := 0; i+1 < len(labels); i += 2 {
		constant[labels[i]] = labels[i+1]
	}
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help, ConstLabels: constant}, read))
}

// Handler serves the figures in Prometheus's format.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

// knownMethod keeps a client from making labels up.
func knownMethod(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodOptions, http.MethodPatch:
		return method
	}
	return "other"
}

// Count is one figure of a family, with the values of its labels.
type Count struct {
	Labels []string
	Value  float64
}

// Counts publishes figures whose labels are not known beforehand, read when somebody looks; nothing where they can't be
// read. Only what the house itself names may be a label.
func (m *Metrics) Counts(name, help string, labels []string, read func() []Count) {
	m.registry.MustRegister(family{prometheus.NewDesc(name, help, labels, nil), read})
}

type family struct {
	desc *prometheus.Desc
	read func() []Count
}

// Describe implements prometheus.Collector.
func (f family) Describe(to chan<- *prometheus.Desc) { to <- f.desc }

// Collect implements prometheus.Collector.
func (f family) Collect(to chan<- prometheus.Metric) {
	for _, c := range f.read() {
		if m, err := prometheus.NewConstMetric(f.desc, prometheus.CounterValue, c.Value, c.Labels...); err == nil {
			to <- m
		}
	}
}
