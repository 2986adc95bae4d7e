package sandbox

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"krapao/internal/clock"
)

// zone is the outside's calendar.
var zone = clock.Bangkok

// Config is what a sandbox needs to know. Addresses come from here at each start, never from stored data.
type Config struct {
	// DataDir is where sandbox.db lies; it is made where it is missing.
	DataDir string
	// WalletURL is where callbacks go ("http://127.0.0.1:8080"); empty until SetWalletURL or an announcement.
	WalletURL string
	// PublicURL is where members' browsers reach the sandbox; empty: the address that a request came to.
	PublicURL string
	// Credentials, where zero, are DemoCredentials.
	Credentials Credentials
	// Clock, where nil, is the system's.
	Clock clock.Clock
	// Logger, where nil, is slog's default.
	Logger *slog.Logger
	// Callbacks, where nil, go over the machine's network.
	Callbacks http.RoundTripper
}

// Server is a running sandbox.
type Server struct {
	db            *sql.DB
	writer        sync.Mutex // one writing transaction at a time
	credentials   Credentials
	accounts      []BankAccount
	publicURL     string
	clock         clock.Clock
	log           *slog.Logger
	client        *http.Client
	faults        faults
	wallets       wallets
	kbankTokens   tokens
	payonexTokens tokens
	gsc           gscLog
	handler       http.Handler
	// wrote wakes the workers of payouts and of stakes after a write.
	wrote [2]chan struct{}

	closing context.Context // done when the server closes
	stop    context.CancelFunc
	mu      sync.Mutex // guards closed and the waiting group's first step
	closed  bool
	running sync.WaitGroup
}

// Open starts a sandbox on the data directory: what was there goes on, faults are gone.
func Open(ctx context.Context, config Config) (*Server, error) {
	db, err := openStore(ctx, config.DataDir)
	if err != nil {
		return nil, err
	}
	s := &Server{
		db: db, credentials: config.Credentials, accounts: DemoAccounts(), publicURL: strings.TrimRight(config.PublicURL, "/"),
		clock: config.Clock, log: config.Logger, wrote: [2]chan struct{}{make(chan struct{}, 1), make(chan struct{}, 1)},
		client: &http.Client{Transport: config.Callbacks, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }},
	}
	if s.credentials == (Credentials{}) {
		s.credentials = DemoCredentials()
	}
	if s.clock == nil {
		s.clock = clock.System{}
	}
	if s.log == nil {
		s.log = slog.Default()
	}
	// A fault's windows are real time, as its delays are.
	s.faults.now = time.Now
	s.SetWalletURL(config.WalletURL)
	s.closing, s.stop = context.WithCancel(context.Background())
	s.handler = s.routes()
	s.background(func(ctx context.Context) { s.keepSettling(ctx, "payouts", s.wrote[0], s.settlePayouts) })
	s.background(func(ctx context.Context) { s.keepSettling(ctx, "stakes", s.wrote[1], s.settleStakes) })
	return s, nil
}

// SetWalletURL says where callbacks go from now on.
func (s *Server) SetWalletURL(url string) { s.wallets.set(strings.TrimRight(url, "/")) }

// Handler serves all systems, the control API and the pages.
func (s *Server) Handler() http.Handler { return s.handler }

// Close ends everything that runs, hanging calls too, and closes the store.
func (s *Server) Close() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	s.mu.Unlock()
	s.stop()
	s.running.Wait()
	s.client.CloseIdleConnections()
	if err := s.db.Close(); err != nil {
		return fmt.Errorf("sandbox: close: %w", err)
	}
	return nil
}

// background runs do until it ends; Close ends do's context and waits for it.
func (s *Server) background(do func(ctx context.Context)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return
	}
	s.running.Go(func() { do(s.closing) })
}

// settleTick is how often those who settle what is due look for what has become so.
const settleTick = 100 * time.Millisecond

// keepSettling settles what is due until the context ends. While nothing waits for its time, it looks again only after
// somebody wrote: a sandbox that nobody uses costs nothing.
func (s *Server) keepSettling(ctx context.Context, what string, wrote <-chan struct{}, settle func(context.Context) (open bool, err error)) {
	for ctx.Err() == nil {
		open, err := settle(ctx)
		if err != nil && ctx.Err() == nil {
			s.log.Error("sandbox: settle "+what, "err", err)
		}
		if !open && err == nil {
			select {
			case <-wrote:
			case <-ctx.Done():
			}
		}
		s.wait(ctx, settleTick)
	}
}

// now is the sandbox's time.
func (s *Server) now() time.Time { return s.clock.Now() }

// public is the sandbox's address for a browser.
func (s *Server) public(r *http.Request) string {
	if s.publicURL != "" {
		return s.publicURL
	}
	return "http://" + r.Host
}

// routes is everything that the sandbox serves.
func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	s.routeSMS(mux)
	s.routeKBank(mux)
	s.routePayOneX(mux)
	s.routeSigned(mux)
	s.routeQRControl(mux)
	s.routeBank(mux)
	s.routeFeed(mux)
	s.routeSlipOK(mux)
	s.routeEasySlip(mux)
	s.routeTrueMoney(mux)
	s.routeVoucherControl(mux)
	s.routePayout(mux)
	s.routePayoutControl(mux)
	s.routeJoker(mux)
	s.routeAMB(mux)
	s.routePG(mux)
	s.routePragmatic(mux)
	s.routeBetflix(mux)
	s.routeAMBLotto(mux)
	s.routeSBO(mux)
	s.routeGSC(mux)
	s.routeGameControl(mux)
	s.routeControl(mux)
	s.routePages(mux)
	s.routeLobby(mux)
	return mux
}

// errGone is returned where a thing asked for does not exist.
var errGone = errors.New("no such thing")
