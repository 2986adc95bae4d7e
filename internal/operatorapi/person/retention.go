package person

import (
	"context"
	"time"

	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/node"
	"krapao/privacy"
)

// Runs are the last runs of the background jobs, by any node.
type Runs interface {
	Runs(ctx context.Context) (jobs map[string]node.Job, since time.Time, err error)
}

// RetentionRule is how long something is kept.
type RetentionRule struct {
	Name   string                      `json:"name"   doc:"As docs/privacy.md names it"`
	Days   *int                        `json:"days"   doc:"null: its end does not depend on a number of days"`
	Ends   string                      `json:"ends"   doc:"leaving: when somebody works for the house no longer" enum:"never,erasure,job,leaving"`
	Due    wire.Nullable[RetentionDue] `json:"due" doc:"What has outlived the rule; null: no job ends it"`
	Jobs   []RetentionJob              `json:"jobs"   doc:"The background jobs that end it"`
	Tables []string                    `json:"tables" doc:"The tables that have columns under it"`
}

// RetentionDue is what a job has to end.
type RetentionDue struct {
	Rows int  `json:"rows" doc:"At most 10,000"`
	More bool `json:"more" doc:"There are more than these"`
}

// RetentionJob is a job that ends the keeping of something.
type RetentionJob struct {
	Name   string     `json:"name"`
	LastAt *wire.Time `json:"lastAt" doc:"When its last run ended, on any node; null: that is not known" nullable:"true"`
	Error  *string    `json:"error"  doc:"How that ended; null: it did not fail" enum:"failed,timeout"`
	DoneAt *wire.Time `json:"doneAt" doc:"When it last ran through" nullable:"true"`
	Late   bool       `json:"late"   doc:"It has not run through for two days"`
}

// lateAfter is how long a job may not run through; then it is an alarm, too.
const lateAfter = 48 * time.Hour

// handleRetention answers GET /api/retention.
func (c *Room) handleRetention(ctx context.Context, _ *httpx.Empty) (*httpx.Reply[[]RetentionRule], error) {
	due, err := c.kept.Due(ctx)
	if err != nil {
		return nil, err
	}
	runs, since, err := c.runs.Runs(ctx)
	if err != nil {
		return nil, err
	}
	all := privacy.Rules()
	shown := make([]RetentionRule, len(all))
	for n, rule := range all {
		shown[n] = RetentionRule{Name: rule.Name, Ends: string(rule.End), Jobs: []RetentionJob{}, Tables: rule.Tables}
		if rule.Days > 0 {
			shown[n].Days = &rule.Days
		}
		if rows, counted := due[rule.Name]; counted {
			shown[n].Due = wire.NullableOf(RetentionDue{rows.Rows, rows.More})
		}
		for _, name := range rule.Jobs {
			shown[n].Jobs = append(shown[n].Jobs, c.jobOf(name, runs[name], since))
		}
	}
	return httpx.OK(shown)
}

// jobOf is a job as it last ran. since is when the first node of now began.
func (c *Room) jobOf(name string, ran node.Job, since time.Time) RetentionJob {
	job := RetentionJob{Name: name}
	if !ran.At.IsZero() {
		at := wire.Time(ran.At)
		job.LastAt = &at
	}
	if ran.Failed != "" {
		job.Error = &ran.Failed
	}
	if !ran.Done.IsZero() {
		done := wire.Time(ran.Done)
		job.DoneAt = &done
	}
	if ran.Done.After(since) {
		since = ran.Done
	}
	job.Late = c.kept.Now().Sub(since) > lateAfter
	return job
}
