package figure

import (
	"context"
	"time"

	"krapao/internal/telemetry"
)

// dueFor is how long it is known what is due, while nothing is written: only a report and a figure change it.
const dueFor = time.Hour

// coverageFigures are of the systems whose own figures the house's coverage needs (RULES.md section 14): while one is missing,
// nothing stops by it.
func (p Parts) coverageFigures() {
	due := rememberFor(p.Store, dueFor, p.Liabilities.Due)
	p.Metrics.Figures("krapao_coverage_unknown_seconds",
		"Seconds for which a system's figure is due that the house's coverage needs: the newest liability report lacks it, or it is "+
			"older than 20 hours; alarm beyond 0.",
		[]string{"system"}, func(ctx context.Context) ([]telemetry.Count, error) {
			systems, err := due(ctx)
			counts := make([]telemetry.Count, len(systems))
			for n, x := range systems {
				counts[n] = telemetry.Count{Labels: []string{x.System}, Value: max(0, p.age(x.At))}
			}
			return counts, err
		})
}
