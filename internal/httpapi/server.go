package httpapi

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/danielgtaylor/huma/v2"

	"krapao/bonus"
	"krapao/chat"
	"krapao/deposit"
	"krapao/deposit/declared"
	"krapao/deposit/link"
	"krapao/deposit/qr"
	"krapao/deposit/slip"
	"krapao/fault"
	"krapao/game"
	"krapao/internal/patience"
	"krapao/internal/ratelimit"
	"krapao/internal/store"
	"krapao/internal/telemetry"
	"krapao/invite"
	"krapao/ledger"
	"krapao/lookup"
	"krapao/member"
	"krapao/operator"
	"krapao/otp"
	"krapao/protection"
	"krapao/refund"
	"krapao/session"
	"krapao/spin"
	"krapao/statement"
	"krapao/wallet"
	"krapao/withdraw"
)

const (
	// clientName is the one value of X-Requested-With.
	clientName   = "wallet-user"
	contractPath = "/api/openapi.json"
)

// Parts are what the server stands on: the areas' services, and settings of this node.
type Parts struct {
	Store       *store.Store
	Ledger      *ledger.Ledger
	Sessions    *session.Service
	Members     *member.Service
	OTP         *otp.Service
	Lookup      *lookup.Service
	Games       *game.Service
	Wallet      *wallet.Service
	Deposits    *deposit.Service
	Codes       *qr.Service
	Slips       *slip.Service
	Links       *link.Service
	Declared    *declared.Service
	Withdrawals *withdraw.Service
	Bonuses     *bonus.Service
	Refunds     *refund.Service
	Invitations *invite.Service
	Statements  *statement.Service
	Coins       *spin.Service
	Protection  *protection.Service
	Chats       *chat.Service
	// ChatPrefix begins the names of rooms.
	ChatPrefix string
	// Index is secret.Box's: what is remembered of calls is under the installation's key.
	Index func(kind, value string) string
	// Operators answers the operator API.
	Operators *operator.Service

	// Calls brakes calls as such, in this node's memory.
	Calls   *ratelimit.Limiter
	Limits  ratelimit.Limits
	Proxies Proxies
	Metrics *telemetry.Metrics
	// Log is where requests are told; nil is the program's own.
	Log *slog.Logger

	// Site is the built web app; nil serves the API alone.
	Site fs.FS
	// Socket is the realtime endpoint at /socket.io/; nil is none.
	Socket http.Handler
	// FrameAncestors are the origins that may show the app in a frame; empty is nobody.
	FrameAncestors string
	// PlainOutside is an origin without TLS that games and pictures may come from: the sandbox.
	PlainOutside string
}

// Server answers the member API.
type Server struct {
	Parts
	api      huma.API
	remember *remember
	ready    *readiness
	face     http.Handler
	readers  *readers
	stopping atomic.Bool
}

// New makes the server. It forgets what a former process of a single-node database left running.
func New(ctx context.Context, p Parts) (*Server, error) {
	s := &Server{Parts: p, readers: newReaders(), ready: newReadiness(p.Store)}
	kept := newAnswers(p.Store, p.Index)
	if err := kept.endLeases(ctx); err != nil {
		return nil, err
	}
	s.remember = &remember{answers: kept, knows: s.ledgerKnows, reject: s.ledgerRejects, running: map[string]*flight{}}
	mux := http.NewServeMux()
	s.api = newAPI(mux, s.pipeline)
	s.routes()
	mux.Handle("GET "+contractPath, contractHandler(s.document))
	site, err := newSite(p.Site)
	if err != nil {
		return nil, fmt.Errorf("httpapi: the web app: %w", err)
	}
	s.face = s.observe(s.security(oneBody(s.listener(s.frontDoor(mux), site))))
	return s, nil
}

// Handler is the member listener: the app, the API, the socket, and where gateways call back.
func (s *Server) Handler() http.Handler { return s.face }

