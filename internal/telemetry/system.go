package telemetry

import (
	"slices"
	"strings"
	"sync"
	"time"
)

// System is what this node knows of an outside system by its own calls since it was started.
type System struct {
	// Kind is "provider", or that of the other outside systems' figures: sms, qr, payout, slip, feed, link, blob.
	Kind, Name string
	// Done, Refused and Unknown count its calls by how they ended. One that was not sent is not counted.
	Done, Refused, Unknown int64
	// Failing is since when it has not answered; zero: it answered the last call, or was not called yet.
	Failing time.Time
	// Open: this node's circuit breaker of a provider is open.
	Open bool
	// P95 is below what 95 of 100 of its last answers took; 0 where it has not answered.
	P95 time.Duration
}

// lastAnswers is of how many answers it is known how long they took.
const lastAnswers = 100

// systems are the outside systems, by kind and name.
type systems struct {
	mu  sync.Mutex
	all map[[2]string]*system
}

type system struct {
	System

	took []time.Duration
	next int
}

func newSystems() *systems { return &systems{all: map[[2]string]*system{}} }

const kindProvider = "provider"

// at returns a system, with the lock held.
func (s *systems) at(kind, name string) *system {
	key := [2]string{kind, name}
	if s.all[key] == nil {
		s.all[key] = &system{System: System{Kind: kind, Name: name}}
	}
	return s.all[key]
}

// known has a system before its first call.
func (s *systems) known(kind, name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.at(kind, name)
}

// called records a call and how it ended.
func (s *systems) called(kind, name, outcome string, took time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	one := s.at(kind, name)
	switch outcome {
	case "done":
		one.Done++
	case "refused":
		one.Refused++
	default:
		if outcome == "unknown" {
			one.Unknown++
		}
		if one.Failing.IsZero() {
			one.Failing = time.Now()
		}
		return
	}
	one.Failing = time.Time{}
	if len(one.took) < lastAnswers {
		one.took = append(one.took, took)
		return
	}
	one.took[one.next] = took
	one.next = (one.next + 1) % lastAnswers
}

// opened records whether a circuit breaker is open.
func (s *systems) opened(kind, name string, open bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.at(kind, name).Open = open
}

// health is what is known of a system.
func (s *systems) health(kind, name string) System {
	s.mu.Lock()
	defer s.mu.Unlock()
	if one := s.all[[2]string{kind, name}]; one != nil {
		return one.System
	}
	return System{}
}

// Systems returns what this node knows of every outside system, by kind and name.
func (m *Metrics) Systems() []System {
	s := m.systems
	s.mu.Lock()
	defer s.mu.Unlock()
	list := make([]System, 0, len(s.all))
	for _, one := range s.all {
		x := one.System
		if n := len(one.took); n > 0 {
			sorted := slices.Sorted(slices.Values(one.took))
			x.P95 = sorted[(n*95-1)/100]
		}
		list = append(list, x)
	}
	slices.SortFunc(list, func(a, b System) int {
		if c := strings.Compare(a.Kind, b.Kind); c != 0 {
			return c
		}
		return strings.Compare(a.Name, b.Name)
	})
	return list
}
