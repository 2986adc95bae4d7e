package telemetry

import (
	"cmp"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Metrics are one node's figures. The zero value measures nothing.
type Metrics struct {
	registry            *prometheus.Registry
	requests            *prometheus.CounterVec
	took                *prometheus.HistogramVec
	settled             *prometheus.CounterVec
	breaks              prometheus.Counter
	smsSent, smsRefused *prometheus.CounterVec
	// providers are the figures of game providers.
	providers *providers
	// systems is what this node knows of every outside system.
	systems *systems
	node    *node
	figures figures
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
	m.smsSent = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "krapao_sms_sent_total", Help: "One-time codes that the SMS gateway was asked to send, by what they are for.",
	}, []string{"purpose"})
	m.smsRefused = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "krapao_sms_refused_total", Help: "One-time codes that a budget of the house refused; anything but 0 is an alarm.",
	}, []string{"budget"})
	m.providers, m.systems, m.node = newProviders(), newSystems(), newNode()
	m.figures.whole = time.Now()
	m.registry.MustRegister(m.requests, m.took, m.settled, m.breaks, m.smsSent, m.smsRefused,
		m.providers.calls, m.providers.took, m.providers.open,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.registry.MustRegister(m.node.collectors()...)
	m.node.auditedNow()
	m.Gauge("krapao_audit_age_seconds", "Seconds since this node's auditor finished a round; alarm after 120.", m.node.auditAge)
	m.Gauge("krapao_figures_age_seconds", "Seconds since all figures of the database were read; alarm after 60.", m.figures.age)
	return m
}

// Request counts one answered request. The route is the contract's, never a real path.
func (m *Metrics) Request(route, method string, status int, code string, took time.Duration) {
	if m == nil || m.registry == nil {
		return
	}
	m.requests.WithLabelValues(route, knownMethod(method), strconv.Itoa(status), code).Inc()
	m.took.WithLabelValues(route, knownMethod(method)).Observe(took.Seconds())
	if step, is := strings.CutPrefix(route, "/api/otp/"); is {
		m.node.otp.WithLabelValues(step, cmp.Or(code, "OK")).Inc()
	}
}

// Settled counts one attempt of the settle worker.
func (m *Metrics) Settled(kind, outcome string) {
	if m != nil && m.registry != nil {
		m.settled.WithLabelValues(kind, outcome).Inc()
	}
}

// SMSSent counts a message that the gateway was asked to send.
func (m *Metrics) SMSSent(purpose string) { m.smsSent.WithLabelValues(purpose).Inc() }

// SMSRefused counts a message that a budget refused.
func (m *Metrics) SMSRefused(budget string) { m.smsRefused.WithLabelValues(budget).Inc() }

// Break counts one broken invariant of the ledger.
func (m *Metrics) Break() { m.breaks.Inc() }

// Gauge publishes a figure that this node has in memory, so that reading it never waits. Labels come in pairs.
func (m *Metrics) Gauge(name, help string, read func() float64, labels ...string) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help, ConstLabels: pairs(labels)}, read))
}

// Counter publishes a count that this node keeps in memory.
func (m *Metrics) Counter(name, help string, read func() float64) {
	m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help}, read))
}

// Known publishes a figure of this node that is left out while it is not known.
func (m *Metrics) Known(name, help string, read func() (value float64, known bool)) {
	m.registry.MustRegister(knowable{prometheus.NewDesc(name, help, nil, nil), read})
}

// knowable is such a figure.
type knowable struct {
	desc *prometheus.Desc
	read func() (float64, bool)
}

// Describe implements prometheus.Collector.
func (k knowable) Describe(to chan<- *prometheus.Desc) { to <- k.desc }

// Collect implements prometheus.Collector.
func (k knowable) Collect(to chan<- prometheus.Metric) {
	if value, known := k.read(); known {
		to <- prometheus.MustNewConstMetric(k.desc, prometheus.GaugeValue, value)
	}
}

func pairs(labels []string) prometheus.Labels {
	constant := prometheus.Labels{}
	for i := 0; i+1 < len(labels); i += 2 {
		constant[labels[i]] = labels[i+1]
	}
	return constant
}

// scrapeWithin is the time limit for reading the figures. None of them waits for anything: the limit is for a machine that hangs.
const scrapeWithin = 5 * time.Second

// Handler serves the figures in Prometheus's format.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{Timeout: scrapeWithin, ErrorHandling: promhttp.ContinueOnError})
}

// knownMethod keeps clients from inventing labels.
func knownMethod(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodOptions, http.MethodPatch:
		return method
	}
	return "other"
}
