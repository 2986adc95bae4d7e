package httpx

import (
	"maps"
	"net/http"
	"slices"
	"strings"
)

// Secure sets the headers by which a browser restricts pages and answers, whatever serves them.
func (f *Frame) Secure(next http.Handler) http.Handler {
	app := f.restrictions(f.appPolicy())
	data := f.restrictions("default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox")
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		restrict := app
		if f.isData(r.URL.Path) {
			restrict = data
		}
		maps.Copy(w.Header(), restrict)
		next.ServeHTTP(w, r)
	})
}

// restrictions are those headers. All answers share their values, so nothing may change one in place.
func (f *Frame) restrictions(policy string) http.Header {
	h := http.Header{}
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Strict-Transport-Security", "max-age=31536000; includeSubDomains")
	h.Set("Cross-Origin-Opener-Policy", "same-origin-allow-popups") // games open in a window of their own
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Permissions-Policy", "accelerometer=(), camera=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()")
	h.Set("Content-Security-Policy", policy)
	if f.config.FrameAncestors == "" {
		h.Set("X-Frame-Options", "DENY")
	}
	return h
}

// isData reports whether the answer is data and no page of the app.
func (f *Frame) isData(path string) bool {
	return strings.HasPrefix(path, "/api") ||
		slices.ContainsFunc(f.mounts, func(m Mount) bool { return strings.HasPrefix(path, m.Path) })
}

// appPolicy is the Content-Security-Policy of the app's pages. Scripts and styles are ours alone, without inline code and
// eval. Pictures and forms may lead to game providers, whose addresses are the operator's content.
func (f *Frame) appPolicy() string {
	ancestors := f.config.FrameAncestors
	if ancestors == "" {
		ancestors = "'none'"
	}
	forms := "'self' https:"
	images := "'self' data: blob: https:"
	if f.config.PlainOutside != "" { // demo: the sandbox speaks plain HTTP on this machine
		forms += " " + f.config.PlainOutside
		images += " " + f.config.PlainOutside
	}
	return strings.Join([]string{
		"default-src 'none'", "script-src 'self'", "style-src 'self'", "font-src 'self'", "img-src " + images,
		"media-src 'self' blob: https:", "connect-src 'self'", "manifest-src 'self'", "worker-src 'self'",
		"form-action " + forms, "frame-ancestors " + ancestors, "base-uri 'none'", "object-src 'none'",
	}, "; ")
}
