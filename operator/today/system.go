package today

import (
	"context"
	"slices"
	"strings"
	"time"

	"krapao/brake"
)

// Connection is what a node knows of an outside system by its own calls.
type Connection struct {
	// Kind is provider, qr, feed, payout, slip, link, sms or blob.
	Kind, Name             string
	Done, Refused, Unknown int64
	// Failing is since when it has not answered; zero: it answered the last call, or was not called yet.
	Failing time.Time
	// Open: the circuit breaker is open.
	Open bool
	// P95 is below what 95 of 100 of its last answers took.
	P95 time.Duration
}

// Reading is a list of an outside system that is read again and again: an account's statement, a provider's report of play.
type Reading struct {
	// System is its system's name.
	System string
	// ReadAt is when it was last read to its end, Failing since when its reading fails, because of Why. Zero: never, or not.
	ReadAt, Failing time.Time
	Why             string
}

// State is how an outside system is.
type State string

// The states.
const (
	// Up: it answers.
	Up State = "up"
	// Slow: it takes long, does not answer since a moment ago, or a list of it can't be read.
	Slow State = "slow"
	// Down: it does not answer.
	Down State = "down"
	// Stopped: the house uses it no more for now.
	Stopped State = "stopped"
)

// Cause is why a system is not up.
type Cause string

// The causes. Of a system that is stopped it is that of its stop.
const (
	// Circuit: this node does not call it for a while, because it did not answer.
	Circuit Cause = "circuit"
	// Unanswered: it did not answer the last calls of this node.
	Unanswered Cause = "unanswered"
	// Unread: its statement or its report can't be read.
	Unread Cause = "unread"
	// LongAnswers: it takes long to answer.
	LongAnswers Cause = "slow"
)

// System is an outside system.
type System struct {
	// Name is provider:joker, gateway:KBANK, bank:SCB1, payouts, slip:easyslip, ... Kind is what it begins with.
	Name, Kind string
	State      State
	// Since is since when it is not up; zero: that is not known, or it is.
	Since time.Time
	Cause Cause
	// Detail says more: a person's reason, or what the system answered, in English. What the product found is with its stop.
	Detail string
	// Stops is the name by which it is stopped; "" can't be stopped. Several verifiers of slips are stopped together.
	Stops string
	// Connection is what the answering node knows of it. Known: it has a connection at all.
	Connection Connection
	Known      bool
	// ReadAt is when its list was last read to its end.
	ReadAt time.Time
}

const (
	// downAfter is how long a system may not answer until it counts as down.
	downAfter = time.Minute
	// longAnswer is what an answer takes that is slow.
	longAnswer = 3 * time.Second
)

// named is the name of a connection's system, its kind, and by which name it is stopped.
func named(c Connection) (name, kind, stops string) {
	switch c.Kind {
	case "provider":
		return brake.Provider(c.Name), c.Kind, brake.Provider(c.Name)
	case "qr":
		return "gateway:" + c.Name, "gateway", "gateway:" + c.Name
	case "feed":
		return "bank:" + c.Name, "bank", "bank:" + c.Name
	case "payout":
		return brake.Payouts, c.Kind, brake.Payouts
	case "slip":
		return "slip:" + c.Name, c.Kind, brake.Slips
	case "link":
		return "link:" + c.Name, c.Kind, brake.Links
	}
	if c.Name == c.Kind {
		return c.Name, c.Kind, ""
	}
	return c.Kind + ":" + c.Name, c.Kind, ""
}

// kindOf is the kind of a system that is known by its brake alone.
func kindOf(stops string) string {
	switch stops {
	case brake.Payouts:
		return "payout"
	case brake.Slips:
		return "slip"
	case brake.Links:
		return "link"
	}
	kind, _, _ := strings.Cut(stops, ":")
	return kind
}

// Systems returns every outside system, by name: those that this node has a connection to, and those that can be stopped.
func (s *Service) Systems(ctx context.Context) ([]System, error) {
	brakes, err := s.d.Brakes(ctx)
	if err != nil {
		return nil, err
	}
	stoppable, err := s.d.Stoppable(ctx)
	if err != nil {
		return nil, err
	}
	readings, err := s.d.Readings(ctx)
	if err != nil {
		return nil, err
	}
	list := all(s.d.Connections(), stoppable)
	now := s.d.Now()
	for n := range list {
		list[n].stand(now, brakes, readings)
	}
	return list, nil
}

func all(connections []Connection, stoppable []string) (list []System) {
	covered := map[string]bool{}
	for _, c := range connections {
		name, kind, stops := named(c)
		if !slices.Contains(stoppable, stops) {
			stops = ""
		}
		covered[stops] = true
		list = append(list, System{Name: name, Kind: kind, Stops: stops, Connection: c, Known: true})
	}
	for _, stops := range stoppable {
		if !covered[stops] {
			list = append(list, System{Name: stops, Kind: kindOf(stops), Stops: stops})
		}
	}
	slices.SortFunc(list, func(a, b System) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// stand says how the system is.
func (x *System) stand(now time.Time, brakes []brake.Stopped, readings []Reading) {
	x.State = Up
	var failing Reading
	for _, r := range readings {
		if r.System == x.Name {
			if x.ReadAt = r.ReadAt; !r.Failing.IsZero() {
				failing = r
			}
		}
	}
	c := x.Connection
	switch {
	case c.Open:
		x.State, x.Cause, x.Since = Down, Circuit, c.Failing
	case !c.Failing.IsZero() && now.Sub(c.Failing) >= downAfter:
		x.State, x.Cause, x.Since = Down, Unanswered, c.Failing
	case !failing.Failing.IsZero():
		x.State, x.Cause, x.Since, x.Detail = Slow, Unread, failing.Failing, failing.Why
	case !c.Failing.IsZero():
		x.State, x.Cause, x.Since = Slow, Unanswered, c.Failing
	case c.P95 >= longAnswer:
		x.State, x.Cause = Slow, LongAnswers
	}
	for _, b := range brakes {
		if b.System == x.Stops {
			x.State, x.Cause, x.Since, x.Detail = Stopped, Cause(b.Cause), b.Since, ""
			if b.Cause == brake.Person {
				x.Detail = b.Why
			}
		}
	}
}
