package signin

import (
	"context"
	"errors"
	"net/http"
	"net/url"

	"krapao/fault"
	"krapao/internal/httpx"
	"krapao/operator/identity"
)

// The codes of a sign-in by the OpenID provider that failed on the way back: the console's own, since no call answers them.
const (
	// oidcRefused: the provider's word does not count, or the question is over, another browser's, or was answered before.
	oidcRefused = "OIDC_REFUSED"
	oidcUnknown = "OIDC_UNKNOWN"
	oidcDown    = "OIDC_DOWN"
)

// provider adds the sign-in by the house's OpenID provider. It sends browsers to a page beside the API: one that comes there by
// itself names no client.
func (c *Calls) provider(f *httpx.Frame) {
	httpx.Register(f, httpx.Route{
		Method: http.MethodPost, Path: "/api/signin/oidc", ID: "signInByOidc", Access: httpx.Everyone, Needs: "open",
		Summary: "Ask the house's OpenID provider, to which the browser goes",
	}, c.handleOIDC)
	f.Mount(httpx.Mount{
		Path: identity.ProviderBack, Exact: true, Shown: identity.ProviderBack, Timed: true, Handler: http.HandlerFunc(c.serveOIDC),
	})
}

// SignProvider is the house's OpenID provider.
type SignProvider struct {
	Name string `json:"name" doc:"What people call it"`
}

// SignQuestion is where a browser is sent to say who it is.
type SignQuestion struct {
	URL string `json:"url"`
}

// handleOIDC answers POST /api/signin/oidc.
func (c *Calls) handleOIDC(ctx context.Context, _ *httpx.Empty) (*signedIn[SignQuestion], error) {
	at, ticket, err := c.Identity.ByProvider().Ask(ctx, origin(ctx))
	switch {
	case errors.Is(err, identity.ErrNoProvider):
		return nil, fault.New(fault.NO_DATA, "%s", err)
	case errors.Is(err, identity.ErrProvider):
		return nil, httpx.Busy(fault.Wrap(err, fault.TRY_AGAIN, "%s", err).With("system", c.Identity.ByProvider().Name()))
	case err != nil:
		return nil, err
	}
	return &signedIn[SignQuestion]{c.Cookie.Ask(ticket), SignQuestion{at}}, nil
}

// serveOIDC answers GET /oidc/callback: it leads on to the console, signed in, or to its sign-in page with a code.
func (c *Calls) serveOIDC(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Referrer-Policy", "no-referrer") // the address has the code
	if r.Method != http.MethodGet {
		httpx.MethodNotAllowed(w, r, http.MethodGet)
		return
	}
	asked := r.URL.Query()
	signed, err := c.answered(r, asked)
	w.Header().Add("Set-Cookie", c.Cookie.Asked())
	if err != nil {
		httpx.StateOf(r.Context()).Logger().InfoContext(r.Context(), "a sign-in by the OpenID provider failed", "error", err,
			"said", said(asked))
		http.Redirect(w, r, "/signin?error="+oidcCode(err), http.StatusFound)
		return
	}
	w.Header().Add("Set-Cookie", c.Cookie.Set(signed.Token))
	http.Redirect(w, r, "/", http.StatusFound)
}

// answered is the session of whom the provider names, to the browser that was sent there.
func (c *Calls) answered(r *http.Request, asked url.Values) (identity.Signed, error) {
	ticket, err := c.Cookie.Question(r)
	if err != nil {
		return identity.Signed{}, err
	}
	return c.Identity.ByProvider().Answered(r.Context(), ticket, asked.Get("state"), asked.Get("code"))
}

// said is why the provider sent somebody back without a code, by its own word.
func said(asked url.Values) string {
	word := asked.Get("error")
	return word[:min(len(word), 40)]
}

// oidcCode is what the sign-in page is told.
func oidcCode(err error) string {
	switch {
	case errors.Is(err, identity.ErrProvider):
		return oidcDown
	case errors.Is(err, identity.ErrSubject):
		return oidcUnknown
	case fault.Is(err, fault.INACTIVE_USER):
		return string(fault.INACTIVE_USER)
	case fault.Is(err, fault.REQUEST_LIMIT):
		return string(fault.REQUEST_LIMIT)
	case errors.Is(err, identity.ErrNoProvider):
		return string(fault.NO_DATA)
	case fault.Is(err, fault.WRONG_CREDENTIAL), fault.Is(err, fault.INVALID_TOKEN):
		return oidcRefused
	}
	return string(fault.INTERNAL_SERVER_ERROR)
}
