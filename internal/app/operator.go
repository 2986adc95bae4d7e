package app

import (
	"context"
	"log/slog"
	"net/http"
	"sync"

	"krapao/internal/operatorapi"
)

// operatorSide answers on the operator listener. Its contract has hundreds of calls, so it is made when it is first needed: a
// node that starts makes it at once (OpenOperator), and one that no operator asks never does.
type operatorSide struct {
	open func() (*operatorapi.Server, error)
	log  *slog.Logger
}

func opensLater(log *slog.Logger, d operatorapi.Deps) operatorSide {
	return operatorSide{sync.OnceValues(func() (*operatorapi.Server, error) {
		return operatorapi.New(context.Background(), d)
	}), log}
}

// ServeHTTP implements http.Handler.
func (o operatorSide) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	server, err := o.open()
	if err != nil {
		o.log.ErrorContext(r.Context(), "the operator API can't be opened", "error", err)
		http.Error(w, "the operator API can't be opened", http.StatusInternalServerError)
		return
	}
	server.Handler().ServeHTTP(w, r)
}
