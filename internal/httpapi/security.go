package httpapi

import (
	"net/http"
	"strings"
)

// security puts the browser's fences around every answer, whatever made it.
func (s *Server) security(next http.Handler) http.Handler {
	app, data := s.appPolicy(), "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox"
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Strict-Transport-Security", "max-age=31536000; includeSubDomains")
		h.Set("Cross-Origin-Opener-Policy", "same-origin-allow-popups") // games open in a window of their own
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Permissions-Policy", "accelerometer=(), camera=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()")
		if isData(r.URL.Path) {
			h.Set("Content-Security-Policy", data)
		} else {
			h.Set("Content-Security-Policy", app)
		}
		if s.FrameAncestors == "" {
			h.Set("X-Frame-Options", "DENY")
		}
		next.ServeHTTP(w, r)
	})
}

// isData tells answers that are data from pages of the app.
func isData(path string) bool {
	for _, prefix := range []string{"/api", "/hooks/", "/socket.io", "/config.json", "/healthz", "/readyz", "/files/", "/media/"} {
		if strings.HasPrefix(path, prefix) {
			return true
		}
	}
	return false
}

// appPolicy: scripts and styles are ours alone, no inline code, no eval. Pictures and forms may lead to game providers,
// whose addresses are the operator's content.
func (s *Server) appPolicy() string {
	ancestors := s.FrameAncestors
	if ancestors == "" {
		ancestors = "'none'"
	}
	forms := "'self' https:"
	images := "'self' data: blob: https:"
	if s.PlainOutside != "" { // demo: the sandbox speaks plain HTTP on this machine
		forms += " " + s.PlainOutside
		images += " " + s.PlainOutside
	}
	return strings.Join([]string{
		"default-src 'none'", "script-src 'self'", "style-src 'self'", "font-src 'self'", "img-src " + images,
		"media-src 'self' blob: https:", "connect-src 'self'", "manifest-src 'self'", "worker-src 'self'",
		"form-action " + forms, "frame-ancestors " + ancestors, "base-uri 'none'", "object-src 'none'",
	}, "; ")
}
