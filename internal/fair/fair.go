// Package fair lets people take turns at work of which little can be done at once.
//
// Promises: at most so many are at work; nobody has more than one place at a time, however much it asks for; who waits is served
// in rounds, one of each person, so that a person's only piece of work waits for one piece of each other person at most and never
// for all that one of them has piled up. Who gives up leaves no trace.
package fair

import (
	"context"
	"slices"
	"sync"
)

// Queue is such places. It is safe for concurrent use.
type Queue struct {
	mu     sync.Mutex
	free   int
	atWork map[string]bool
	// round are those who wait, in the order of their next turns; waiting is what each of them waits for, oldest first.
	round   []string
	waiting map[string][]chan struct{}
}

// New makes a queue with so many places, at least one.
func New(places int) *Queue {
	return &Queue{free: max(1, places), atWork: map[string]bool{}, waiting: map[string][]chan struct{}{}}
}

// Take waits for a place of somebody's and returns how it is given back. The error is ctx's.
func (q *Queue) Take(ctx context.Context, who string) (done func(), err error) {
	q.mu.Lock()
	if q.free > 0 && !q.atWork[who] {
		q.begin(who)
		q.mu.Unlock()
		return func() { q.end(who) }, nil
	}
	mine := make(chan struct{})
	if len(q.waiting[who]) == 0 {
		q.round = append(q.round, who)
	}
	q.waiting[who] = append(q.waiting[who], mine)
	q.mu.Unlock()
	select {
	case <-mine:
		return func() { q.end(who) }, nil
	case <-ctx.Done():
	}
	q.mu.Lock()
	at := slices.Index(q.waiting[who], mine)
	if at >= 0 {
		q.leave(who, at)
	}
	q.mu.Unlock()
	if at < 0 { // the place came in the same moment
		q.end(who)
	}
	return nil, ctx.Err()
}

func (q *Queue) begin(who string) {
	q.free--
	q.atWork[who] = true
}

func (q *Queue) end(who string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.free++
	delete(q.atWork, who)
	if at := slices.Index(q.round, who); at >= 0 { // it had its turn: everybody else who waits has one before
		q.round = append(slices.Delete(q.round, at, at+1), who)
	}
	for at := 0; q.free > 0 && at < len(q.round); {
		next := q.round[at]
		if q.atWork[next] {
			at++
			continue
		}
		mine := q.waiting[next][0]
		q.round = slices.Delete(q.round, at, at+1)
		if q.waiting[next] = q.waiting[next][1:]; len(q.waiting[next]) > 0 {
			q.round = append(q.round, next) // behind everybody who waits now
		} else {
			delete(q.waiting, next)
		}
		q.begin(next)
		close(mine)
	}
}

// leave takes one who waits out.
func (q *Queue) leave(who string, at int) {
	q.waiting[who] = slices.Delete(q.waiting[who], at, at+1)
	if len(q.waiting[who]) > 0 {
		return
	}
	delete(q.waiting, who)
	q.round = slices.DeleteFunc(q.round, func(w string) bool { return w == who })
}
