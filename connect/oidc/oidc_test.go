package oidc_test

import (
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"krapao/connect/oidc"
	"krapao/operator/identity"
	"krapao/sandbox"
	"krapao/sandbox/core"
	sandboxed "krapao/sandbox/oidc"
	"krapao/sandbox/sandboxtest"
)

const (
	timeout = 10 * time.Second
	back    = "https://ops.house.test/oidc/callback"
)

func providerOf(s *sandboxtest.Sandbox, change func(*oidc.Config)) *oidc.Provider {
	known := sandbox.DemoCredentials().OIDC
	c := oidc.Config{
		Name: "House ID", Issuer: s.URL + "/oidc", Client: known.Client, Secret: known.Secret, Redirect: back,
		Outbound: s.Outbound(timeout),
	}
	if change != nil {
		change(&c)
	}
	return oidc.New(c)
}

// codeOf asks, and has somebody say who it is.
func codeOf(t *testing.T, s *sandboxtest.Sandbox, p *oidc.Provider, subject string) (identity.Question, string) {
	t.Helper()
	q, err := p.Ask(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	at, err := url.Parse(s.Consent(q.URL, subject))
	if err != nil || !strings.HasPrefix(at.String(), back+"?") || at.Query().Get("state") != q.State {
		t.Fatalf("the browser is sent back to %v: %v", at, err)
	}
	return q, at.Query().Get("code")
}

// TestTheProviderSaysWhoItIs once for a code, and only to whoever asked.
func TestTheProviderSaysWhoItIs(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Options{})
	p := providerOf(s, nil)
	q, code := codeOf(t, s, p, "sub-1")
	if subject, err := p.Answered(t.Context(), q, code); err != nil || subject != "sub-1" {
		t.Errorf("it says %q, %v", subject, err)
	}
	if subject, err := p.Answered(t.Context(), q, code); err == nil || errors.Is(err, identity.ErrProvider) {
		t.Errorf("the same code again says %q, %v", subject, err)
	}
	_, code = codeOf(t, s, p, "sub-1")
	other, _ := codeOf(t, s, p, "sub-2")
	if subject, err := p.Answered(t.Context(), other, code); err == nil {
		t.Errorf("with another question's verifier it says %q", subject)
	}
	q, code = codeOf(t, s, p, "sub-1")
	q.Nonce = other.Nonce
	if subject, err := p.Answered(t.Context(), q, code); err == nil {
		t.Errorf("with another nonce it says %q", subject)
	}
}

// TestWordsThatDoNotCount: each lie of the provider is refused, and is no failure of it. No error has a secret, code or token.
func TestWordsThatDoNotCount(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Options{})
	p := providerOf(s, nil)
	for _, lie := range sandboxed.Lies {
		s.OIDCLies(lie)
		q, code := codeOf(t, s, p, "sub-1")
		subject, err := p.Answered(t.Context(), q, code)
		if lie == "" {
			if err != nil {
				t.Errorf("the truth: %v", err)
			}
			continue
		}
		if err == nil || errors.Is(err, identity.ErrProvider) {
			t.Errorf("a lie about the %s: %q, %v", lie, subject, err)
			continue
		}
		for _, secret := range []string{code, q.Verifier, "sandbox-oidc", "eyJ", s.URL} {
			if strings.Contains(err.Error(), secret) {
				t.Errorf("a lie about the %s: %q is in %v", lie, secret, err)
			}
		}
	}
	s.OIDCLies("")
	stranger := providerOf(s, func(c *oidc.Config) { c.Secret = "another" })
	q, code := codeOf(t, s, stranger, "sub-1")
	if subject, err := stranger.Answered(t.Context(), q, code); err == nil {
		t.Errorf("to a client with another secret it says %q", subject)
	}
}

// TestAProviderThatCanNotBeAsked says so: at discovery, and for a code. One whose name is not its address is none.
func TestAProviderThatCanNotBeAsked(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Options{})
	s.AddFault(sandboxtest.Fault{Target: "oidc", Op: core.OpCheck, Mode: "down"})
	p := providerOf(s, nil)
	if _, err := p.Ask(t.Context()); !errors.Is(err, identity.ErrProvider) {
		t.Errorf("down: %v", err)
	}
	q, code := codeOf(t, s, p, "sub-1") // it is up again
	for _, mode := range []string{"down", "garbage"} {
		s.AddFault(sandboxtest.Fault{Target: "oidc", Mode: mode})
		if _, err := p.Answered(t.Context(), q, code); err == nil {
			t.Errorf("%s: no error", mode)
		}
	}
	posing := s.Beside("id.house.test", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		again, err := http.NewRequestWithContext(r.Context(), http.MethodGet, s.URL+"/oidc"+r.URL.Path, http.NoBody)
		if err != nil {
			t.Error(err)
			return
		}
		answer, err := s.Client().Do(again)
		if err != nil {
			t.Error(err)
			return
		}
		defer answer.Body.Close()
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.Copy(w, answer.Body)
	}))
	if _, err := providerOf(s, func(c *oidc.Config) { c.Issuer = posing }).Ask(t.Context()); !errors.Is(err, identity.ErrProvider) {
		t.Errorf("another's name: %v", err)
	}
}
