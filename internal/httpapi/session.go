package httpapi

import (
	"context"
	"net/http"
)

// Login names a member.
type Login struct {
	Username string `json:"username"`
	Password string `json:"password"`
	Remember *bool  `json:"remember,omitempty" doc:"Keep the session for 30 days; absent is true"`
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

func (s *Server) login(context.Context, *loginInput) (*reply[Token], error) { return nil, errNotWired }

func (s *Server) logout(context.Context, *empty) (*reply[Message], error) { return nil, errNotWired }
