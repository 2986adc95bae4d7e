package httpx

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"krapao/fault"
	"krapao/internal/httpx/cached"
	"krapao/internal/httpx/peer"
	"krapao/internal/httpx/reader"
	"krapao/internal/httpx/site"
	"krapao/internal/ratelimit"
	"krapao/internal/store"
	"krapao/internal/telemetry"
	"krapao/ledger"
)

// About is what a frame says of itself, and how its clients do.
type About struct {
	// Title, Version and Description are the contract's.
	Title, Version, Description string
	// Client is the one value of X-Requested-With.
	Client string
	// ByToken: a call with a bearer token may leave the client's name out, since no page of another site can send a token.
	ByToken bool
	// Cookie is the cookie that carries a session, as the contract names it; "" is none.
	Cookie string
	// Codes are the refusals that the contract lists; nil are the members'.
	Codes func() []fault.Code
	// Shown begins the names of the calls in log and figures.
	Shown string
}

// Config says what the frame works with. Its functions are the few questions that it has for the areas.
type Config struct {
	About About
	// Beside is another frame of this node; nil is none. Both have one memory of what calls answered, and one health.
	Beside *Frame

	Store *store.Store
	// Ledger keeps the keys of calls that are one transfer.
	Ledger Ledger
	// Index is secret.Box's: fingerprints of calls are stored under the installation's key.
	Index func(kind, value string) string

	// Authenticate finds who makes a call, or refuses it.
	Authenticate func(ctx context.Context, r *http.Request) (Caller, error)
	// Permits refuses a call of operators that this one may not make. No such call is answered without it.
	Permits func(Caller, Route) error
	// Proof is the proof of a verified phone that a request carries, or "". A guest's answers are remembered under it.
	Proof func(*http.Request) string
	// Running reports whether the service still runs. Once the operator has terminated it, every call is refused with GONE,
	// but those whose route says Always. Nil: the calls do not depend on it.
	Running func(context.Context) (bool, error)
	// Before may refuse a call before it is handled.
	Before func(context.Context, Route) error
	// Complete may add parameters to a refusal.
	Complete func(context.Context, error) error

	// Calls limits calls as such, in this node's memory.
	Calls   *ratelimit.Limiter
	Limits  ratelimit.Limits
	Proxies peer.Proxies
	Metrics *telemetry.Metrics
	// Log is where requests are logged; nil is the program's own.
	Log *slog.Logger

	// Site is the built web app; nil serves the API alone.
	Site fs.FS
	// FrameAncestors are the origins that may show the app in a frame; "" allows nobody.
	FrameAncestors string
	// PlainOutside is an origin without TLS that games and pictures may come from: the sandbox.
	PlainOutside string
}

// Ledger is what the frame asks of the ledger. A call that is one transfer leaves its idempotency key to it.
type Ledger interface {
	// FindByKey finds the transfer under a key.
	FindByKey(ctx context.Context, key ledger.Key) (ledger.Transfer, bool, error)
	// RejectTx binds a key to a refusal, or fails with ledger.ErrKeyUsed where it has moved money.
	RejectTx(ctx context.Context, tx *store.Tx, key ledger.Key, request any, refused *fault.Error) error
}

// Caller is who makes a call: a member, an operator, or a system of the house by a token that an operator gave it.
type Caller struct {
	Member, Operator, Session string
	// Role and Scopes are what an operator or a system may do. An operator has no scopes, and needs none.
	Role   string
	Scopes []string
	// Quiet: this node has not heard of the session for half an hour.
	Quiet bool
}

// Frame is the HTTP server without its calls. Register and Mount add them.
type Frame struct {
	config      Config
	mux         *http.ServeMux
	api         huma.API
	idempotency *idempotency
	ready       *readiness
	handler     http.Handler
	readers     *reader.Places
	mounts      []Mount
	// always are the paths that are answered although the service was terminated.
	always map[string]bool
	// forOperators are the calls that need an operator's session.
	forOperators []Route
}

// New makes the frame, and has the calls registered with it. On a database of one node it ends the runs that a former process
// left.
func New(ctx context.Context, c Config, register func(*Frame)) (*Frame, error) {
	f := &Frame{config: c, readers: reader.New(), always: map[string]bool{}}
	if err := f.share(ctx); err != nil {
		return nil, err
	}
	f.Mount(Mount{Path: "/healthz", Exact: true, Shown: "/healthz", Handler: http.HandlerFunc(f.Healthz)})
	f.Mount(Mount{Path: "/readyz", Exact: true, Shown: "/readyz", Handler: http.HandlerFunc(f.Readyz)})
	f.mux = http.NewServeMux()
	f.api = newAPI(c.About, f.mux, f.pipeline)
	f.register(register)
	f.mux.Handle("GET "+contractPath, f.entered(contractHandler(f.Document)))
	app, err := site.New(c.Site)
	if err != nil {
		return nil, fmt.Errorf("httpx: the web app: %w", err)
	}
	api, err := cached.Compressed(f.frontDoor(f.mux))
	if err != nil {
		return nil, fmt.Errorf("httpx: %w", err)
	}
	f.handler = f.Observe(f.Secure(oneBody(f.listener(api, app))))
	return f, nil
}

// share takes what a node has once from the frame beside it, or makes it.
func (f *Frame) share(ctx context.Context) error {
	if c := f.config.Beside; c != nil {
		f.idempotency, f.ready = c.idempotency, c.ready
		return nil
	}
	kept := newAnswers(f.config.Store, f.config.Index)
	f.idempotency = &idempotency{answers: kept, ledger: f.config.Ledger, running: map[string]*flight{}}
	f.ready = newReadiness(f.config.Store)
	return kept.endLeases(ctx)
}

// Handler serves the app, the API, and the mounts.
func (f *Frame) Handler() http.Handler { return f.handler }

// Sweep removes remembered answers that nobody may ask for any more, and rows of nodes that are gone. Run it periodically.
func (f *Frame) Sweep(ctx context.Context) error {
	return errors.Join(f.idempotency.answers.sweep(ctx), f.ready.sweep(ctx))
}

// KeyAnswers puts plain fingerprints, which an earlier version stored, under the installation's key. It returns how many. Run
// it periodically: nodes of that version may write more of them.
func (f *Frame) KeyAnswers(ctx context.Context) (int, error) {
	return f.idempotency.answers.keyOld(ctx)
}

// Stopping makes the node unready: a load balancer sends nothing new while it finishes the requests that it has.
func (f *Frame) Stopping() { f.ready.stopping.Store(true) }
