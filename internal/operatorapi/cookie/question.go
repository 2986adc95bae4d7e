package cookie

import (
	"net/http"

	"krapao/fault"
)

// A question to the OpenID provider has a cookie of its own, for the browser that was sent there. It comes back from another
// site, so it is lax, and lasts as long as the question.

const (
	secureQuestion = "__Host-krapao_oidc"
	plainQuestion  = "krapao_oidc"
	// questionLife is ten minutes, in seconds.
	questionLife = 600
)

func (c Cookie) question(ticket string, maxAge int) string {
	made := http.Cookie{ //nolint:gosec // Secure wherever the console has TLS: without it, it is on this machine alone
		Name: c.questionName(), Value: ticket, Path: "/", MaxAge: maxAge, Secure: c.secure, HttpOnly: true,
		SameSite: http.SameSiteLaxMode,
	}
	return made.String()
}

func (c Cookie) questionName() string {
	if c.secure {
		return secureQuestion
	}
	return plainQuestion
}

// Ask is the header that gives a browser the ticket of a question.
func (c Cookie) Ask(ticket string) string { return c.question(ticket, questionLife) }

// Asked is the header that takes it away.
func (c Cookie) Asked() string { return c.question("", -1) }

// Question is the ticket that a request carries. INVALID_TOKEN: none, or several.
func (c Cookie) Question(r *http.Request) (string, error) {
	all := r.CookiesNamed(c.questionName())
	if len(all) != 1 {
		return "", fault.New(fault.INVALID_TOKEN, "this browser has asked nothing, or twice")
	}
	return all[0].Value, nil
}
