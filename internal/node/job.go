package node

import (
	"context"
	"errors"
	"time"
)

// Job is the last run of a job by a node.
type Job struct {
	Name string    `json:"name"`
	At   time.Time `json:"at"`
	// Failed is timeout or failed; empty: it did not fail.
	Failed string `json:"failed,omitempty"`
	// Done is when its last run ended that did not fail; zero: none did, since the node was started.
	Done time.Time `json:"done,omitzero"`
}

// Ran notes that a job has run to its end.
func (r *Register) Ran(name string, err error) {
	failed := ""
	switch {
	case errors.Is(err, context.Canceled): // the node is being stopped
		return
	case errors.Is(err, context.DeadlineExceeded):
		failed = "timeout"
	case err != nil:
		failed = "failed"
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	ran := Job{Name: name, At: r.d.Store.Now(), Failed: failed, Done: r.jobs[name].Done}
	if failed == "" {
		ran.Done = ran.At
	}
	r.jobs[name] = ran
}

// Runs are the last run of each job by any node that is known, by the jobs' names, and since when the oldest node runs that still
// does: a job that is missing has not run since then. What other nodes did is known ten minutes later at most.
func (r *Register) Runs(ctx context.Context) (jobs map[string]Job, since time.Time, err error) {
	nodes, err := r.all(ctx)
	if err != nil {
		return nil, since, err
	}
	jobs = map[string]Job{}
	for _, n := range nodes {
		if n.Runs() && (since.IsZero() || n.Since.Before(since)) {
			since = n.Since
		}
		for _, ran := range n.Jobs {
			last := jobs[ran.Name]
			done := last.Done
			if ran.Done.After(done) {
				done = ran.Done
			}
			if ran.At.After(last.At) {
				last = ran
			}
			last.Done = done
			jobs[ran.Name] = last
		}
	}
	return jobs, since, nil
}
