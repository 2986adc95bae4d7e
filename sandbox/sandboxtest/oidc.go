package sandboxtest

import (
	"net/http"
	"net/url"
	"strings"
)

// OIDCLies sets what ID tokens are wrong about from now on (sandbox/oidc.Lies); "": nothing.
func (s *Sandbox) OIDCLies(about string) {
	s.t.Helper()
	s.Call(http.MethodPost, "/sandbox/oidc", map[string]string{"lie": about}, http.StatusOK, nil)
}

// Consent is what somebody does in its browser at the OpenID provider: it says who it is. It returns the address to which the
// browser is sent back.
func (s *Sandbox) Consent(asked, subject string) string {
	s.t.Helper()
	at, err := url.Parse(asked)
	if err != nil || !strings.HasPrefix(asked, s.URL+"/oidc/authorize?") {
		s.t.Fatalf("the browser is sent to %q: %v", asked, err)
	}
	form := at.Query()
	form.Set("subject", subject)
	r, err := http.NewRequestWithContext(s.t.Context(), http.MethodPost, s.URL+"/oidc/authorize", strings.NewReader(form.Encode()))
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	browser := *s.client
	browser.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	back, err := browser.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = back.Body.Close() }()
	if back.StatusCode != http.StatusFound {
		s.t.Fatalf("the provider answers %d", back.StatusCode)
	}
	return back.Header.Get("Location")
}
