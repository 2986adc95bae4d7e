package telemetry

import (
	"database/sql"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
)

// node has the figures of this node's own work, in memory.
type node struct {
	outside     *prometheus.CounterVec
	outsideTook *prometheus.HistogramVec
	otp         *prometheus.CounterVec
	commits     *prometheus.HistogramVec
	batches     *prometheus.HistogramVec
	batchSize   prometheus.Histogram
	audits      *prometheus.CounterVec
	audited     atomic.Pointer[time.Time] // the end of the last finished round
}

// seconds are the buckets for work on the disk and for calls of the outside: from a flush to the longest call.
var seconds = []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 15, 25}

func newNode() *node {
	return &node{
		outside: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "krapao_outside_calls_total",
			Help: "Calls of outside systems other than game providers, by kind, name and end: done, refused, unknown, not_sent.",
		}, []string{"kind", "name", "outcome"}),
		outsideTook: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "krapao_outside_call_seconds", Help: "How long such a call took.", Buckets: seconds,
		}, []string{"kind", "name"}),
		otp: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "krapao_otp_total", Help: "One-time codes by step (send, verify) and code of the catalogue.",
		}, []string{"step", "code"}),
		commits: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "krapao_database_commit_seconds",
			Help: "How long the commit of a transaction took, by end: done, failed.", Buckets: seconds,
		}, []string{"outcome"}),
		batches: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "krapao_ledger_batch_seconds",
			Help: "How long a batch of the ledger took, by end: done, failed.", Buckets: seconds,
		}, []string{"outcome"}),
		batchSize: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "krapao_ledger_batch_commands", Help: "How many commands a batch of the ledger had.",
			Buckets: []float64{1, 2, 4, 8, 16, 32, 64, 128, 256},
		}),
		audits: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "krapao_audit_rounds_total", Help: "Rounds of the auditor by end: done, failed.",
		}, []string{"outcome"}),
	}
}

func (n *node) collectors() []prometheus.Collector {
	return []prometheus.Collector{n.outside, n.outsideTook, n.otp, n.commits, n.batches, n.batchSize, n.audits}
}

// Outside publishes the figures of an outside system before its first call.
func (m *Metrics) Outside(kind, name string) {
	m.node.outside.WithLabelValues(kind, name, "unknown")
	m.node.outsideTook.WithLabelValues(kind, name)
	m.systems.known(kind, name)
}

// OutsideCall counts one call of an outside system and how it ended.
func (m *Metrics) OutsideCall(kind, name, outcome string, took time.Duration) {
	m.node.outside.WithLabelValues(kind, name, outcome).Inc()
	m.node.outsideTook.WithLabelValues(kind, name).Observe(took.Seconds())
	m.systems.called(kind, name, outcome, took)
}

// Commit counts one commit of a transaction.
func (m *Metrics) Commit(took time.Duration, err error) {
	m.node.commits.WithLabelValues(ended(err)).Observe(took.Seconds())
}

// Batch counts one batch of the ledger.
func (m *Metrics) Batch(commands int, took time.Duration, err error) {
	m.node.batches.WithLabelValues(ended(err)).Observe(took.Seconds())
	m.node.batchSize.Observe(float64(commands))
}

// Audited counts a round of the auditor.
func (m *Metrics) Audited(err error) {
	m.node.audits.WithLabelValues(ended(err)).Inc()
	if err == nil {
		m.node.auditedNow()
	}
}

func (n *node) auditedNow() {
	now := time.Now()
	n.audited.Store(&now)
}

func (n *node) auditAge() float64 { return time.Since(*n.audited.Load()).Seconds() }

func ended(err error) string {
	if err != nil {
		return "failed"
	}
	return "done"
}

// Pool publishes the state of a pool of connections to the database.
func (m *Metrics) Pool(name string, db *sql.DB) {
	m.registry.MustRegister(collectors.NewDBStatsCollector(db, name))
}

// Build publishes which program this is.
func (m *Metrics) Build(version string) {
	info := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "krapao_build_info", Help: "Which program this is: always 1.",
		ConstLabels: prometheus.Labels{"version": version, "go": runtime.Version()},
	})
	info.Set(1)
	m.registry.MustRegister(info)
}
