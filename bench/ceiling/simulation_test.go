package main

import (
	"container/heap"
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

// simulation is a database as the model sees it, with queues: connections, one account that is locked in order, and a log that
// flushes for all that wait. Nothing in it takes time but round trips and flushes.
type simulation struct {
	conditions
	events   events
	now      time.Duration
	order    int
	free     int
	waiting  []func()
	locked   bool
	lockers  []func()
	flushing bool
	commits  []func()
	random   *rand.Rand
}

type event struct {
	at    time.Duration
	order int
	do    func()
}

type events []event

func (e events) Len() int { return len(e) }
func (e events) Less(i, j int) bool {
	return e[i].at < e[j].at || e[i].at == e[j].at && e[i].order < e[j].order
}
func (e events) Swap(i, j int) { e[i], e[j] = e[j], e[i] }
func (e *events) Push(x any)   { *e = append(*e, x.(event)) } //nolint:forcetypeassert // the heap's own
func (e *events) Pop() any {
	last := (*e)[len(*e)-1]
	*e = (*e)[:len(*e)-1]
	return last
}

func (s *simulation) after(d time.Duration, do func()) {
	s.order++
	heap.Push(&s.events, event{s.now + d, s.order, do})
}

// trips takes so many round trips, each a little longer or shorter than the others, as on a network.
func (s *simulation) trips(n int, then func()) {
	var took time.Duration
	for range n {
		took += time.Duration(float64(s.trip) * (0.5 + s.random.Float64()))
	}
	s.after(took, then)
}

// flush lets a commit wait for the log.
func (s *simulation) flush(done func()) {
	s.commits = append(s.commits, done)
	if !s.flushing {
		s.write()
	}
}

func (s *simulation) write() {
	together := s.commits
	s.commits, s.flushing = nil, true
	s.after(s.conditions.flush, func() {
		s.flushing = false
		for _, done := range together {
			done()
		}
		if len(s.commits) > 0 && !s.flushing {
			s.write()
		}
	})
}

func (s *simulation) lock(then func()) {
	if s.locked {
		s.lockers = append(s.lockers, then)
		return
	}
	s.locked = true
	then()
}

func (s *simulation) unlock() {
	s.locked = false
	if len(s.lockers) > 0 {
		next := s.lockers[0]
		s.lockers = s.lockers[1:]
		s.lock(next)
	}
}

func (s *simulation) connect(then func()) {
	if s.free == 0 {
		s.waiting = append(s.waiting, then)
		return
	}
	s.free--
	then()
}

func (s *simulation) disconnect() {
	s.free++
	if len(s.waiting) > 0 {
		next := s.waiting[0]
		s.waiting = s.waiting[1:]
		s.connect(next)
	}
}

// again runs a flow over and over: its round trips, those under the lock last, then its commits.
func (s *simulation) again(f flow, done *int) {
	finished := func() {
		*done++
		s.disconnect()
		s.again(f, done)
	}
	s.connect(func() {
		s.trips(f.trips-f.held, func() {
			if f.held == 0 {
				s.flushes(f.commits, finished)
				return
			}
			s.lock(func() {
				s.trips(f.held, func() { s.flush(func() { s.unlock(); finished() }) })
			})
		})
	})
}

func (s *simulation) flushes(n int, then func()) {
	if n == 0 {
		then()
		return
	}
	s.flush(func() { s.flushes(n-1, then) })
}

// simulated is how many of a flow are done a second by so many members at once, beside others that only keep the log busy.
func simulated(c conditions, f flow, members, connections, others int) float64 {
	s := &simulation{conditions: c, free: connections + others}
	s.random = rand.New(rand.NewPCG(1, 2))
	var done, beside int
	for range others {
		s.again(flow{count: count{trips: 3, commits: 1}}, &beside)
	}
	for range members {
		s.again(f, &done)
	}
	for done < 2000 {
		next := heap.Pop(&s.events).(event) //nolint:forcetypeassert // the heap's own
		s.now = next.at
		next.do()
	}
	return float64(done) / s.now.Seconds()
}

// TestTheModelIsWhatQueuesDo: a simulation with queues is near each ceiling.
func TestTheModelIsWhatQueuesDo(t *testing.T) {
	t.Parallel()
	flows, err := read(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range flows {
		for _, c := range all {
			near(t, f, c, "one member alone", simulated(c, f, 1, connections, 0), 1/f.wait(c).Seconds())
			free := f
			free.held = 0
			near(t, f, c, "all connections", simulated(c, free, 10*connections, connections, 0), f.ofConnections(c))
			if f.held > 0 {
				near(t, f, c, "one account", simulated(c, f, 64, 64, 16), f.ofAccount(c))
			}
		}
	}
}

// near compares a simulated rate with the model's: it must be within a quarter.
func near(t *testing.T, f flow, c conditions, what string, got, model float64) {
	t.Helper()
	t.Logf("%s, %s, %+v: %.2f", f.name, what, c, got/model)
	if math.Abs(got/model-1) > 0.25 {
		t.Errorf("%s, %s, %+v: %.0f a second simulated, %.0f by the model", f.name, what, c, got, model)
	}
}
