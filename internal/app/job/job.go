// Package job is work that a node does beside requests: a loop of every node, or a run that one node at a time makes. Each part
// of the product lists its own; internal/app runs them all.
package job

import (
	"context"
	"time"

	"krapao/internal/store"
)

// Job is work that goes on beside requests.
type Job struct {
	// Name is the same on all nodes, and in the log.
	Name string
	// Every is the time from the end of one run to the next, which one node at a time makes. 0: Run is a loop, which every node
	// keeps until its context ends.
	Every time.Duration
	// Timeout ends the context of one run. 0: Every, but at least 10 s and at most 1 min.
	Timeout time.Duration
	Run     func(context.Context) error
}

// Loop is a job of every node, which goes on until its context ends.
func Loop(name string, f func(context.Context)) Job {
	return Job{Name: name, Run: func(ctx context.Context) error {
		f(ctx)
		return nil
	}}
}

// Each is a job that one node at a time does, at most so often.
func Each(every time.Duration, name string, run func(context.Context) error) Job {
	return Job{Name: name, Every: every, Run: run}
}

// Within gives a job another timeout.
func (j Job) Within(timeout time.Duration) Job {
	j.Timeout = timeout
	return j
}

// Tidy is the run of a job that removes what nobody needs any more. It makes work for nobody, so it wakes no job.
func Tidy(f func(context.Context) error) func(context.Context) error {
	return func(ctx context.Context) error { return f(store.Housekeeping(ctx)) }
}

// Counted is the run of a job that counts what it did.
func Counted[N any](f func(context.Context) (N, error)) func(context.Context) error {
	return func(ctx context.Context) error {
		_, err := f(ctx)
		return err
	}
}
