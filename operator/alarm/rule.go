package alarm

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
	"time"
)

// Figure is one that the node measures, as /metrics has it.
type Figure struct {
	Name   string
	Value  float64
	Labels map[string]string
}

// rule says when a figure is an alarm.
type rule struct {
	name, metric string
	// over is the greatest value that is none.
	over float64
	// age: the value is for how many seconds something goes on.
	age bool
	// either: below -over is one, too.
	either bool
	// rises: the figure counts, and is an alarm for an hour whenever it has risen.
	rises bool
	// only is the value that the label "for" must have; "" is any.
	only string
}

const (
	minute = 60
	hour   = 60 * minute
	day    = 24 * hour
)

// rules are the alarms of operating.md that are about one figure: TestTheAlarmsAreThoseOfOperating.
var rules = []rule{
	{name: "breaks", metric: "krapao_ledger_breaks_total"},
	{name: "audit", metric: "krapao_audit_age_seconds", over: 2 * minute, age: true},
	{name: "clock", metric: "krapao_clock_gap_seconds", over: 5, either: true},
	{name: "outsideClock", metric: "krapao_clock_outside_gap_seconds", over: 2 * minute, either: true},
	{name: "figures", metric: "krapao_figures_age_seconds", over: minute, age: true},
	{name: "unsettled", metric: "krapao_unsettled_oldest_seconds", over: 15 * minute, age: true},
	{name: "provider", metric: "krapao_provider_failing_seconds", over: 5 * minute, age: true},
	{name: "doubts", metric: "krapao_provider_doubts_oldest_seconds", over: 15 * minute, age: true},
	{name: "report", metric: "krapao_provider_report_age_seconds", over: 15 * minute, age: true},
	{name: "reconcile", metric: "krapao_reconcile_age_seconds", over: 4 * day, age: true},
	{name: "slips", metric: "krapao_slips_waiting_oldest_seconds", over: 10 * minute, age: true, only: "bank"},
	{name: "unmatched", metric: "krapao_unmatched_oldest_seconds", over: day, age: true},
	{name: "statement", metric: "krapao_statement_failing_seconds", over: 5 * minute, age: true},
	{name: "lines", metric: "krapao_statement_cases_oldest_seconds", over: hour, age: true},
	{name: "restoredList", metric: "krapao_quarantine_list_failing_seconds", over: 5 * minute, age: true},
	{name: "budget", metric: "krapao_budget_low"},
	{name: "conditions", metric: "krapao_conditions_ending_oldest_seconds", over: hour, age: true},
	{name: "comingHome", metric: "krapao_members_coming_home_oldest_seconds", over: day, age: true},
	{name: "holders", metric: "krapao_holder_cases"},
	{name: "sms", metric: "krapao_sms_refused_total", rises: true},
	{name: "standby", metric: "krapao_standby_lag_seconds", over: minute, age: true},
	{name: "tally", metric: "krapao_tally_lag_seconds", over: 5 * minute, age: true},
	{name: "heads", metric: "krapao_heads_untold_seconds", over: hour, age: true},
	{name: "coverage", metric: "krapao_coverage_unknown_seconds", age: true},
	{name: "notices", metric: "krapao_notices_failing_seconds", over: 15 * minute, age: true},
	{name: "retention", metric: "krapao_retention_age_seconds", over: 2 * day, age: true},
}

// metrics are the names of the figures that alarms are about.
func metrics() []string {
	names := make([]string, len(rules))
	for n, r := range rules {
		names[n] = r.metric
	}
	return names
}

// place is what an alarm is kept by.
type place struct{ name, of string }

// sight is an alarm as one node sees it. since is when it went beyond: an age says when by itself, and of all else it is when the
// node first looked.
type sight struct {
	place
	metric string
	since  time.Time
}

// watched is what a node remembers of its alarms.
type watched struct {
	since map[place]time.Time
	// risen is when a count has last risen, from what it was before.
	risen map[place]time.Time
	count map[place]float64
}

func newWatched() watched {
	return watched{map[place]time.Time{}, map[place]time.Time{}, map[place]float64{}}
}

// see takes the figures as they are now, and returns what is beyond, longest first.
func (w *watched) see(now time.Time, figures []Figure) []sight {
	var list []sight
	open := map[place]bool{}
	for _, r := range rules {
		for _, f := range figures {
			if f.Name != r.metric || r.only != "" && f.Labels["for"] != r.only {
				continue
			}
			at := place{r.name, whose(f)}
			if !w.beyond(now, r, f, at) {
				continue
			}
			if open[at] = true; w.since[at].IsZero() {
				w.since[at] = begun(now, r, f)
			}
			list = append(list, sight{at, r.metric, w.since[at]})
		}
	}
	maps.DeleteFunc(w.since, func(at place, _ time.Time) bool { return !open[at] })
	slices.SortFunc(list, func(a, b sight) int {
		return cmp.Or(a.since.Compare(b.since), strings.Compare(a.name, b.name), strings.Compare(a.of, b.of))
	})
	return list
}

// beyond reports whether a figure is an alarm.
func (w *watched) beyond(now time.Time, r rule, f Figure, at place) bool {
	switch {
	case r.rises:
		if f.Value > w.count[at] {
			w.risen[at], w.count[at] = now, f.Value
		}
		return !w.risen[at].IsZero() && now.Sub(w.risen[at]) < time.Hour
	case r.either:
		return math.Abs(f.Value) > r.over
	}
	return f.Value > r.over
}

// begun is when a figure went beyond: of an age, as long ago as it is beyond by now.
func begun(now time.Time, r rule, f Figure) time.Time {
	if r.age {
		return now.Add(-time.Duration((f.Value - r.over) * float64(time.Second))).Truncate(time.Second)
	}
	return now.Truncate(time.Second)
}

// whose is whose figure it is, by its labels.
func whose(f Figure) string {
	return strings.Join(slices.Collect(func(yield func(string) bool) {
		for _, label := range slices.Sorted(maps.Keys(f.Labels)) {
			if label != "for" && !yield(f.Labels[label]) {
				return
			}
		}
	}), " ")
}
