package operatorapi

import (
	"net/http"
	"net/http/pprof"
	"strings"

	"krapao/internal/store"
)

// Handler serves the operator listener: the console, the operator API, figures, and the runtime's own pages.
func (s *Server) Handler() http.Handler {
	machine, console := s.frame.Secure(s.machine()), s.frame.Handler()
	return http.NewCrossOriginProtection().Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if ofMachine(r.URL.Path) {
			machine.ServeHTTP(w, r)
			return
		}
		console.ServeHTTP(w, r.WithContext(store.House(r.Context())))
	}))
}

// ofMachine reports whether a path is none of the console's. It has no well-known names either.
func ofMachine(path string) bool {
	return path == "/metrics" || strings.HasPrefix(path, "/debug/") || strings.HasPrefix(path, "/.well-known/")
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
	return mux
}
