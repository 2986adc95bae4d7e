package operatorapi

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
)

// Later answers on the operator listener. The contract has hundreds of calls, so it is made when it is first needed: a node that
// starts makes it at once (Open), and one that no operator asks never does.
type Later struct {
	open func() (*Server, error)
	log  *slog.Logger
}

// NewLater makes no server yet.
func NewLater(d Deps) Later {
	return Later{sync.OnceValues(func() (*Server, error) { return New(context.Background(), d) }), d.Log}
}

// Open makes the server, if it was not needed yet.
func (l Later) Open() error {
	_, err := l.open()
	return err
}

// ServeHTTP implements http.Handler.
func (l Later) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	server, err := l.open()
	if err != nil {
		l.log.ErrorContext(r.Context(), "the operator API can't be made", "error", err)
		http.Error(w, "the operator API can't be made", http.StatusInternalServerError)
		return
	}
	server.Handler().ServeHTTP(w, r)
}
