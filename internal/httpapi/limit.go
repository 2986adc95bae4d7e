package httpapi

import (
	"context"
	"net/http"
)

// The brakes on calls as such. They protect this node and live in its memory; what an attacker would gain by a restart
// (wrong logins, codes sent) is counted in the database by the areas.

func (s *Server) limitAddress(r *http.Request) error {
	return s.Calls.Check(r.Context(), s.Limits.Address.On(network(exchangeOf(r.Context()).address)))
}

func (s *Server) limitMember(ctx context.Context, member string) error {
	return s.Calls.Check(ctx, s.Limits.Member.On(member))
}

func (s *Server) refuseWhenGone(context.Context) error { return nil }
