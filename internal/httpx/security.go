package httpx

import (
	"maps"
	"net/http"
	"slices"
	"strings"

	"krapao/internal/httpx/restrict"
)

// Secure sets the headers by which a browser restricts pages and answers, whatever serves them.
func (f *Frame) Secure(next http.Handler) http.Handler {
	policy := restrict.Policy{FrameAncestors: f.config.FrameAncestors, PlainOutside: f.config.PlainOutside}
	app, data := policy.Pages(), policy.Data()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		headers := app
		if f.isData(r.URL.Path) {
			headers = data
		}
		maps.Copy(w.Header(), headers)
		next.ServeHTTP(w, r)
	})
}

// isData reports whether the answer is data and no page of the app.
func (f *Frame) isData(path string) bool {
	return strings.HasPrefix(path, "/api") ||
		slices.ContainsFunc(f.mounts, func(m Mount) bool { return strings.HasPrefix(path, m.Path) })
}
