package httpapi

import (
	"errors"

	"github.com/danielgtaylor/huma/v2"
)

// clientName is the one value of X-Requested-With.
const clientName = "wallet-user"

var errNotWired = errors.New("httpapi: this call's area is not wired")

// Server answers the member API.
type Server struct {
	api huma.API
}

// routes is the table of contents: every call of the contract, by area.
func (s *Server) routes() {
	s.lookupRoutes()
	s.sessionRoutes()
	s.otpRoutes()
	s.accountRoutes()
	s.walletRoutes()
	s.moneyRoutes()
	s.qrRoutes()
	s.statementRoutes()
	s.homeRoutes()
}
