package sandbox

import "net/http"

func (s *Server) routePages(mux *http.ServeMux)                      {}
func (s *Server) routeLobby(mux *http.ServeMux)                      {}
func (s *Server) handleCodes(w http.ResponseWriter, r *http.Request) {}
