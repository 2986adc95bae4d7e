package httpapi

import (
	"context"
	"net/http"
	"net/http/pprof"
	"strings"

	"krapao/fault"
	"krapao/internal/httpx"
	"krapao/operator"
	"krapao/session"
)

// aboutOperators is what the operator API says of itself.
var aboutOperators = httpx.About{
	Title: "Krapao operator API", Version: "0.1.0", Client: "krapao-operator", ByToken: true,
	Codes: fault.Operators, Shown: "operator: ",
	Description: "Every refusal is an Envelope; its message is a code of the catalogue.",
}

// operatorFrame is the frame of the operator API, beside the members' one.
func (p Parts) operatorFrame(
	ctx context.Context, members *httpx.Frame, authenticate func(context.Context, *http.Request) (httpx.Caller, error),
) (*httpx.Frame, error) {
	return httpx.New(ctx, httpx.Config{
		About: aboutOperators, Beside: members,
		Authenticate: authenticate, Complete: operatorRefusal,
		Permits: func(by httpx.Caller, rt httpx.Route) error { return operator.Role(by.Role).MayCall(rt.Needs) },
		Calls:   p.Calls, Limits: p.Limits, Proxies: p.Proxies, Metrics: p.Metrics, Log: p.Log,
	}, p.registerOperators)
}

// registerOperators is the operator API's table of contents.
func (p Parts) registerOperators(f *httpx.Frame) {
	(&operatorChats{p.Conversations, p.chat(f)}).routes(f)
}

// OperatorOpenAPI returns the contract of the operator API, as OpenAPI does that of the members'.
func OperatorOpenAPI() ([]byte, error) {
	return httpx.Contract(aboutOperators, Parts{}.registerOperators)
}

// authenticateOperator finds the operator whose token it is.
func (p Parts) authenticateOperator(ctx context.Context, r *http.Request) (httpx.Caller, error) {
	token, err := httpx.Bearer(r)
	if err != nil {
		return httpx.Caller{}, err
	}
	found, err := p.Sessions.Check(ctx, session.Operator, token)
	if err != nil {
		return httpx.Caller{}, err
	}
	role, err := operator.RoleOf(ctx, p.Store, found.Subject)
	return httpx.Caller{Operator: found.Subject, Session: found.ID, Role: string(role)}, err
}

// OperatorHandler serves what only operators may see: figures, the runtime's own pages, and the operator API. Members can't
// reach its listener.
func (s *Server) OperatorHandler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", s.parts.Metrics.Handler())
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/cmdline", cmdline)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = w.Write([]byte("Krapao, operator side: /metrics /healthz /readyz /debug/pprof/ /api/chat\n"))
	})
	machine, api := s.Secure(mux), s.operators.Handler()
	return http.NewCrossOriginProtection().Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if path := r.URL.Path; strings.HasPrefix(path, "/api") || path == "/healthz" || path == "/readyz" {
			api.ServeHTTP(w, r)
			return
		}
		machine.ServeHTTP(w, r)
	}))
}
