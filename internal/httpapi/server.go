package httpapi

import (
	"context"
	"io/fs"
	"log/slog"
	"net/http"

	"krapao/bonus"
	"krapao/bonus/campaign"
	"krapao/chat"
	"krapao/deposit"
	"krapao/deposit/declared"
	"krapao/deposit/link"
	"krapao/deposit/qr"
	"krapao/deposit/slip"
	"krapao/game/balance"
	"krapao/game/visit"
	"krapao/internal/httpapi/export"
	"krapao/internal/httpapi/hook"
	"krapao/internal/httpapi/proof"
	"krapao/internal/httpapi/readonly"
	"krapao/internal/httpapi/shown"
	"krapao/internal/httpx"
	"krapao/internal/httpx/cached"
	"krapao/internal/httpx/peer"
	"krapao/internal/ratelimit"
	"krapao/internal/store"
	"krapao/internal/telemetry"
	"krapao/invite"
	"krapao/ledger"
	"krapao/lookup"
	"krapao/member"
	"krapao/member/access"
	"krapao/member/login"
	"krapao/member/state"
	"krapao/otp"
	"krapao/privacy"
	"krapao/protection"
	"krapao/quarantine"
	"krapao/refund"
	"krapao/session"
	"krapao/spin"
	"krapao/statement"
	"krapao/wallet"
	"krapao/withdraw"
	"krapao/withdraw/payout"
)

// Parts are what the server works with: the areas' services, and settings of this node.
type Parts struct {
	Store       *store.Store
	Ledger      *ledger.Ledger
	Sessions    *session.Service
	Members     *member.Service
	States      *state.Service
	Logins      *login.Service
	Access      *access.Service
	OTP         *otp.Service
	Lookup      *lookup.Service
	Balances    *balance.Service
	Visits      *visit.Service
	Wallet      *wallet.Service
	Screens     *wallet.Screens
	Deposits    *deposit.Service
	Codes       *qr.Service
	Slips       *slip.Service
	Links       *link.Service
	Declared    *declared.Service
	Withdrawals *withdraw.Service
	Payouts     *payout.Service
	Bonuses     *bonus.Service
	Campaigns   *campaign.Service
	Refunds     *refund.Service
	Invitations *invite.Service
	Statements  *statement.Service
	Coins       *spin.Service
	Protection  *protection.Service
	Quarantine  *quarantine.Service
	Chats       *chat.Service
	Privacy     *privacy.Service
	Pictures    shown.Pictures
	// ChatPrefix begins the names of rooms.
	ChatPrefix string
	// Index is secret.Box's: fingerprints of calls are stored under the installation's key.
	Index func(kind, value string) string

	// Calls limits calls as such, in this node's memory.
	Calls   *ratelimit.Limiter
	Limits  ratelimit.Limits
	Proxies peer.Proxies
	Metrics *telemetry.Metrics
	// Log is where requests are logged; nil is the program's own.
	Log *slog.Logger

	// Site is the built web app; nil serves the API alone.
	Site fs.FS
	// Socket is the realtime endpoint at /socket.io/; nil is none.
	Socket http.Handler
	// FrameAncestors are the origins that may show the app in a frame; "" allows nobody.
	FrameAncestors string
	// PlainOutside is an origin without TLS that games and pictures may come from: the sandbox.
	PlainOutside string
}

// Server answers the member API. It is the frame with the product's calls.
type Server struct{ *httpx.Frame }

// about is what the member API says of itself.
var about = httpx.About{
	Title: "Krapao member API", Version: "1.0.0", Client: "wallet-user",
	Description: "Every refusal is an Envelope; its message is a code of the catalogue.",
}

// New makes the server. On a database of one node it ends the runs that a former process left.
func New(ctx context.Context, p Parts) (*Server, error) {
	bonuses := bonusCalls{p.Bonuses, p.Campaigns, p.Lookup}
	f, err := httpx.New(ctx, httpx.Config{
		About: about, Store: p.Store, Ledger: p.Ledger, Index: p.Index,
		Authenticate: p.authenticate, Proof: proof.Of, Running: p.Lookup.Active,
		Before: p.before, Complete: bonuses.complete,
		Calls: p.Calls, Limits: p.Limits, Proxies: p.Proxies, Metrics: p.Metrics, Log: p.Log,
		Site: p.Site, FrameAncestors: p.FrameAncestors, PlainOutside: p.PlainOutside,
	}, p.register)
	if err != nil {
		return nil, err
	}
	return &Server{f}, nil
}

