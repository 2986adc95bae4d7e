package soak

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"text/tabwriter"
	"time"
)

// tally counts what happened.
type tally struct {
	mu     sync.Mutex
	counts map[string]int
}

func (t *tally) add(what string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.counts[what]++
}

// lines are the counts, those of one subject ("subject: what") in one line.
func (t *tally) lines() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	of := map[string][]string{}
	for _, what := range slices.Sorted(maps.Keys(t.counts)) {
		subject, detail, _ := strings.Cut(what, ": ")
		of[subject] = append(of[subject], strings.TrimSpace(fmt.Sprintf("%s %d", strings.TrimSpace(detail), t.counts[what])))
	}
	var lines []string
	for _, subject := range slices.Sorted(maps.Keys(of)) {
		lines = append(lines, subject+": "+strings.Join(of[subject], ", "))
	}
	return strings.Join(lines, "\n")
}

// ends counts what became of all transfers, and how long the unknown ones were unknown.
func (s *soak) ends(transfers []moved) {
	var unknown []time.Duration
	for _, m := range transfers {
		end := m.state
		switch {
		case m.doubt != "":
			end = "unknown, then " + m.doubt
			unknown = append(unknown, m.settled.Sub(m.created))
		case m.state == "voided":
			end = "rejected"
		}
		s.tally.add("transfer end: " + end)
	}
	s.t.Logf("transfers that were unknown, from their beginning to their end, faults or none: %s", spread(unknown))
}

// leastShare is the part of the weather's calls that must have met a fault.
const leastShare = 0.25

// report prints the counts, and fails for what never happened.
func (s *soak) report() {
	s.t.Logf("what was done, and how it was answered:\n%s", s.tally.lines())
	made, hits := s.weathered.sum()
	share := float64(hits) / float64(max(made, 1))
	s.t.Logf("%d calls of providers in the weather, %d met a fault (%.0f %%)", made, hits, 100*share)
	if share < leastShare {
		s.t.Errorf("only %.1f %% of the calls met a fault", 100*share)
	}
	s.t.Logf("how often each fault struck, of the whole run:\n%s", s.table(s.struck))
	for _, never := range s.missing(s.struck) {
		s.t.Errorf("never happened: %s", never)
	}
	for _, strange := range s.unknown(s.struck) {
		s.t.Errorf("called, and not in the table: %s", strange)
	}
	for _, end := range []string{"unknown, then applied", "unknown, then returned", "unknown, then late", "rejected", "posted"} {
		if s.tally.counts["transfer end: "+end] == 0 {
			s.t.Errorf("no transfer ended as %q", end)
		}
	}
	if s.tally.counts["kills"] == 0 {
		s.t.Error("no node was killed")
	}
	s.recovered()
}

// recovered tells how soon after the return of a whole provider everything was settled.
func (s *soak) recovered() {
	var took []time.Duration
	for _, r := range s.recoveries {
		s.t.Log(r)
		took = append(took, r.took...)
	}
	s.t.Logf("unknown when their provider came back, settled after: %s", spread(took))
	if len(took) == 0 {
		s.t.Error("no transfer was unknown when its provider came back")
	}
}

// table is how often each row of the table was met, a line for each operation; a point is what does not apply.
func (s *soak) table(seen calls) string {
	var text strings.Builder
	w := tabwriter.NewWriter(&text, 0, 0, 2, ' ', tabwriter.AlignRight)
	line := func(cells ...string) { _, _ = fmt.Fprintln(w, strings.Join(cells, "\t")+"\t") }
	line(append([]string{"family", "op", "calls"}, allModes...)...)
	rows := s.byRow(seen)
	for _, family := range s.families() {
		for _, op := range operations {
			modes := modesOf(family, op)
			if modes == nil {
				continue
			}
			made := 0
			for at, one := range seen {
				if at[1] == op && s.provider(at[0]).family == family {
					made += one.calls
				}
			}
			cells := []string{family, op, strconv.Itoa(made)}
			for _, mode := range allModes {
				cell := "."
				if slices.Contains(modes, mode) {
					cell = strconv.Itoa(rows[row{family, op, mode}])
				}
				cells = append(cells, cell)
			}
			line(cells...)
		}
	}
	_ = w.Flush()
	return text.String()
}
