package httpapi

import (
	"context"
	"net/http"

	"krapao/fault"
)

// The brakes on calls as such. They protect this node and live in its memory; what an attacker would gain by a restart
// (wrong logins, codes sent) is counted in the database by the areas.

func (s *Server) limitAddress(r *http.Request) error {
	return s.Calls.Check(r.Context(), s.Limits.Address.From(exchangeOf(r.Context()).address))
}

func (s *Server) limitMember(ctx context.Context, member string) error {
	return s.Calls.Check(ctx, s.Limits.Member.On(member))
}

// refuseWhenGone: while the operator has terminated the service, every call says so.
func (s *Server) refuseWhenGone(ctx context.Context) error {
	running, err := s.Lookup.Active(ctx)
	if err != nil {
		return err
	}
	if !running {
		return fault.New(fault.GONE, "")
	}
	return nil
}
