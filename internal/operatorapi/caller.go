package operatorapi

import (
	"context"
	"net/http"

	"krapao/internal/httpx"
	"krapao/operator"
	"krapao/session"
)

// authenticate finds the operator whose token it is.
func (d Deps) authenticate(ctx context.Context, r *http.Request) (httpx.Caller, error) {
	token, err := httpx.Bearer(r)
	if err != nil {
		return httpx.Caller{}, err
	}
	found, err := d.Sessions.Check(ctx, session.Operator, token)
	if err != nil {
		return httpx.Caller{}, err
	}
	role, err := operator.RoleOf(ctx, d.Store, found.Subject)
	return httpx.Caller{Operator: found.Subject, Session: found.ID, Role: string(role)}, err
}
