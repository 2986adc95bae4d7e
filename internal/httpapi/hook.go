package httpapi

import (
	"net/http"

	"krapao/fault"
)

func (s *Server) hook(w http.ResponseWriter, r *http.Request) {
	refuse(w, r, fault.New(fault.NO_DATA, "no such gateway"))
}

func (s *Server) runtimeConfig(w http.ResponseWriter, r *http.Request) {
	refuse(w, r, errNotWired)
}
