// Package operatorapi is the operator listener: the operator API (OPERATOR-API.md), and what a machine's owner looks at. Members
// can't reach it.
//
// Promises:
//   - Who calls is found by the session alone, and what it may do by its role, before a call does anything.
//   - Every call is a line of OPERATOR-API.md, with its role (TestTheMatrixOfTheOperatorAPI).
//
// A part of the API is a room: it has the types, routes and handlers of its subject. What all calls share is in package httpx.
package operatorapi

import (
	"context"
	"io/fs"
	"log/slog"
	"net/http"
	"slices"

	"krapao/fault"
	"krapao/internal/httpx"
	"krapao/internal/httpx/peer"
	"krapao/internal/operatorapi/cookie"
	"krapao/internal/operatorapi/room"
	"krapao/internal/operatorapi/signin"
	"krapao/internal/ratelimit"
	"krapao/internal/store"
	"krapao/internal/telemetry"
	"krapao/money"
	"krapao/operator"
	"krapao/operator/conversation"
	"krapao/operator/identity"
	"krapao/operator/token"
	"krapao/privacy"
	"krapao/session"
)

// Deps are what the listener works with.
type Deps struct {
	// Members is the members' frame of this node: both have one memory of what calls answered, and one health.
	Members  *httpx.Frame
	Store    *store.Store
	Sessions *session.Service
	Identity *identity.Service
	// Tokens are those of systems.
	Tokens *token.Service
	// Approvals are asked for what waits.
	Approvals *operator.Approvals
	// Queue counts the items that an operator has, by kind.
	Queue interface {
		Has(ctx context.Context, name string) (map[string]int, error)
	}
	// WithdrawOver is the amount of a withdrawal over which two must agree.
	WithdrawOver func(context.Context) (money.Amount, error)
	// House is the house's name.
	House func(context.Context) (string, error)
	// Demo: the demo's operators sign in by one press. No other house has that call.
	Demo bool
	// URL is the console's address; "": on this machine, without TLS.
	URL string
	// Address is the console's, as a browser on this machine has it, too.
	Address string
	// Conversations have the files of the chat; ChatOn reports whether it is switched on.
	Conversations *conversation.Service
	ChatOn        func() bool
	// Pictures are the slips', by the signed tokens of their links.
	Pictures interface {
		Picture(ctx context.Context, token string) ([]byte, error)
	}
	// Privacy writes what is kept of a member, by the links of exports.
	Privacy *privacy.Service
	// Rooms are those that operators decide and look in.
	Rooms room.All

	// Calls limits calls as such, in this node's memory.
	Calls   *ratelimit.Limiter
	Limits  ratelimit.Limits
	Proxies peer.Proxies
	Metrics *telemetry.Metrics
	// Log is where requests are logged; nil is the program's own.
	Log *slog.Logger

	// Pages is the live connection of consoles; nil is none.
	Pages http.Handler
	// Console is the built console; nil serves the API alone.
	Console fs.FS
}

// about is what the operator API says of itself.
var about = httpx.About{
	Title: "Krapao operator API", Version: "0.1.0", Client: "krapao-operator", ByToken: true,
	Cookie: cookie.Secured, Codes: fault.Operators, Shown: "operator: ",
	Description: "Every refusal is an Envelope; its message is a code of the catalogue.",
}

// Server answers on the operator listener.
type Server struct {
	frame   *httpx.Frame
	metrics *telemetry.Metrics
}

// New makes the server.
func New(ctx context.Context, d Deps) (*Server, error) {
	f, err := d.frame(ctx, d.authenticate)
	if err != nil {
		return nil, err
	}
	return &Server{f, d.Metrics}, nil
}

// parts is the table of contents.
func (d Deps) parts() []room.Part {
	return append([]room.Part{
		signin.New(signin.Deps{
			Identity: d.Identity, Sessions: d.Sessions, Find: d.find, Waiting: d.waiting, House: d.House, Cookie: cookie.At(d.URL),
			Demo: d.Demo, Console: d.Address, Mine: d.mine, WithdrawOver: d.WithdrawOver,
		}),
	}, d.Rooms.Parts()...)
}

// find returns an operator.
func (d Deps) find(ctx context.Context, name string) (operator.Operator, error) {
	return operator.Find(ctx, d.Store, name)
}

// mostCounted bounds how many of what waits are counted.
const mostCounted = 100

// waiting counts the proposals that wait for an operator.
func (d Deps) waiting(ctx context.Context, name string) (int, error) {
	waits, err := d.Approvals.Page(ctx, operator.ProposalFilter{WaitsFor: name, Most: mostCounted})
	return len(waits), err
}

// mine counts the items of the queue that an operator has.
func (d Deps) mine(ctx context.Context, name string) (n int, err error) {
	has, err := d.Queue.Has(ctx, name)
	for _, of := range has {
		n += of
	}
	return n, err
}

func (d Deps) register(f *httpx.Frame) {
	for _, part := range d.parts() {
		part.Register(f)
	}
	d.mountMedia(f)
	f.Mount(httpx.Mount{Path: "/socket.io", Shown: "/socket.io/", Handler: d.Pages})
}

// frame is the operators' frame, beside that of the members.
func (d Deps) frame(
	ctx context.Context, authenticate func(context.Context, *http.Request) (httpx.Caller, error),
) (*httpx.Frame, error) {
	return httpx.New(ctx, httpx.Config{
		About: about, Beside: d.Members,
		Authenticate: authenticate, Complete: d.refusal,
		Permits: permits,
		Calls:   d.Calls, Limits: d.Limits, Proxies: d.Proxies, Metrics: d.Metrics, Log: d.Log, Site: d.Console,
	}, d.register)
}

// permits refuses a call that its caller may not make: by its role, and a system's by the scopes of its token, too.
func permits(by httpx.Caller, rt httpx.Route) error {
	err := operator.Role(by.Role).MayCall(rt.Needs)
	if err == nil && by.Scopes != nil && !slices.Contains(by.Scopes, rt.Scope) {
		err = fault.New(fault.TOKEN_SCOPE, "this call needs the scope %s", rt.Scope).With("scope", rt.Scope)
	}
	return err
}

// OpenAPI returns the contract as an OpenAPI 3.1 document, indented: the same bytes for the same types. The demo's
// call is in it.
func OpenAPI() ([]byte, error) { return httpx.Contract(about, Deps{Demo: true}.register) }
