// Package restrict has the headers by which a browser restricts pages and answers.
package restrict

import (
	"net/http"
	"strings"
)

// Policy is what pages may do, as the operator's settings say.
type Policy struct {
	// FrameAncestors are the sites that may show the app in a frame; empty: none.
	FrameAncestors string
	// PlainOutside is the demo's sandbox, which speaks plain HTTP on this machine; empty: there is none.
	PlainOutside string
}

// Data are the headers of answers that are data and no page. All answers share their values, so nothing may change one in place.
func (p Policy) Data() http.Header {
	return p.headers("default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox")
}

// Pages are the headers of the app's pages. Scripts and styles are ours alone, without inline code and eval. Pictures and forms
// may lead to game providers, whose addresses are the operator's content.
func (p Policy) Pages() http.Header {
	ancestors := p.FrameAncestors
	if ancestors == "" {
		ancestors = "'none'"
	}
	forms, images := "'self' https:", "'self' data: blob: https:"
	if p.PlainOutside != "" {
		forms += " " + p.PlainOutside
		images += " " + p.PlainOutside
	}
	return p.headers(strings.Join([]string{
		"default-src 'none'", "script-src 'self'", "style-src 'self'", "font-src 'self'", "img-src " + images,
		"media-src 'self' blob: https:", "connect-src 'self'", "manifest-src 'self'", "worker-src 'self'",
		"form-action " + forms, "frame-ancestors " + ancestors, "base-uri 'none'", "object-src 'none'",
	}, "; "))
}

func (p Policy) headers(policy string) http.Header {
	h := http.Header{}
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Strict-Transport-Security", "max-age=31536000; includeSubDomains")
	h.Set("Cross-Origin-Opener-Policy", "same-origin-allow-popups") // games open in a window of their own
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Permissions-Policy", "accelerometer=(), camera=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()")
	h.Set("Content-Security-Policy", policy)
	if p.FrameAncestors == "" {
		h.Set("X-Frame-Options", "DENY")
	}
	return h
}
