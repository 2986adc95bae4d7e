// Package reference has what the benchmarks compare with, in the same run: pgbench's TPC-B on the same PostgreSQL server, and a
// loop on the ledger's own schema that commits each transfer by itself.
package reference

import (
	"fmt"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
)

// Figures are what one run measured.
type Figures struct {
	PerSecond float64
	P50, P99  time.Duration
}

func (f Figures) String() string {
	return fmt.Sprintf("%8.0f/s  p50 %8s  p99 %8s", f.PerSecond, Short(f.P50), Short(f.P99))
}

// Short writes a latency in milliseconds.
func Short(d time.Duration) string { return fmt.Sprintf("%.2fms", float64(d.Microseconds())/1000) }

// Latencies collects the latencies of a run, to three digits. It is not safe for concurrent use: each caller has its own.
type Latencies struct{ *hdrhistogram.Histogram }

// longest is the longest latency that is told apart, in microseconds. A longer one counts as this one.
const longest = int64(10 * time.Minute / time.Microsecond)

// NewLatencies has none yet.
func NewLatencies() Latencies { return Latencies{hdrhistogram.New(1, longest, 3)} }

// Add takes one.
func (l Latencies) Add(d time.Duration) { _ = l.RecordValue(min(max(d.Microseconds(), 1), longest)) }

// At is the latency of a quantile, 50 or 99.
func (l Latencies) At(quantile float64) time.Duration {
	return time.Duration(l.ValueAtQuantile(quantile)) * time.Microsecond
}

// Figures are those of a run of that length.
func (l Latencies) Figures(window time.Duration) Figures {
	if l.TotalCount() == 0 {
		return Figures{}
	}
	return Figures{float64(l.TotalCount()) / window.Seconds(), l.At(50), l.At(99)}
}
