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
	Body   Login
}

func (s *Server) sessionRoutes() {
	register(s, route{
		method: http.MethodPost, path: "/api/login", id: "login", summary: "Open a session",
	}, s.login)
	register(s, route{
		method: http.MethodPost, path: "/api/logout", id: "logout", summary: "End this session", who: members,
	}, s.logout)
}

func (s *Server) login(ctx context.Context, in *loginInput) (*reply[Token], error) {
	x := exchangeOf(ctx)
	token, err := s.Members.Login(ctx, member.Login{
		Username: in.Body.Username, Password: in.Body.Password,
		Remember: in.Body.Remember.or(true),
		Device:   x.device, Address: x.address, Agent: x.agent,
	})
	return answered(Token{token}, err)
}

func (s *Server) logout(ctx context.Context, _ *empty) (*reply[Message], error) {
	x := exchangeOf(ctx)
	return done(s.Sessions.Close(ctx, session.Member, x.member, x.session))
}
