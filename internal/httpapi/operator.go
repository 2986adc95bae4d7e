package httpapi

import (
	"net/http"
	"net/http/pprof"
)

// OperatorHandler serves what only operators may see: figures, the runtime's own pages, and the operator API. Members can't
// reach its listener.
func (s *Server) OperatorHandler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", s.parts.Metrics.Handler())
	mux.HandleFunc("GET /healthz", s.Healthz)
	mux.HandleFunc("GET /readyz", s.Readyz)
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/cmdline", cmdline)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	(&operatorChats{s.parts.Conversations, s.parts.Sessions, s.parts.chat(s.Frame), s.Frame}).register(mux)
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = w.Write([]byte("Krapao, operator side: /metrics /healthz /readyz /debug/pprof/ /api/chat\n"))
	})
	return s.Secure(http.NewCrossOriginProtection().Handler(mux))
}
