package wallet

import (
	"context"
	"time"
)

const (
	// sweepTakesUp is how long one sweep begins with anything. What is begun last has the rest of its minute.
	sweepTakesUp = 20 * time.Second
	// sweepLooks is how often a sweep looks for what is due while something is under way.
	sweepLooks = time.Second
)

// sweep works on what is due until nothing of it can be begun and nothing is under way. What becomes due meanwhile is begun as
// well, so a provider that is slow to answer delays only what has to do with it.
type sweep[T any] struct {
	places *places
	due    func(ctx context.Context) ([]T, error)
	// name tells one row from all others, provider whose places it takes.
	name, provider func(T) string
	// work reports whether the row was ours to do. One that was not is left alone for the rest of the sweep.
	work func(T) bool
}

// run returns how many rows were ours to do.
func (s sweep[T]) run(ctx context.Context) (done int, err error) {
	r := sweepRun[T]{sweep: s, left: map[string]bool{}, ended: make(chan sweptRow)}
	for began := time.Now(); ; r.wait() {
		if err == nil && ctx.Err() == nil && time.Since(began) < sweepTakesUp {
			err = r.takeUp(ctx)
		}
		if r.busy == 0 {
			return r.done, err
		}
	}
}

type sweepRun[T any] struct {
	sweep[T]
	// left are the rows that are under way, or were not ours to do.
	left       map[string]bool
	busy, done int
	ended      chan sweptRow
}

type sweptRow struct {
	name string
	ours bool
}

// takeUp begins with each due row whose provider has a place.
func (r *sweepRun[T]) takeUp(ctx context.Context) error {
	rows, err := r.due(ctx)
	if err != nil {
		return err
	}
	for _, row := range rows {
		name := r.name(row)
		if r.left[name] {
			continue
		}
		release, free := r.places.take(r.provider(row))
		if !free {
			continue
		}
		r.left[name] = true
		r.busy++
		go func() {
			ours := r.work(row)
			release()
			r.ended <- sweptRow{name, ours}
		}()
	}
	return nil
}

// wait returns when a row is no longer under way, or when it is time to look for others.
func (r *sweepRun[T]) wait() {
	select {
	case e := <-r.ended:
		r.busy--
		if e.ours {
			r.done++
			delete(r.left, e.name)
		}
	case <-time.After(sweepLooks):
	}
}
