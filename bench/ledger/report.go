package main

import (
	"fmt"
	"io"
	"slices"
	"time"
)

// figures are what one run measured.
type figures struct {
	perSecond float64
	p50, p99  time.Duration
}

func (f figures) String() string {
	return fmt.Sprintf("%8.0f/s  p50 %8s  p99 %8s", f.perSecond, short(f.p50), short(f.p99))
}

func short(d time.Duration) string { return fmt.Sprintf("%.2fms", float64(d.Microseconds())/1000) }

// measure computes the figures of a run from its latencies.
func measure(latencies []time.Duration, window time.Duration) figures {
	slices.Sort(latencies)
	if len(latencies) == 0 {
		return figures{}
	}
	at := func(q float64) time.Duration { return latencies[min(len(latencies)-1, int(q*float64(len(latencies))))] }
	return figures{float64(len(latencies)) / window.Seconds(), at(0.50), at(0.99)}
}

type report struct{ runs map[string][]figures }

func newReport() *report { return &report{map[string][]figures{}} }

func (r *report) add(name string, f figures) { r.runs[name] = append(r.runs[name], f) }

// median takes each figure's own median over the rounds.
func (r *report) median(name string) (figures, bool) {
	runs := r.runs[name]
	if len(runs) == 0 {
		return figures{}, false
	}
	mid := func(pick func(figures) float64) float64 {
		values := make([]float64, len(runs))
		for i, f := range runs {
			values[i] = pick(f)
		}
		slices.Sort(values)
		return values[len(values)/2]
	}
	return figures{
		mid(func(f figures) float64 { return f.perSecond }),
		time.Duration(mid(func(f figures) float64 { return float64(f.p50) })),
		time.Duration(mid(func(f figures) float64 { return float64(f.p99) })),
	}, true
}

// ratios are the promises: NAME is the first run's throughput over the second's, or the ratio of the latencies for a lone caller.
var ratios = []struct {
	name, of, over string
	pick           func(figures) float64
	target         string
}{
	{"pg_vs_pgbench_64", "pg spread 64", "pgbench 64", throughput, ">= 4"},
	{"pg_hot_vs_spread_64", "pg hot 64", "pg spread 64", throughput, ">= 0.9"},
	{"sqlite_hot_vs_spread_64", "sqlite hot 64", "sqlite spread 64", throughput, ">= 0.9"},
	{"pg_hot_vs_spread_64_p99", "pg hot 64", "pg spread 64", slowest, "<= 2"},
	{"sqlite_hot_vs_spread_64_p99", "sqlite hot 64", "sqlite spread 64", slowest, "<= 2"},
	{"sqlite_vs_unbatched_64", "sqlite spread 64", "sqlite unbatched 64", throughput, ">= 3"},
	{"pg_vs_unbatched_64", "pg spread 64", "pg unbatched 64", throughput, ""},
	{"pg_lone_vs_unbatched", "pg spread 1", "pg unbatched 1", typical, "<= 1.2"},
	{"sqlite_lone_vs_unbatched", "sqlite spread 1", "sqlite unbatched 1", typical, "<= 1.2"},
	{"http_pg_vs_pgbench_64", "http pg 64", "pgbench 64", throughput, ">= 1.2"},
	{"http_sqlite_vs_pgbench_64", "http sqlite 64", "pgbench 64", throughput, ">= 1.2"},
	{"pg_10m_vs_empty", "pg 10m 64", "pg spread 64", throughput, ">= 0.8"},
	{"sqlite_10m_vs_empty", "sqlite 10m 64", "sqlite spread 64", throughput, ">= 0.8"},
}

func throughput(f figures) float64 { return f.perSecond }
func typical(f figures) float64    { return float64(f.p50) }
func slowest(f figures) float64    { return float64(f.p99) }

func (r *report) print(w io.Writer, cells []cell) {
	p := func(format string, args ...any) { _, _ = fmt.Fprintf(w, format, args...) }
	p("\n%-24s %12s %10s %10s\n", "run", "transfers/s", "p50", "p99")
	for _, c := range cells {
		if f, ok := r.median(c.name); ok {
			p("%-24s %12.0f %10s %10s\n", c.name, f.perSecond, short(f.p50), short(f.p99))
		}
	}
	p("\n")
	for _, x := range ratios {
		of, ok := r.median(x.of)
		over, both := r.median(x.over)
		if ok && both {
			p("ratio %s %.2f\n", x.name, x.pick(of)/x.pick(over))
		}
	}
}
