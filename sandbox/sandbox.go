package sandbox

import (
	"context"
	"errors"
	"log/slog"
	"net/http"

	"krapao/internal/clock"
	"krapao/sandbox/banks"
	"krapao/sandbox/banks/kbank"
	"krapao/sandbox/banks/payonex"
	"krapao/sandbox/banks/payout"
	"krapao/sandbox/banks/qr"
	"krapao/sandbox/banks/signed"
	"krapao/sandbox/banks/slipcheck"
	"krapao/sandbox/banks/truemoney"
	"krapao/sandbox/bucket"
	"krapao/sandbox/callout"
	"krapao/sandbox/control"
	"krapao/sandbox/core"
	"krapao/sandbox/games"
	"krapao/sandbox/games/amb"
	"krapao/sandbox/games/amblotto"
	"krapao/sandbox/games/betflix"
	"krapao/sandbox/games/gsc"
	"krapao/sandbox/games/joker"
	"krapao/sandbox/games/pg"
	"krapao/sandbox/games/pragmatic"
	"krapao/sandbox/games/sbo"
	"krapao/sandbox/notices"
	"krapao/sandbox/oidc"
	"krapao/sandbox/page"
	"krapao/sandbox/sms"
)

// Config configures a sandbox. Addresses come from here at each start, never from stored data.
type Config struct {
	// DataDir is the directory of sandbox.db; it is created if it is missing.
	DataDir string
	// WalletURL receives the callbacks ("http://127.0.0.1:8080"); empty until SetWalletURL or an announcement.
	WalletURL string
	// PublicURL is the sandbox's address for members' browsers; empty: the address of the request.
	PublicURL string
	// Credentials are the systems' credentials; zero: DemoCredentials.
	Credentials Credentials
	// Clock is the sandbox's clock; nil: the system's.
	Clock clock.Clock
	// Logger receives the log; nil: slog's default.
	Logger *slog.Logger
	// Callbacks sends callbacks; nil: over the machine's network.
	Callbacks http.RoundTripper
}

// Server is a running sandbox.
type Server struct {
	frame   *core.Frame
	handler http.Handler
	mail    *notices.MailServer
}

// Open starts a sandbox on the data directory. Stored data survive a restart, faults don't.
func Open(ctx context.Context, config Config) (*Server, error) {
	f, err := core.Open(ctx, core.Config{
		DataDir: config.DataDir, PublicURL: config.PublicURL, Clock: config.Clock, Logger: config.Logger, Callbacks: config.Callbacks,
	})
	if err != nil {
		return nil, err
	}
	if config.Credentials == (Credentials{}) {
		config.Credentials = DemoCredentials()
	}
	told, mail, err := notices.New(f, config.Credentials.Notices)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	for _, one := range protocols(f, config.Credentials, told) {
		f.Register(one)
	}
	handler, err := f.Start(ctx)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	s := &Server{frame: f, handler: handler, mail: mail}
	s.SetWalletURL(config.WalletURL)
	return s, nil
}

// SetWalletURL sets the address of the callbacks from now on.
func (s *Server) SetWalletURL(url string) { s.frame.SetWallet(url) }

// Handler serves all systems, the control API and the pages.
func (s *Server) Handler() http.Handler { return s.handler }

// Mail takes the house's mail, on a listener of its own: SMTP is no HTTP. Nothing listens until its Serve is called.
func (s *Server) Mail() *notices.MailServer { return s.mail }

// Close ends everything that runs, also hanging calls, and closes the store.
func (s *Server) Close() error { return errors.Join(s.mail.Close(), s.frame.Close()) }

// protocols returns all systems of the sandbox, in the order in which pages and refusals list them.
func protocols(f *core.Frame, known Credentials, told core.Protocol) []core.Protocol {
	accounts := banks.Accounts(banks.DemoAccounts())
	codes, payouts, feed := qr.New(f), payout.New(f, known.Payout), banks.NewFeed(f, accounts, known.Feed)
	bank := banks.New(f, accounts, codes, payouts, feed)
	slips, books := slipcheck.New(f, bank), games.New(f)
	return []core.Protocol{
		control.New(f), page.Protocol(f),
		sms.New(f, known.SMS),
		bank.Protocol(), feed.Protocol(), payouts.Protocol(),
		codes.Protocol(), kbank.New(codes, known.KBank), payonex.New(codes, known.PayOneX),
		signed.New(codes, signed.WW, known.WW), signed.New(codes, signed.FP, known.FP),
		slips.Protocol(), slipcheck.NewSlipOK(slips, known.SlipOK), slipcheck.NewEasySlip(slips, known.EasySlip),
		truemoney.New(f, known.TrueMoney), bucket.New(f, known.Bucket), callout.New(f, known.Callout),
		told, oidc.New(f, known.OIDC),
		books.Protocol(), joker.New(books, known.Joker), amb.New(books, known.AMB), pg.New(books, known.PG),
		pragmatic.New(books, known.Pragmatic),
		betflix.New(books, known.BETFLIX), amblotto.New(books, known.AMBLotto), sbo.New(books, known.SBO), gsc.New(books, known.GSC),
		control.BadDay(f),
	}
}
