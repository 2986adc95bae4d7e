package httpx

import (
	"net/http"
	"strings"

	"krapao/internal/patience"
)

// Mount is served beside the API. Its answers are data and no pages of the app, so nothing in them may run (Secure).
type Mount struct {
	// Path begins the paths that belong to it. With Exact it is the only one.
	Path  string
	Exact bool
	// Shown is how log and figures call it: a real path may hold a secret.
	Shown string
	// Timed: a request has the time of a call, from its arrival on. Films and live connections last as long as their client.
	Timed bool
	// Handler is nil where there is nothing to serve: then the path is the app's.
	Handler http.Handler
}

func (m Mount) has(path string) bool {
	return path == m.Path || !m.Exact && strings.HasPrefix(path, m.Path)
}

// Mount serves something beside the API.
func (f *Frame) Mount(m Mount) { f.mounts = append(f.mounts, m) }

func (f *Frame) mountOf(path string) (Mount, bool) {
	for _, m := range f.mounts {
		if m.has(path) {
			return m, true
		}
	}
	return Mount{}, false
}

// listener leads to the parts by the path's beginning. It is no ServeMux: a ServeMux answers an odd path with a redirect, and
// a call that moves money is never sent elsewhere.
func (f *Frame) listener(api, app http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path := r.URL.Path
		if path == "/api" || strings.HasPrefix(path, "/api/") {
			inTime(w, r, api)
			return
		}
		m, found := f.mountOf(path)
		switch {
		case !found || m.Handler == nil:
			app.ServeHTTP(w, r)
		case m.Timed:
			inTime(w, r, m.Handler)
		default:
			m.Handler.ServeHTTP(w, r)
		}
	})
}

// inTime starts the time of a request, which has just arrived.
func inTime(w http.ResponseWriter, r *http.Request, next http.Handler) {
	ctx, cancel := patience.Request(r.Context())
	defer cancel()
	next.ServeHTTP(w, r.WithContext(ctx))
}

// oneBody closes the connection after a request whose body came in chunks. Such a request may have named a length, too. Two
// readers could then disagree on where it ends, so the connection is to be closed (RFC 9112 section 6.1). Net/http removes
// the length before anybody can look. No browser sends chunks.
func oneBody(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if len(r.TransferEncoding) > 0 {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}
