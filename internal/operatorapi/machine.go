package operatorapi

import (
	"net/http"
	"net/http/pprof"
	"strings"
)

// Handler serves the operator listener: figures, the runtime's own pages, and the operator API.
func (s *Server) Handler() http.Handler {
	machine, api := s.frame.Secure(s.machine()), s.frame.Handler()
	return http.NewCrossOriginProtection().Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if path := r.URL.Path; strings.HasPrefix(path, "/api") || path == "/healthz" || path == "/readyz" {
			api.ServeHTTP(w, r)
			return
		}
		machine.ServeHTTP(w, r)
	}))
}

// machine are the pages for whoever looks after the machine.
func (s *Server) machine() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", s.metrics.Handler())
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/cmdline", cmdline)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = w.Write([]byte("Krapao, operator side: /metrics /healthz /readyz /debug/pprof/ /api/chat\n"))
	})
	return mux
}
