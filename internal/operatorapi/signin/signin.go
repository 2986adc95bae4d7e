// Package signin is how operators sign in by the operator API, and what they see of their own sessions and secrets
// (OPERATOR-API.md section 2).
package signin

import (
	"context"
	"net/http"

	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/cookie"
	"krapao/money"
	"krapao/operator"
	"krapao/operator/cli/local"
	"krapao/operator/identity"
	"krapao/session"
)

// Sessions list and end sessions (session.Service).
type Sessions interface {
	List(ctx context.Context, audience session.Audience, subject string) ([]session.View, error)
	Close(ctx context.Context, audience session.Audience, subject, sessionID string) error
}

// Deps are what the calls work with.
type Deps struct {
	Identity *identity.Service
	Sessions Sessions
	// Find returns an operator by its name.
	Find func(ctx context.Context, name string) (operator.Operator, error)
	// Waiting counts the proposals that wait for an operator, up to a hundred.
	Waiting func(ctx context.Context, name string) (int, error)
	// Mine counts the items of the queue that an operator has.
	Mine func(ctx context.Context, name string) (int, error)
	// WithdrawOver is the amount of a withdrawal over which two must agree.
	WithdrawOver func(ctx context.Context) (money.Amount, error)
	// House is the house's name.
	House  func(ctx context.Context) (string, error)
	Cookie cookie.Cookie
	// Console is the console's address, where shells are signed in.
	Console string
	// Demo: this is a demo, whose operators sign in by one press.
	Demo bool
}

// Calls are the calls of this part.
type Calls struct {
	Deps

	frame *httpx.Frame
}

// New makes the calls.
func New(d Deps) *Calls { return &Calls{Deps: d} }

// Register adds the calls.
func (c *Calls) Register(f *httpx.Frame) {
	c.frame = f
	c.open(f)
	own := func(method, path, id, summary string) httpx.Route {
		return httpx.Route{
			Method: method, Path: "/api/me" + path, ID: id, Summary: summary, Access: httpx.Operators, Needs: "all", Scope: scope,
		}
	}
	httpx.Register(f, own(http.MethodGet, "", "getMe", "Who is signed in, and what it may do"), c.handleMe)
	httpx.Register(f, own(http.MethodPost, "/signout", "signOut", "End this session"), c.handleSignOut)
	httpx.Register(f, own(http.MethodGet, "/session", "listSessions", "The caller's sessions"), c.handleSessions)
	httpx.Register(f, own(http.MethodDelete, "/session/{id}", "endSession", "End one of the caller's sessions"), c.handleEnd)
	httpx.Register(f, own(http.MethodPost, "/confirm", "beginConfirmation", "Confirm a decision, after CONFIRM_IDENTITY"),
		c.handleConfirm)
	httpx.Register(f, own(http.MethodPost, "/confirm/finish", "finishConfirmation", "Show who confirms it"), c.handleConfirmed)
	c.secrets(f)
	c.shells(f, own)
	c.preferences(f, own)
}

// scope is what a system's token would need. None has it: a system has no sessions or secrets of its own.
const scope = "me"

// open are the calls of somebody who is not signed in.
func (c *Calls) open(f *httpx.Frame) {
	call := func(method, path, id, summary string) httpx.Route {
		return httpx.Route{Method: method, Path: "/api/signin" + path, ID: id, Summary: summary, Access: httpx.Everyone, Needs: "open"}
	}
	httpx.Register(f, call(http.MethodGet, "", "getWays", "The house, and how operators sign in"), c.handleWays)
	httpx.Register(f, call(http.MethodPost, "/passkey", "signInByPasskey", "Ask for a passkey"), c.handlePasskey)
	httpx.Register(f, call(http.MethodPost, "/passkey/finish", "finishSignInByPasskey", "What the device answered"),
		c.handlePasskeySigned)
	httpx.Register(f, call(http.MethodPost, "/password", "signInByPassword", "Name and password: SECOND_FACTOR, with a ticket"),
		c.handlePassword)
	httpx.Register(f, call(http.MethodPost, "/second", "signInBySecond", "A code, with that ticket"), c.handleSecond)
	httpx.Register(f, call(http.MethodPost, "/invitation", "showInvitation", "Who is invited"), c.handleInvitation)
	httpx.Register(f, call(http.MethodPost, "/invitation/begin", "beginInvitation", "A key for the telephone that shows codes"),
		c.handleBegin)
	httpx.Register(f, call(http.MethodPost, "/invitation/finish", "finishInvitation", "Set the secrets, and sign in"),
		c.handleFinish)
	c.provider(f)
	if c.Demo {
		httpx.Register(f, call(http.MethodPost, "/demo", "signInAsDemo", "In a demo, as one of its operators"), c.handleDemo)
	}
}

// SignOperator is an operator.
type SignOperator struct {
	Name        string    `json:"name"`
	Role        string    `json:"role" enum:"support,cashier,chief,auditor"`
	Active      bool      `json:"active"`
	EffectiveAt wire.Time `json:"effectiveAt"`
	Member      *string   `json:"member" doc:"Its own member account"`
}

func operatorOf(o operator.Operator) SignOperator {
	return SignOperator{o.Name, string(o.Role), o.Active, wire.Time(o.From), wire.TextOrNull(o.Member)}
}

// SignSession says when a session ends.
type SignSession struct {
	ID        string    `json:"id"`
	IdleUntil wire.Time `json:"idleUntil" doc:"It ends without another call"`
	EndsAt    wire.Time `json:"endsAt" doc:"It ends whatever happens"`
}

// Signed is a session that has just begun.
type Signed struct {
	Operator SignOperator `json:"operator"`
	Session  SignSession  `json:"session"`
	Token    string       `json:"token,omitempty" doc:"With ?as=token only, in place of the cookie"`
}

// signedIn is the answer that signs in.
type signedIn[B any] struct {
	SetCookie string `header:"Set-Cookie"`
	Body      B
}

// AsToken asks for a bearer token in place of the cookie: for a program.
type AsToken struct {
	As string `enum:"token" query:"as"`
}

// signed tells the caller about its new session, by the cookie or by the token.
func (c *Calls) signed(s identity.Signed, as AsToken) (header string, body Signed) {
	body = Signed{
		Operator: operatorOf(s.Operator),
		Session:  SignSession{s.Session.ID, wire.Time(s.Session.ExpiresAt), wire.Time(s.Session.EndsAt)},
	}
	if as.As == "token" {
		body.Token = s.Token
		return "", body
	}
	return c.Cookie.Set(s.Token), body
}

// origin is where a call comes from.
func origin(ctx context.Context) identity.Origin {
	state := httpx.StateOf(ctx)
	return identity.Origin{Address: state.Address, Agent: state.Agent, Node: state.Address == local.Peer}
}
