// Package sweep works on due rows, so that a provider that hangs delays only its own.
package sweep

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// Limit is the largest number of rows that are read at once.
const Limit = 1000

const (
	// takesUpFor is how long one sweep begins new rows. The last one has the rest of its minute.
	takesUpFor = 20 * time.Second
	// lookEvery is how often a sweep looks for due rows while others are in progress.
	lookEvery = time.Second
)

// Job works on due rows until none can be begun and none is in progress. Rows that become due meanwhile are begun too, so
// a slow provider delays only its own.
type Job[T any] struct {
	Places *Places
	// Due are at most Limit rows that are due.
	Due func(ctx context.Context) ([]T, error)
	// Name identifies a row; Provider is whose place it takes.
	Name, Provider func(T) string
	// Work reports whether the row was ours to do. If not, the rest of the sweep ignores it.
	Work func(T) bool
}

// Run returns how many rows were ours to do.
func (s Job[T]) Run(ctx context.Context) (done int, err error) {
	r := run[T]{Job: s, left: map[string]bool{}, ended: make(chan endedRow)}
	for began := time.Now(); ; r.wait() {
		if err == nil && ctx.Err() == nil && time.Since(began) < takesUpFor {
			err = r.takeUp(ctx)
		}
		if r.busy == 0 {
			return r.done, err
		}
	}
}

type run[T any] struct {
	Job[T]
	// left has the rows that are in progress, or were not ours to do.
	left       map[string]bool
	busy, done int
	ended      chan endedRow
}

type endedRow struct {
	name string
	ours bool
}

// takeUp begins each due row whose provider has a free place.
func (r *run[T]) takeUp(ctx context.Context) error {
	rows, err := r.Due(ctx)
	if err != nil {
		return err
	}
	for _, row := range rows {
		name := r.Name(row)
		if r.left[name] {
			continue
		}
		release, free := r.Places.Take(r.Provider(row))
		if !free {
			continue
		}
		r.left[name] = true
		r.busy++
		go func() {
			ours := r.Work(row)
			release()
			r.ended <- endedRow{name, ours}
		}()
	}
	return nil
}

// wait returns when a row has ended, or when it is time to look for others.
func (r *run[T]) wait() {
	select {
	case e := <-r.ended:
		r.busy--
		if e.ours {
			r.done++
			delete(r.left, e.name)
		}
	case <-time.After(lookEvery):
	}
}

// SideBySide works on rows and counts those that were ours to do. A row whose provider has no free place stays due.
func SideBySide[T any](places *Places, rows []T, provider func(T) string, work func(T) bool) int {
	var wait sync.WaitGroup
	var done atomic.Int64
	for _, row := range rows {
		release, free := places.Take(provider(row))
		if !free {
			continue
		}
		wait.Go(func() {
			defer release()
			if work(row) {
				done.Add(1)
			}
		})
	}
	wait.Wait()
	return int(done.Load())
}
