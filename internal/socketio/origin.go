package socketio

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// allowOrigin: no Origin is a client that is no browser; a browser's must be the page's own host or a configured one,
// so that a foreign page can't use a member's connection. A configured foreign page also needs to read the answers.
func (s *Server) allowOrigin(w http.ResponseWriter, r *http.Request) bool {
	origin := r.Header.Get("Origin")
	if origin == "" {
		return len(r.Header.Values("Origin")) == 0
	}
	if slices.ContainsFunc(s.settings.Origins, func(o string) bool { return strings.EqualFold(strings.TrimSuffix(o, "/"), origin) }) {
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
