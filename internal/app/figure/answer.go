package figure

import (
	"context"
	"sync"
	"time"

	"krapao/internal/store"
	"krapao/internal/telemetry"
)

const (
	// ofARound is how long an answer of the database is kept: the figures of one round ask for it one after another.
	ofARound = telemetry.FiguresEvery / 2
	// ofTheQuiet is that while nothing is written on any node. Ages go on growing meanwhile.
	ofTheQuiet = time.Minute
)

// question reads a figure from the database.
type question = func(context.Context) (float64, error)

// remember asks once for all figures of a round, and fails once for all of them.
func remember[T any](s *store.Store, ask func(context.Context) (T, error)) func(context.Context) (T, error) {
	return rememberFor(s, ofTheQuiet, ask)
}

// rememberFor is remember of what is good for some time while nothing is written on any node.
func rememberFor[T any](
	s *store.Store, quiet time.Duration, ask func(context.Context) (T, error),
) func(context.Context) (T, error) {
	var mu sync.Mutex
	var last T
	var failed error
	var asked time.Time
	return func(ctx context.Context) (T, error) {
		mu.Lock()
		defer mu.Unlock()
		age := time.Since(asked)
		if age < ofARound || failed == nil && age < quiet && s.Quiet() {
			return last, failed
		}
		last, failed = ask(ctx)
		asked = time.Now()
		return last, failed
	}
}

// line is a number of things that wait, and since when the first of them does.
type line struct {
	count int64
	since time.Time
}

// line returns two questions about things that wait: how many, and the age of the oldest in seconds.
func (p Parts) line(ask func(context.Context) (int64, time.Time, error)) (count, oldest question) {
	known := remember(p.Store, func(ctx context.Context) (line, error) {
		n, since, err := ask(ctx)
		return line{n, since}, err
	})
	count = func(ctx context.Context) (float64, error) {
		l, err := known(ctx)
		return float64(l.count), err
	}
	return count, func(ctx context.Context) (float64, error) {
		l, err := known(ctx)
		return p.age(l.since), err
	}
}

// age returns the seconds since a time; 0 where nothing waits.
func (p Parts) age(since time.Time) float64 {
	if since.IsZero() {
		return 0
	}
	return p.Store.Now().Sub(since).Seconds()
}
