package main

import (
	"fmt"
	"io"
	"os"
	"slices"

	"krapao/bench/reference"
	"krapao/internal/store"
)

// report collects what was measured.
type report struct {
	points     []measured
	references []against
	rests      []rested
	loads      []loadedInto
}

// measured is a point on an installation: the empty one, or the loaded one.
type measured struct {
	engine store.Engine
	loaded bool
	point
}

// against is what operations are compared with.
type against struct {
	engine store.Engine
	name   string
	reference.Figures
}

type rested struct {
	engine store.Engine
	idle
}

type loadedInto struct {
	engine store.Engine
	load
}

func (r *report) load(engine store.Engine, l load) {
	r.loads = append(r.loads, loadedInto{engine, l})
	progress("%-8s %s", engine, l)
}

func (r *report) add(i *installation, p point) {
	m := measured{i.engine, i.withLoad, p}
	r.points = append(r.points, m)
	m.print(os.Stderr)
}

func (r *report) reference(engine store.Engine, name string, f reference.Figures) {
	r.references = append(r.references, against{engine, name, f})
	progress("%-8s %-24s %s", engine, name, f)
}

func (r *report) rest(engine store.Engine, x idle) {
	r.rests = append(r.rests, rested{engine, x})
	progress("%-8s idle, %d nodes: %.2f %% of a core, %.0f statements/s, %.1f write commits/s", engine, x.nodes, x.percent,
		x.statements, x.writes)
}

const heading = "engine   operation       callers    done/s    p50 ms    p99 ms  node ms  server ms  world ms  statem.  commits" +
	"   written  received\n"

// print writes a line of the table. What is per operation stands beside how many were done.
func (m measured) print(w io.Writer) {
	name, how := m.operation, fmt.Sprint(m.callers)
	if m.loaded {
		name += "*"
	}
	if m.offered > 0 {
		how = fmt.Sprintf("@%.0f/s", m.offered)
	}
	_, _ = fmt.Fprintf(w, "%-8s %-15s %7s %9.1f %9.2f %9.2f %8.3f %10.3f %9.3f %8.1f %8.2f %9.0f %9.0f\n", m.engine, name, how,
		m.PerSecond, float64(m.P50.Microseconds())/1000, float64(m.P99.Microseconds())/1000, m.cost(),
		1000*m.per(m.used.server), 1000*m.per(m.used.world), m.per(m.used.statements), m.per(m.used.commits),
		m.per(m.used.written), m.per(float64(m.received)))
	if m.failed > 0 || m.late > 0 || m.why != nil {
		_, _ = fmt.Fprintf(w, "         %d failed, %d late: %v\n", m.failed, m.late, m.why)
	}
}

func (r *report) print(w io.Writer) {
	p := func(format string, args ...any) { _, _ = fmt.Fprintf(w, format, args...) }
	p("\nPer operation: the node's, PostgreSQL's and the sandbox's processor time, statements to the database (PostgreSQL: round\n" +
		"trips), commits, bytes written for them, bytes of answers. @: open loop at that rate. *: with the loaded ledger.\n\n" +
		heading)
	for _, m := range r.points {
		m.print(w)
	}
	p("\n")
	for _, c := range r.references {
		p("%-8s %-24s %s\n", c.engine, c.name, c.Figures)
	}
	for _, x := range r.rests {
		p("%-8s idle, %d nodes: %.2f %% of a core; a second: %.0f statements, %.1f commits of the first, %.1f write commits of all\n",
			x.engine, x.nodes, x.percent, x.statements, x.commits, x.writes)
	}
	for _, l := range r.loads {
		p("%-8s %s\n", l.engine, l.load)
	}
	p("\n")
	for _, x := range r.ratios() {
		p("ratio %s %.3f\n", x.name, x.value)
	}
}

// best is the point of an operation with the highest rate in the closed loop.
func (r *report) best(engine store.Engine, operation string, loaded bool) (best point, ok bool) {
	for _, m := range r.points {
		if m.engine == engine && m.operation == operation && m.loaded == loaded && m.offered == 0 &&
			(!ok || m.PerSecond > best.PerSecond) {
			best, ok = m.point, true
		}
	}
	return best, ok
}

// with is the point of an operation with so many callers.
func (r *report) with(engine store.Engine, operation string, callers int) (point, bool) {
	at := slices.IndexFunc(r.points, func(m measured) bool {
		return m.engine == engine && m.operation == operation && m.callers == callers && m.offered == 0 && !m.loaded
	})
	if at < 0 {
		return point{}, false
	}
	return r.points[at].point, true
}

// rate is that of a reference.
func (r *report) rate(name string) (float64, bool) {
	at := slices.IndexFunc(r.references, func(c against) bool { return c.name == name })
	if at < 0 {
		return 0, false
	}
	return r.references[at].PerSecond, true
}
