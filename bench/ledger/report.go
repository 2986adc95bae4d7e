package main

import (
	"fmt"
	"io"
	"slices"
	"time"

	"krapao/bench/reference"
)

type report struct {
	runs map[string][]reference.Figures
}

func newReport() *report { return &report{map[string][]reference.Figures{}} }

func (r *report) add(name string, f reference.Figures) { r.runs[name] = append(r.runs[name], f) }

// median takes each figure's own median over the rounds.
func (r *report) median(name string) (reference.Figures, bool) {
	runs := r.runs[name]
	if len(runs) == 0 {
		return reference.Figures{}, false
	}
	mid := func(pick func(reference.Figures) float64) float64 {
		values := make([]float64, len(runs))
		for i, f := range runs {
			values[i] = pick(f)
		}
		slices.Sort(values)
		return values[len(values)/2]
	}
	return reference.Figures{
		PerSecond: mid(func(f reference.Figures) float64 { return f.PerSecond }),
		P50:       time.Duration(mid(func(f reference.Figures) float64 { return float64(f.P50) })),
		P99:       time.Duration(mid(func(f reference.Figures) float64 { return float64(f.P99) })),
	}, true
}

// ratios are the promises: NAME is the first run's throughput over the second's, or the ratio of the latencies for a lone caller.
var ratios = []struct {
	name, of, over string
	pick           func(reference.Figures) float64
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
	{"pg_10m_vs_empty", "pg 10m 64", "pg spread 64", throughput, ">= 0.8"},
	{"sqlite_10m_vs_empty", "sqlite 10m 64", "sqlite spread 64", throughput, ">= 0.8"},
}

func throughput(f reference.Figures) float64 { return f.PerSecond }
func typical(f reference.Figures) float64    { return float64(f.P50) }
func slowest(f reference.Figures) float64    { return float64(f.P99) }

func (r *report) print(w io.Writer, cells []cell) {
	p := func(format string, args ...any) { _, _ = fmt.Fprintf(w, format, args...) }
	p("\n%-24s %12s %10s %10s\n", "run", "transfers/s", "p50", "p99")
	for _, c := range cells {
		if f, ok := r.median(c.name); ok {
			p("%-24s %12.0f %10s %10s\n", c.name, f.PerSecond, reference.Short(f.P50), reference.Short(f.P99))
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