// OpenAPI returns the contract as an OpenAPI 3.1 document, indented: the same bytes for the same types.
func OpenAPI() ([]byte, error) { return httpx.Contract(about, Parts{}.register) }

// authenticate finds the member whose token it is.
func (p Parts) authenticate(ctx context.Context, r *http.Request) (httpx.Caller, error) {
	token, err := httpx.Bearer(r)
	if err != nil {
		return httpx.Caller{}, err
	}
	found, err := p.Sessions.Check(ctx, session.Member, token)
	return httpx.Caller{Member: found.Subject, Session: found.ID, Quiet: found.Quiet}, err
}

// before refuses what may not be done now.
func (p Parts) before(ctx context.Context, rt httpx.Route) error {
	if err := readonly.Since(p.Quarantine.Since).Before(ctx, rt); err != nil || !rt.Money {
		return err
	}
	return p.identity().RecognisedAwake(ctx)
}

func (p Parts) identity() *proof.Identity {
	return &proof.Identity{
		Logins: p.Logins, Sessions: p.Sessions, Protection: p.Protection, Ledger: p.Ledger, Store: p.Store,
	}
}

// register is the table of contents: every call of the contract by area, and what is served beside the API.
func (p Parts) register(f *httpx.Frame) {
	id, chats := p.identity(), p.chat(f)
	(&lookupCalls{p.Lookup, p.Deposits, p.Withdrawals}).routes(f)
	(&sessionCalls{p.Logins, p.Access, p.Sessions}).routes(f)
	proof.Mount(f, p.Logins, p.Sessions, p.OTP)
	export.Mount(f, p.Privacy, id.Recognised)
	(&accountCalls{p.Members, p.Logins, p.Coins, id}).routes(f)
	(&protectionCalls{p.Protection, p.Members, p.States, p.Sessions, p.Deposits, p.Withdrawals}).routes(f)
	(&walletCalls{p.Members, p.Screens, p.Invitations, p.Deposits, p.Lookup, cached.New[homeOf]()}).routes(f)
	(&gameCalls{p.Balances, p.Visits, p.Lookup, id, p.Calls, p.Limits}).routes(f)
	(&transferCalls{p.Wallet}).routes(f)
	(&withdrawCalls{p.Withdrawals, id}).routes(f)
	(&qrCalls{p.Codes, p.Calls, p.Limits}).routes(f)
	(&declaredCalls{p.Declared}).routes(f)
	(&depositCalls{p.Deposits}).routes(f)
	(&slipCalls{p.Slips, f}).routes(f)
	(&linkCalls{p.Links, p.Lookup}).routes(f)
	(&statementCalls{p.Statements, p.Ledger, p.Deposits, p.Bonuses, p.Lookup, cached.New[statement.Page]()}).routes(f)
	(&bonusCalls{p.Bonuses, p.Campaigns, p.Lookup}).routes(f)
	(&promotionCalls{p.Bonuses, p.Campaigns, p.Lookup}).routes(f)
	(&spinCalls{p.Coins, p.Lookup}).routes(f)
	(&refundCalls{p.Refunds, p.Lookup, purse{p.Ledger, p.Bonuses}}).routes(f)
	(&inviteCalls{p.Invitations, p.Lookup, purse{p.Ledger, p.Bonuses}}).routes(f)
	chats.routes(f)
	shown.Mount(f, p.Pictures)
	hook.Mount(f, p.Codes, p.Payouts, p.Quarantine.Rests)
	(&runtimeConfig{p.Lookup, p.Deposits}).mount(f)
	f.Mount(httpx.Mount{Path: "/socket.io", Shown: "/socket.io/", Handler: p.Socket})
}

// chat are the calls of the chat.
func (p Parts) chat(f *httpx.Frame) *chatCalls {
	return &chatCalls{p.Chats, p.Members, p.Sessions, p.Lookup, p.Calls, p.Limits, p.ChatPrefix, f}
}
