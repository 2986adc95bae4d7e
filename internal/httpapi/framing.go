package httpapi

import (
	"net/http"
	"strings"
)

// oneBody closes the connection after a request whose body came in chunks. Such a request may have named a length, too, and
// then two readers could disagree on where it ends (RFC 9112 section 6.1: the connection is to be closed); net/http takes
// the length away before anybody can look. No browser sends chunks.
func oneBody(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if len(r.TransferEncoding) > 0 {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}

// waitsForUs reports whether the client sends its body only once it is asked to (Expect: 100-continue), which reading from
// it does.
func waitsForUs(r *http.Request) bool {
	return strings.EqualFold(r.Header.Get("Expect"), "100-continue")
}

// refusedUnread reports whether a body that its client announces is larger than this, and so is never asked for.
func refusedUnread(r *http.Request, most int64) bool { return waitsForUs(r) && r.ContentLength > most }

// wellKnown: /change-password is where password managers lead their owner (W3C, "A Well-Known URL for Changing Passwords"). Other
// well-known names have no answer: the app's page would be a wrong one.
func wellKnown(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/.well-known/change-password" {
		w.Header().Set("Cache-Control", "no-store")
		http.Redirect(w, r, "/user/profile", http.StatusFound)
		return
	}
	plainError(w, http.StatusNotFound, "There is no such file.\n")
}
