package figure

import (
	"context"
	"sync"
	"time"

	"krapao/internal/node"
	"krapao/privacy"
)

// ranEvery is how often the nodes are asked what they did: they say it every ten minutes.
const ranEvery = 10 * time.Minute

// retentionFigures are of the jobs that end the keeping of people's data.
func (p Parts) retentionFigures() {
	runs := p.runs()
	told := map[string]bool{}
	for _, rule := range privacy.Rules() {
		for _, name := range rule.Jobs {
			if told[name] {
				continue
			}
			told[name] = true
			p.Metrics.Figure("krapao_retention_age_seconds",
				"Seconds since a job ran through that ends the keeping of people's data; alarm after 172800.",
				func(ctx context.Context) (float64, error) {
					jobs, since, err := runs(ctx)
					if done := jobs[name].Done; done.After(since) {
						since = done
					}
					return p.age(since), err
				}, "job", name)
		}
	}
}

// runs returns what the nodes did, and since when the first of them runs.
func (p Parts) runs() func(context.Context) (map[string]node.Job, time.Time, error) {
	var mu sync.Mutex
	var jobs map[string]node.Job
	var since, asked time.Time
	return func(ctx context.Context) (map[string]node.Job, time.Time, error) {
		mu.Lock()
		defer mu.Unlock()
		now := p.Store.Now()
		if !asked.IsZero() && now.Sub(asked) < ranEvery {
			return jobs, since, nil
		}
		var err error
		if jobs, since, err = p.Node.Runs(ctx); err == nil {
			asked = now
		}
		return jobs, since, err
	}
}
