package httpx

import (
	"context"
	"net/http"
	"strings"

	"krapao/fault"
)

// confirmation is the header of a call that is sent again, with the confirmation that it asked for.
const confirmation = "X-Confirmation"

// authenticate lets through who may make a call. The token alone says who calls, never another part of the request.
func (f *Frame) authenticate(rt Route, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		found, err := f.config.Authenticate(r.Context(), r)
		if err == nil {
			StateOf(r.Context()).by(found)
			if rt.Confirmed {
				StateOf(r.Context()).Confirmation = r.Header.Get(confirmation)
			}
			err = f.limitCaller(r.Context(), found)
		}
		if err == nil && rt.Access == Operators {
			err = f.config.Permits(found, rt)
		}
		if err != nil {
			Refuse(w, r, err)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// Permitted are the ids of the calls that an operator may make now, in the order of the contract.
func (f *Frame) Permitted(by Caller) []string {
	var ids []string
	for _, rt := range f.forOperators {
		if f.config.Permits(by, rt) == nil {
			ids = append(ids, rt.ID)
		}
	}
	return ids
}

// recognise notes whose token a call carries that guests may make too, so that a member's uploads count as its own. The call's
// handler decides whether the token is good enough: a bad one does a guest no harm.
func (f *Frame) recognise(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if found, err := f.config.Authenticate(r.Context(), r); err == nil {
			state := StateOf(r.Context())
			state.Member, state.Session = found.Member, found.Session
		}
		next.ServeHTTP(w, r)
	})
}

// Bearer reads the token of a request.
func Bearer(r *http.Request) (string, error) {
	values := r.Header.Values("Authorization")
	if len(values) == 0 || values[0] == "" {
		return "", fault.New(fault.UNAUTHORIZED, "a bearer token is missing")
	}
	scheme, token, _ := strings.Cut(values[0], " ")
	if len(values) > 1 || !strings.EqualFold(scheme, "Bearer") {
		return "", fault.New(fault.INVALID_TOKEN, "")
	}
	if token = strings.TrimSpace(token); token == "" {
		return "", fault.New(fault.UNAUTHORIZED, "a bearer token is missing")
	}
	return token, nil
}

// The limits on calls as such. They protect this node and live in its memory. What an attacker would gain by a restart (wrong
// logins, codes sent) is counted in the database by the areas.

// LimitAddress counts a request of an address, and refuses one too many.
func (f *Frame) LimitAddress(r *http.Request) error {
	return f.config.Calls.Check(r.Context(), f.config.Limits.Address.From(StateOf(r.Context()).Address))
}

// LimitMember counts a call of a member, and refuses one too many.
func (f *Frame) LimitMember(ctx context.Context, member string) error {
	return f.config.Calls.Check(ctx, f.config.Limits.Member.On(member))
}

// limitCaller counts a call of a member, an operator or a system, and refuses one too many.
func (f *Frame) limitCaller(ctx context.Context, by Caller) error {
	if by.Member == "" {
		return f.config.Calls.Check(ctx, f.config.Limits.Operator.On(by.Operator))
	}
	return f.LimitMember(ctx, by.Member)
}
