package httpapi

import (
	"encoding/json"
	"net/http"
	"net/http/pprof"
)

// OperatorHandler serves what is nobody's business but the operator's: figures and the runtime's own pages. Its listener
// is not reachable from where members are.
func (s *Server) OperatorHandler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", s.Metrics.Handler())
	mux.HandleFunc("GET /healthz", s.healthz)
	mux.HandleFunc("GET /readyz", s.readyz)
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/cmdline", cmdline)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	s.operatorChat(mux)
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = w.Write([]byte("Krapao, operator side: /metrics /healthz /readyz /debug/pprof/ /api/chat\n"))
	})
	return s.security(http.NewCrossOriginProtection().Handler(mux))
}

// healthz: the process answers.
func (s *Server) healthz(w http.ResponseWriter, _ *http.Request) { writeHealth(w, nil) }

type stopping struct{}

func (stopping) Error() string { return "stopping" }

var errStopping = stopping{}

func writeHealth(w http.ResponseWriter, err error) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	state := "ok"
	if err != nil {
		state = "unavailable" // why is in the log: the text may name hosts
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	_ = json.NewEncoder(w).Encode(map[string]string{"status": state}) // the client is gone: nobody is left to tell
}

// Stopping makes the node unready: a load balancer sends nothing new while it finishes what it has.
func (s *Server) Stopping() { s.stopping.Store(true) }
