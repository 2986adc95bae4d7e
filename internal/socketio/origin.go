package socketio

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// allowOrigin reports whether a request's origin may use the server. A client without an Origin is no browser. A browser's origin
// must be the page's own host or a configured one, so that a foreign page can't use a member's connection. A configured
// foreign page also needs to read the answers.
func (s *Server) allowOrigin(w http.ResponseWriter, r *http.Request) bool {
	origin := r.Header.Get("Origin")
	if origin == "" {
		return len(r.Header.Values("Origin")) == 0
	}
	same := func(o string) bool { return strings.EqualFold(strings.TrimSuffix(o, "/"), origin) }
	if slices.ContainsFunc(s.settings.Origins, same) {
		h := w.Header()
		h.Set("Access-Control-Allow-Origin", origin)
		h.Set("Access-Control-Allow-Methods", "GET, POST")
		h.Set("Access-Control-Allow-Headers", "Content-Type")
		h.Add("Vary", "Origin")
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && strings.EqualFold(u.Host, r.Host)
}