// listener leads to the parts by the path's beginning. It is no ServeMux: that one answers an odd path with a redirect,
// and a money call is never sent elsewhere. Whatever works on an answer has one time for all of it, which begins here; films and
// live connections last as long as their client.
func (s *Server) listener(api, site http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path := r.URL.Path
		gateway, hook := strings.CutPrefix(path, "/hooks/")
		switch {
		case path == "/api" || strings.HasPrefix(path, "/api/"):
			inTime(w, r, api.ServeHTTP)
		case hook:
			inTime(w, r, func(w http.ResponseWriter, r *http.Request) { s.hook(w, r, gateway) })
		case strings.HasPrefix(path, filesPath):
			inTime(w, r, s.files)
		case strings.HasPrefix(path, chat.MediaPath):
			s.media(w, r)
		case path == "/config.json":
			inTime(w, r, s.runtimeConfig)
		case path == "/healthz":
			s.healthz(w, r)
		case path == "/readyz":
			s.readyz(w, r)
		case strings.HasPrefix(path, "/.well-known/"):
			wellKnown(w, r)
		case s.Socket != nil && strings.HasPrefix(path, "/socket.io"):
			s.Socket.ServeHTTP(w, r)
		default:
			site.ServeHTTP(w, r)
		}
	})
}

// inTime begins the time of a request: it has arrived.
func inTime(w http.ResponseWriter, r *http.Request, serve func(http.ResponseWriter, *http.Request)) {
	ctx, cancel := patience.Request(r.Context())
	defer cancel()
	serve(w, r.WithContext(ctx))
}

// Sweep removes remembered answers that nobody may ask for any more, and nodes that are gone. Run it now and then.
func (s *Server) Sweep(ctx context.Context) error {
	return errors.Join(s.remember.answers.sweep(ctx), s.ready.sweep(ctx))
}

func (s *Server) ledgerKnows(ctx context.Context, x *exchange) (bool, error) {
	_, known, err := s.Ledger.FindByKey(ctx, x.operation())
	return known, err //nolint:wrapcheck // only whether it failed matters
}

// ledgerRejects binds a call's key to a refusal that came before the ledger was asked.
func (s *Server) ledgerRejects(ctx context.Context, tx *store.Tx, x *exchange, code fault.Code) error {
	refused := fault.New(code, "refused before anything could move")
	return s.Ledger.RejectTx(ctx, tx, x.operation(), nil, refused) //nolint:wrapcheck // the caller tells the kinds apart
}

func (m *remember) note(r *http.Request, err error) {
	if err != nil {
		exchangeOf(r.Context()).logger().ErrorContext(r.Context(), "an answer could not be kept", "error", err)
	}
}

// contractHandler serves the contract, which is written down when somebody asks for it first: few ever do, and it takes a
// third of what opening the server takes.
func contractHandler(write func() ([]byte, error)) http.HandlerFunc {
	written := sync.OnceValues(write)
	return func(w http.ResponseWriter, r *http.Request) {
		exchangeOf(r.Context()).route = route{path: contractPath}
		document, err := written()
		if err != nil {
			refuse(w, r, err)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		_, _ = w.Write(document) // the client is gone: nobody is left to tell
	}
}

// routes is the table of contents: every call of the contract, by area.
func (s *Server) routes() {
	s.lookupRoutes()
	s.sessionRoutes()
	s.otpRoutes()
	s.accountRoutes()
	s.forgotRoutes()
	s.protectionRoutes()
	s.walletRoutes()
	s.moneyRoutes()
	s.qrRoutes()
	s.addRoutes()
	s.transferListRoutes()
	s.slipRoutes()
	s.linkRoutes()
	s.statementRoutes()
	s.bonusRoutes()
	s.promotionRoutes()
	s.spinRoutes()
	s.refundRoutes()
	s.inviteRoutes()
	s.chatRoutes()
	allowNull(s.api.OpenAPI())
}
