// Package fair shares few places for work fairly between people.
//
// Promises: at most so many pieces of work run at once. Nobody has more than one place at a time. Waiting work is served in
// rounds, one piece per person, so that a person's only piece waits for one piece of each other person at most, and never for
// the whole backlog of one of them. Work whose context ends leaves the queue.
package fair

import (
	"context"
	"slices"
	"sync"
)

// Queue has a number of places. It is safe for concurrent use.
type Queue struct {
	mu     sync.Mutex
	free   int
	atWork map[string]bool
	// round lists the people who wait, in the order of their next turns; waiting has the pieces of work of each, oldest first.
	round   []string
	waiting map[string][]chan struct{}
}

// New makes a queue with so many places, at least one.
func New(places int) *Queue {
	return &Queue{free: max(1, places), atWork: map[string]bool{}, waiting: map[string][]chan struct{}{}}
}

// Take waits for a place for who, and returns the function that gives it back. The error is ctx's.
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
	if at < 0 { // the place came at the same moment
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
	if at := slices.Index(q.round, who); at >= 0 { // it had its turn: everybody else comes first
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
			q.round = append(q.round, next) // behind everybody else
		} else {
			delete(q.waiting, next)
		}
		q.begin(next)
		close(mine)
	}
}

// leave removes a waiting piece of work.
func (q *Queue) leave(who string, at int) {
	q.waiting[who] = slices.Delete(q.waiting[who], at, at+1)
	if len(q.waiting[who]) > 0 {
		return
	}
	delete(q.waiting, who)
	q.round = slices.DeleteFunc(q.round, func(w string) bool { return w == who })
}
