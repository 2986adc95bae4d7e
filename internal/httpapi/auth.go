package httpapi

import (
	"net/http"
	"strings"

	"krapao/fault"
	"krapao/session"
)

// authenticate lets members through: whose token it is decides, and nothing that the request says of itself.
func (s *Server) authenticate(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		token, err := bearer(r)
		if err != nil {
			refuse(w, r, err)
			return
		}
		found, err := s.Sessions.Check(r.Context(), session.Member, token)
		if err != nil {
			refuse(w, r, err)
			return
		}
		x := exchangeOf(r.Context())
		x.member, x.session, x.quiet = found.Subject, found.ID, found.Quiet
		if err := s.limitMember(r.Context(), x.member); err != nil {
			refuse(w, r, err)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// recognise notes whose token a call carries that guests may make too, so that a member's uploads are counted as its own.
// Whether the token counts for what the call wants is decided there: a bad one does a guest no harm.
func (s *Server) recognise(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if token, err := bearer(r); err == nil {
			if found, err := s.Sessions.Check(r.Context(), session.Member, token); err == nil {
				x := exchangeOf(r.Context())
				x.member, x.session = found.Subject, found.ID
			}
		}
		next.ServeHTTP(w, r)
	})
}

func bearer(r *http.Request) (string, error) {
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
