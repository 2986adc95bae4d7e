package game

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"krapao/internal/patience"
	"krapao/money"
)

// Connection is how this program reaches a provider. Addresses come from the configuration at each start, never from
// stored data.
type Connection struct {
	Provider Provider
	// Family is the protocol of the connection, as the catalogue names it.
	Family string
	// LoginPage is the address of the provider's own login, for games of kind Form and URL.
	LoginPage string
	// Form describes the fields of that login; nil: LoginPage takes username and password.
	Form *LoginForm
}

// LoginForm is the form of a provider's own login: the names of its fields, and its fixed fields.
type LoginForm struct {
	Action, Username, Password string
	Extra                      map[string]string
}

// Timeouts limit the calls of providers; a zero field takes its default.
type Timeouts struct {
	// Call limits one call that moves something, or asks what became of it (7 s, at most 15 s). Leases and windows depend
	// on it.
	Call time.Duration
	// Ask limits one call that moves nothing: a reading, an account, a password, a page (15 s; Call if only that is set).
	// No slow provider causes a refusal while the member still has time to wait.
	Ask time.Duration
}

func (t Timeouts) withDefaults() Timeouts {
	if t.Ask <= 0 {
		t.Ask = t.Call
	}
	if t.Ask <= 0 {
		t.Ask = patience.Call
	}
	if t.Call <= 0 {
		t.Call = 7 * time.Second
	}
	return Timeouts{Call: min(t.Call, patience.Call), Ask: min(t.Ask, patience.Call)}
}

// Providers are the providers that this program is connected to, and how long a call of one may take.
type Providers struct {
	connections map[string]Connection
	timeouts    Timeouts
}

// NewProviders keeps the connections, by provider. A game of a provider without one answers as if its provider could not
// be reached.
func NewProviders(connections map[string]Connection, timeouts Timeouts) *Providers {
	return &Providers{connections: connections, timeouts: timeouts.withDefaults()}
}

// Names returns the connected providers, sorted.
func (c *Providers) Names() []string { return slices.Sorted(maps.Keys(c.connections)) }

// Connection returns how a provider is reached; the zero value if it is not connected.
func (c *Providers) Connection(name string) Connection { return c.connections[name] }

// Provider returns the provider's side of a connection; nil if it is not connected.
func (c *Providers) Provider(name string) Provider { return c.connections[name].Provider }

// Reachable is Provider with an error where it is not connected.
func (c *Providers) Reachable(name string) (Provider, error) {
	p := c.Provider(name)
	if p == nil {
		return nil, fmt.Errorf("game: no connection to provider %q is configured", name)
	}
	return p, nil
}

// defaultStep is the smallest step of a provider without a connection: 0.01 credit.
const defaultStep = money.Credit / 100

// Step returns the smallest movement of credits at a provider: every movement is a whole number of steps.
func (c *Providers) Step(name string) money.Credits {
	if p := c.Provider(name); p != nil {
		return p.Capabilities().Step
	}
	return defaultStep
}

// ReportForm returns what a provider reports of play; ReportNone also if it is not connected.
func (c *Providers) ReportForm(name string) ReportForm {
	p := c.Provider(name)
	if _, tells := p.(Reporter); !tells {
		return ReportNone
	}
	return p.Capabilities().Report
}

// Lag returns how late play at a provider may be reported; 0 if it reports nothing.
func (c *Providers) Lag(name string) time.Duration {
	if c.ReportForm(name) == ReportNone {
		return 0
	}
	return c.Provider(name).Capabilities().ReportLag
}

// CallTimeout limits one call that moves credits, or asks what became of a move.
func (c *Providers) CallTimeout() time.Duration { return c.timeouts.Call }

// AskTimeout limits one call that moves nothing.
func (c *Providers) AskTimeout() time.Duration { return c.timeouts.Ask }

// AskContext limits one call that moves nothing. It leaves a request the time to store and answer the result.
func (c *Providers) AskContext(ctx context.Context) (context.Context, context.CancelFunc) {
	until := time.Now().Add(c.timeouts.Ask)
	if last := patience.By(ctx).Add(-2 * patience.Book); last.Before(until) {
		until = last
	}
	return context.WithDeadline(ctx, until)
}
