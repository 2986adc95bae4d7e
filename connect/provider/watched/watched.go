// Package watched measures the calls of a game provider from outside its adapter.
//
// Promises:
//   - The adapter's answers are passed on unchanged.
//   - The optional parts of the port stay what they are: a Reporter or a Lister is found exactly where the adapter is
//     one.
//   - The metrics contain only the provider's configured name, the kind of call, its end and its duration.
package watched

import (
	"context"
	"errors"
	"strings"
	"time"

	"krapao/connect/outbound"
	"krapao/game"
)

// The ends of a call. A refusal is an answer: the provider works.
const (
	Done    = "done"
	Refused = "refused"
	Unknown = "unknown"  // nobody knows what the provider did
	NotSent = "not_sent" // not a byte of it left
)

// Metrics record the measured calls.
type Metrics interface {
	ProviderCall(provider, call, outcome string, took time.Duration)
}

// Watch returns the provider with its calls measured under a name.
func Watch(name string, p game.Provider, m Metrics) game.Provider {
	w := &provider{name: name, next: p, metrics: m}
	reports, isReporter := p.(game.Reporter)
	lists, isLister := p.(game.Lister)
	switch {
	case isReporter && isLister:
		return struct {
			*provider
			reporter
			lister
		}{w, reporter{w, reports}, lister{w, lists}}
	case isReporter:
		return struct {
			*provider
			reporter
		}{w, reporter{w, reports}}
	case isLister:
		return struct {
			*provider
			lister
		}{w, lister{w, lists}}
	}
	return w
}

type provider struct {
	name    string
	next    game.Provider
	metrics Metrics
}

var _ game.Provider = (*provider)(nil)

// call measures a call that ends with an error or without.
func (w *provider) call(kind string, do func() error) {
	begun := time.Now()
	err := do()
	if errors.Is(err, game.ErrUnsupported) {
		return // no call was made
	}
	w.metrics.ProviderCall(w.name, kind, ended(err), time.Since(begun))
}

func ended(err error) string {
	switch {
	case err == nil:
		return Done
	case errors.Is(err, game.ErrRefused):
		return Refused
	case errors.Is(err, outbound.ErrNotSent):
		return NotSent
	}
	return Unknown
}

// Capabilities implements game.Provider.
func (w *provider) Capabilities() game.Capabilities { return w.next.Capabilities() }

// Ensure implements game.Provider.
func (w *provider) Ensure(ctx context.Context, p game.Player) (err error) {
	w.call("create", func() error { err = w.next.Ensure(ctx, p); return err })
	return err
}

// Balance implements game.Provider.
func (w *provider) Balance(ctx context.Context, p game.Player) (r game.Reading, err error) {
	w.call("balance", func() error { r, err = w.next.Balance(ctx, p); return err })
	return r, err
}

// Move implements game.Provider.
func (w *provider) Move(ctx context.Context, m game.Move) game.Outcome {
	begun := time.Now()
	o := w.next.Move(ctx, m)
	w.metrics.ProviderCall(w.name, "move", movedAs(o), time.Since(begun))
	return o
}

func movedAs(o game.Outcome) string {
	switch {
	case unsent(o):
		return NotSent
	case o.Kind == game.Done:
		return Done
	case o.Kind == game.Rejected:
		return Refused
	}
	return Unknown
}

// unsent reports whether nothing was sent: adapters say so in the reason, whatever the transfer's outcome.
func unsent(o game.Outcome) bool {
	switch o.Reason {
	case game.ReasonTooLate, game.ReasonBreaker, game.ReasonNoPlace:
		return true
	}
	return strings.Contains(o.Reason, outbound.ErrNotSent.Error())
}

// Check implements game.Provider. Whatever the provider says about the reference, it answered.
func (w *provider) Check(ctx context.Context, m game.Move) game.Outcome {
	if !w.next.Capabilities().CheckByReference {
		return w.next.Check(ctx, m) // no call is made
	}
	begun := time.Now()
	o := w.next.Check(ctx, m)
	outcome := Done
	if o.Kind == game.Unknown {
		outcome = Unknown
		if unsent(o) {
			outcome = NotSent
		}
	}
	w.metrics.ProviderCall(w.name, "check", outcome, time.Since(begun))
	return o
}

// Launch implements game.Provider.
func (w *provider) Launch(ctx context.Context, v game.Visit) (p game.Page, err error) {
	w.call("launch", func() error { p, err = w.next.Launch(ctx, v); return err })
	return p, err
}

// SetPassword implements game.Provider.
func (w *provider) SetPassword(ctx context.Context, p game.Player, next string) (err error) {
	w.call("password", func() error { err = w.next.SetPassword(ctx, p, next); return err })
	return err
}

// Kick implements game.Provider.
func (w *provider) Kick(ctx context.Context, p game.Player) (err error) {
	w.call("kick", func() error { err = w.next.Kick(ctx, p); return err })
	return err
}

// Rounds implements game.Provider.
func (w *provider) Rounds(ctx context.Context, p game.Player, since, until time.Time) (play game.Play, err error) {
	w.call("rounds", func() error { play, err = w.next.Rounds(ctx, p, since, until); return err })
	return play, err
}

type reporter struct {
	w    *provider
	next game.Reporter
}

// Report implements game.Reporter.
func (r reporter) Report(ctx context.Context, q game.ReportQuery) (page game.ReportPage, err error) {
	r.w.call("report", func() error { page, err = r.next.Report(ctx, q); return err })
	return page, err
}

type lister struct {
	w    *provider
	next game.Lister
}

// Transfers implements game.Lister.
func (l lister) Transfers(ctx context.Context, q game.ListQuery) (page game.ListPage, err error) {
	l.w.call("list", func() error { page, err = l.next.Transfers(ctx, q); return err })
	return page, err
}
