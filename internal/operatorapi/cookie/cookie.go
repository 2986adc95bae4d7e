// Package cookie is the cookie that carries a console's session. No script can read it, and no page of another site sends it.
package cookie

import (
	"net/http"
	"strings"

	"krapao/fault"
)

// Cookie is the console's cookie at its address. The zero Cookie is that of plain HTTP on this machine.
type Cookie struct{ secure bool }

// At is the cookie of a console at an address; "": on this machine, without TLS.
func At(console string) Cookie { return Cookie{strings.HasPrefix(console, "https://")} }

// Secured is its name with TLS: a browser takes it from this host alone, and for all of its paths.
const Secured = "__Host-krapao_operator"

// plain is its name without TLS, on this machine.
const plain = "krapao_operator"

// Name is the cookie's.
func (c Cookie) Name() string {
	if c.secure {
		return Secured
	}
	return plain
}

// Set is the header that gives a browser the token of a session. It ends with the browser; the session ends earlier.
func (c Cookie) Set(token string) string { return c.header(token, 0) }

// End is the header that takes it away.
func (c Cookie) End() string { return c.header("", -1) }

func (c Cookie) header(token string, maxAge int) string {
	made := http.Cookie{ //nolint:gosec // Secure wherever the console has TLS: without it, it is on this machine alone
		Name: c.Name(), Value: token, Path: "/", MaxAge: maxAge, Secure: c.secure, HttpOnly: true, SameSite: http.SameSiteStrictMode,
	}
	return made.String()
}

// Of is the token that a request carries in the cookie, or "". INVALID_TOKEN: it carries several.
func (c Cookie) Of(r *http.Request) (string, error) {
	switch all := r.CookiesNamed(c.Name()); len(all) {
	case 0:
		return "", nil
	case 1:
		return all[0].Value, nil
	default:
		return "", fault.New(fault.INVALID_TOKEN, "the cookie is there twice")
	}
}
