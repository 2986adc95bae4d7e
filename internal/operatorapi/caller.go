package operatorapi

import (
	"context"
	"net/http"

	"krapao/fault"
	"krapao/internal/httpx"
	"krapao/internal/operatorapi/cookie"
	"krapao/operator/token"
	"krapao/session"
)

// Unattended is the header of a call that nobody asked for: a page repeats it by itself. It does not count as a use of the
// session, which would otherwise never end on a desk that was left.
const Unattended = "X-Unattended"

// authenticate finds the operator whose session it is, or the system whose token.
func (d Deps) authenticate(ctx context.Context, r *http.Request) (httpx.Caller, error) {
	secret, err := d.token(r)
	if err != nil {
		return httpx.Caller{}, err
	}
	if token.Is(secret) {
		return d.system(ctx, secret)
	}
	check := d.Sessions.Check
	if r.Header.Get(Unattended) != "" {
		check = d.Sessions.CheckUnattended
	}
	found, err := check(ctx, session.Operator, secret)
	if err != nil {
		return httpx.Caller{}, err
	}
	o, err := d.find(ctx, found.Subject)
	return httpx.Caller{Operator: o.Name, Session: found.ID, Role: string(o.Role)}, err
}

// system finds the system whose token it is.
func (d Deps) system(ctx context.Context, secret string) (httpx.Caller, error) {
	t, err := d.Tokens.Check(ctx, secret, httpx.StateOf(ctx).Address)
	if err != nil {
		return httpx.Caller{}, err
	}
	return httpx.Caller{Operator: t.Name(), Session: t.Name(), Role: string(t.Role), Scopes: t.Scopes}, nil
}

// token is the session's token: of a console in the cookie, of a program in its header. Whoever sends both may mean either.
func (d Deps) token(r *http.Request) (string, error) {
	kept, err := cookie.At(d.URL).Of(r)
	switch named := len(r.Header["Authorization"]) > 0; {
	case err != nil:
		return "", err
	case named && kept != "":
		return "", fault.New(fault.INVALID_INPUT, "a cookie and a bearer token: one of them says who calls")
	case kept != "":
		return kept, nil
	}
	return httpx.Bearer(r)
}
