// Package proof has the calls by which a caller shows who it is: the code that came to its phone, a forgotten password that is
// set anew by such a code, and the password once more within a session.
package proof

import (
	"net/http"
	"time"

	"krapao/internal/httpx"
	"krapao/member/login"
	"krapao/otp"
	"krapao/session"
)

// Mount adds the calls to the contract.
func Mount(f *httpx.Frame, logins *login.Service, sessions *session.Service, codes *otp.Service) {
	(&otpCalls{codes}).routes(f)
	(&forgotCalls{logins, codes}).routes(f)
	(&confirmCalls{logins, sessions}).routes(f)
}

const (
	proofCookie = "krapao_otp"
	// askedCookie recognises a browser that asked for a code and sends no X-Device-Id, for as long as the longest limit on asking.
	askedCookie = "krapao_asked"
	askedLife   = 24 * time.Hour
	// proofLife is how long a proof counts (package otp), so how long a browser has to keep it.
	proofLife = 30 * time.Minute
)

// Of is the token that shows that a phone is the caller's: the header's, else the cookie's.
func Of(r *http.Request) string {
	if given := r.Header.Get("X-Otp-Token"); given != "" {
		return httpx.Printable(given, 200)
	}
	kept, err := r.Cookie(proofCookie)
	if err != nil {
		return ""
	}
	return httpx.Printable(kept.Value, 200)
}

// proofFor is the cookie with a proof.
func proofFor(token string, secure bool) http.Cookie {
	return cookie(proofCookie, token, proofLife, secure)
}

// cookie makes a cookie of the API: no script reads it, and no other site sends it.
func cookie(name, value string, life time.Duration, secure bool) http.Cookie {
	return http.Cookie{ //nolint:gosec // a wallet that is tried out without TLS has no secure cookies
		Name: name, Value: value, Path: "/api", MaxAge: int(life.Seconds()),
		HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: secure,
	}
}
