package httpapi

import (
	"context"
	"net/http"

	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/member/access"
	"krapao/member/login"
	"krapao/session"
)

// Login is a member's name and password.
type Login struct {
	Username string      `json:"username"`
	Password string      `json:"password"`
	Remember wire.Switch `json:"remember,omitzero" doc:"Keep the session for 30 days; absent is true"`
}

// Token is a new session's secret.
type Token struct {
	Token string `json:"token"`
}

// loginInput documents the headers by which a browser shows who it is. The request state has read them.
type loginInput struct {
	Device string `header:"X-Device-Id" doc:"A random UUID that the browser keeps: a known device passes the brake of wrong logins"`
	OTP    string `header:"X-Otp-Token" doc:"After REQUEST_LIMIT with params.otpToken: that token, once its code was verified; a browser sends its cookie instead"`
	Body   Login
}

// Session is one of a member's sessions.
type Session struct {
	ID         string    `json:"id"`
	Current    bool      `json:"current" doc:"The one that asks"`
	Remembered bool      `json:"remembered"`
	Address    string    `json:"address"`
	Agent      string    `json:"agent" doc:"What the browser says of itself"`
	CreatedAt  wire.Time `json:"createdAt"`
	SeenAt     wire.Time `json:"seenAt" doc:"Exact to a minute"`
	ExpiresAt  wire.Time `json:"expiresAt"`
}

// Sessions are a member's live sessions, the last seen first.
type Sessions struct {
	Sessions []Session `json:"sessions"`
}

type sessionInput struct {
	ID string `path:"id"`
}

type sessionCalls struct {
	logins   *login.Service
	access   *access.Service
	sessions *session.Service
}

func (c *sessionCalls) routes(f *httpx.Frame) {
	httpx.Register(f, httpx.Route{
		Method: http.MethodPost, Path: "/api/login", ID: "login", Summary: "Open a session",
	}, c.handleLogin)
	httpx.Register(f, httpx.Route{
		Method: http.MethodPost, Path: "/api/logout", ID: "logout", Summary: "End this session", Access: httpx.Members,
	}, c.handleLogout)
	httpx.Register(f, httpx.Route{
		Method: http.MethodGet, Path: "/api/account/sessions", ID: "listSessions",
		Summary: "Where the member is logged in", Access: httpx.Members,
	}, c.handleSessions)
	httpx.Register(f, httpx.Route{
		Method: http.MethodDelete, Path: "/api/account/sessions/{id}", ID: "endSession",
		Summary: "End one of the member's sessions; all game passwords are reset", Access: httpx.Members,
	}, c.handleEndSession)
}

// handleLogin answers POST /api/login: it opens a session.
func (c *sessionCalls) handleLogin(ctx context.Context, in *loginInput) (*httpx.Reply[Token], error) {
	state := httpx.StateOf(ctx)
	token, err := c.logins.Login(ctx, login.Attempt{
		Username: in.Body.Username, Password: in.Body.Password,
		Remember: in.Body.Remember.Or(true),
		Device:   state.Device, Address: state.Address, Agent: state.Agent, Proof: state.Proof,
	})
	return httpx.Answer(Token{token}, err)
}

// handleLogout answers POST /api/logout: it ends this session.
func (c *sessionCalls) handleLogout(ctx context.Context, _ *httpx.Empty) (*httpx.Success, error) {
	state := httpx.StateOf(ctx)
	return httpx.Done(c.sessions.Close(ctx, session.Member, state.Member, state.Session))
}

// handleSessions answers GET /api/account/sessions: where the member is logged in.
func (c *sessionCalls) handleSessions(ctx context.Context, _ *httpx.Empty) (*httpx.Reply[Sessions], error) {
	state := httpx.StateOf(ctx)
	found, err := c.sessions.List(ctx, session.Member, state.Member)
	if err != nil {
		return nil, err
	}
	list := make([]Session, len(found))
	for i, v := range found {
		list[i] = Session{
			ID: v.ID, Current: v.ID == state.Session, Remembered: v.Remembered, Address: v.Address, Agent: v.Agent,
			CreatedAt: wire.Time(v.CreatedAt), SeenAt: wire.Time(v.SeenAt), ExpiresAt: wire.Time(v.ExpiresAt),
		}
	}
	return httpx.OK(Sessions{list})
}

// handleEndSession answers DELETE /api/account/sessions/{id}: it ends one session. All game passwords are reset.
func (c *sessionCalls) handleEndSession(ctx context.Context, in *sessionInput) (*httpx.Success, error) {
	return httpx.Done(c.access.EndSession(ctx, httpx.StateOf(ctx).Member, in.ID))
}
