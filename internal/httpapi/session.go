package httpapi

import (
	"context"
	"net/http"

	"krapao/member"
	"krapao/session"
)

// Login names a member.
type Login struct {
	Username string `json:"username"`
	Password string `json:"password"`
	Remember Switch `json:"remember,omitzero" doc:"Keep the session for 30 days; absent is true"`
}

// Token is a new session's secret.
type Token struct {
	Token string `json:"token"`
}

// loginInput carries the browser's own identity beside the credentials.
type loginInput struct {
	Device string `header:"X-Device-Id" doc:"A random UUID that the browser keeps: a known device passes the brake of wrong logins"`
	OTP    string `header:"X-Otp-Token" doc:"After REQUEST_LIMIT with params.otpToken: that token, once its code was verified; a browser sends its cookie instead"`
	Body   Login
}

// Session is one of a member's own.
type Session struct {
	ID         string `json:"id"`
	Current    bool   `json:"current" doc:"The one that asks"`
	Remembered bool   `json:"remembered"`
	Address    string `json:"address"`
	Agent      string `json:"agent" doc:"What the browser says of itself"`
	CreatedAt  Time   `json:"createdAt"`
	SeenAt     Time   `json:"seenAt" doc:"Exact to a minute"`
	ExpiresAt  Time   `json:"expiresAt"`
}

// Sessions are a member's live ones, the last seen first.
type Sessions struct {
	Sessions []Session `json:"sessions"`
}

type sessionInput struct {
	ID string `path:"id"`
}

// Confirmation is the member's password once more.
type Confirmation struct {
	Password string `json:"password"`
}

// Confirmed tells until when the session counts as the member's own.
type Confirmed struct {
	Message string `json:"message" enum:"SUCCESS"`
	Until   Time   `json:"until"`
}

func (s *Server) sessionRoutes() {
	register(s, route{
		method: http.MethodPost, path: "/api/login", id: "login", summary: "Open a session",
	}, s.login)
	register(s, route{
		method: http.MethodPost, path: "/api/logout", id: "logout", summary: "End this session", who: members,
	}, s.logout)
	register(s, route{
		method: http.MethodGet, path: "/api/account/sessions", id: "listSessions", summary: "Where the member is logged in", who: members,
	}, s.sessions)
	register(s, route{
		method: http.MethodDelete, path: "/api/account/sessions/{id}", id: "endSession",
		summary: "End one of the member's sessions; all game passwords are reset", who: members,
	}, s.endSession)
	register(s, route{
		method: http.MethodPost, path: "/api/account/confirm", id: "confirmIdentity",
		summary: "Give the password once more, after CONFIRM_IDENTITY; counts for 5 minutes in this session", who: members,
	}, s.confirmIdentity)
}

func (s *Server) login(ctx context.Context, in *loginInput) (*reply[Token], error) {
	x := exchangeOf(ctx)
	token, err := s.Members.Login(ctx, member.Login{
		Username: in.Body.Username, Password: in.Body.Password,
		Remember: in.Body.Remember.or(true),
		Device:   x.device, Address: x.address, Agent: x.agent, Proof: x.proof,
	})
	return answered(Token{token}, err)
}

func (s *Server) logout(ctx context.Context, _ *empty) (*reply[Message], error) {
	x := exchangeOf(ctx)
	return done(s.Sessions.Close(ctx, session.Member, x.member, x.session))
}

func (s *Server) sessions(ctx context.Context, _ *empty) (*reply[Sessions], error) {
	x := exchangeOf(ctx)
	found, err := s.Sessions.List(ctx, session.Member, x.member)
	if err != nil {
		return nil, err
	}
	list := make([]Session, len(found))
	for i, v := range found {
		list[i] = Session{
			ID: v.ID, Current: v.ID == x.session, Remembered: v.Remembered, Address: v.Address, Agent: v.Agent,
			CreatedAt: Time(v.CreatedAt), SeenAt: Time(v.SeenAt), ExpiresAt: Time(v.ExpiresAt),
		}
	}
	return ok(Sessions{list})
}

func (s *Server) endSession(ctx context.Context, in *sessionInput) (*reply[Message], error) {
	return done(s.Members.EndSession(ctx, exchangeOf(ctx).member, in.ID))
}
