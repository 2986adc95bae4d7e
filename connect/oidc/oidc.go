// Package oidc asks the house's OpenID provider who somebody is, behind the port Provider of operator/identity: the code flow
// with PKCE, a state and a nonce (OpenID Connect Core, RFC 7636).
//
// Promises:
//   - An answer counts only if it is the provider's own, for us, for this question, and not over.
//   - A provider that can't be asked is told apart from an answer that does not count (identity.ErrProvider).
//   - No error text has a token, a code, a secret or an address.
package oidc

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"sync"
	"time"

	coreos "github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"krapao/connect/outbound"
	"krapao/operator/identity"
)

// Config says who the provider is, and who we are there.
type Config struct {
	// Name is what people call it.
	Name                   string
	Issuer, Client, Secret string
	// Redirect is our address to which it sends browsers back.
	Redirect string
	Outbound outbound.Settings
}

// knownFor is how long what the provider says of itself is used.
const knownFor = time.Hour

// Provider is the adapter. It is safe for concurrent use.
type Provider struct {
	config Config
	client *http.Client
	now    func() time.Time

	mu    sync.Mutex
	known *coreos.Provider
	at    time.Time
}

var _ identity.Provider = (*Provider)(nil)

// New makes the adapter. The provider is asked nothing before somebody signs in.
func New(c Config) *Provider {
	if c.Outbound.Now == nil {
		c.Outbound.Now = func() time.Time { return time.Now().UTC() }
	}
	return &Provider{config: c, now: c.Outbound.Now, client: &http.Client{Transport: transport{outbound.New(c.Outbound)}}}
}

// Name implements identity.Provider.
func (p *Provider) Name() string { return p.config.Name }

// Issuer implements identity.Provider.
func (p *Provider) Issuer() string { return p.config.Issuer }

// Ask implements identity.Provider.
func (p *Provider) Ask(ctx context.Context) (q identity.Question, err error) {
	provider, err := p.provider(ctx)
	if err != nil {
		return q, err
	}
	q = identity.Question{State: rand.Text(), Nonce: rand.Text(), Verifier: oauth2.GenerateVerifier()}
	q.URL = p.ours(provider).AuthCodeURL(q.State, coreos.Nonce(q.Nonce), oauth2.S256ChallengeOption(q.Verifier))
	return q, nil
}

// Answered implements identity.Provider.
func (p *Provider) Answered(ctx context.Context, q identity.Question, code string) (subject string, err error) {
	provider, err := p.provider(ctx)
	if err != nil {
		return "", err
	}
	token, err := p.ours(provider).Exchange(coreos.ClientContext(ctx, p.client), code, oauth2.VerifierOption(q.Verifier))
	if refusal, is := errors.AsType[*oauth2.RetrieveError](err); is && refusal.Response.StatusCode < http.StatusInternalServerError {
		return "", fmt.Errorf("oidc: the provider refuses the code: %.40q", refusal.ErrorCode)
	}
	if err != nil {
		return "", fmt.Errorf("oidc: the code: %w", identity.ErrProvider)
	}
	raw, there := token.Extra("id_token").(string)
	if !there {
		return "", errors.New("oidc: the answer has no ID token")
	}
	said, err := provider.Verifier(&coreos.Config{ClientID: p.config.Client, Now: p.now}).Verify(ctx, raw)
	switch {
	case err != nil:
		return "", errors.New("oidc: the ID token does not count: it is over, not for us, or not the provider's")
	case subtle.ConstantTimeCompare([]byte(said.Nonce), []byte(q.Nonce)) != 1:
		return "", errors.New("oidc: the ID token is of another question")
	case said.Subject == "":
		return "", errors.New("oidc: the ID token has no subject")
	}
	return said.Subject, nil
}

// ours is our client at the provider. Nothing but who it is, is asked for.
func (p *Provider) ours(provider *coreos.Provider) *oauth2.Config {
	at := provider.Endpoint()
	at.AuthStyle = styleOf(provider)
	return &oauth2.Config{
		ClientID: p.config.Client, ClientSecret: p.config.Secret, RedirectURL: p.config.Redirect, Endpoint: at,
		Scopes: []string{coreos.ScopeOpenID},
	}
}

// styleOf is how the provider takes our secret. It is not tried out, because a code that is sent twice looks stolen.
func styleOf(provider *coreos.Provider) oauth2.AuthStyle {
	var says struct {
		Methods []string `json:"token_endpoint_auth_methods_supported"`
	}
	err := provider.Claims(&says)
	if err == nil && len(says.Methods) > 0 && !slices.Contains(says.Methods, "client_secret_basic") {
		return oauth2.AuthStyleInParams
	}
	return oauth2.AuthStyleInHeader
}

// provider is what the provider says of itself, at most an hour old. Its keys are read again when a token has an unknown one.
func (p *Provider) provider(ctx context.Context) (*coreos.Provider, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.known != nil && p.now().Sub(p.at).Abs() < knownFor {
		return p.known, nil
	}
	known, err := coreos.NewProvider(coreos.ClientContext(ctx, p.client), p.config.Issuer)
	if err != nil {
		return nil, fmt.Errorf("oidc: what the provider says of itself: %w", identity.ErrProvider)
	}
	p.known, p.at = known, p.now()
	return known, nil
}

// transport sends the libraries' requests by an outbound client: with its limits, its circuit breaker and its figures.
type transport struct{ client *outbound.Client }

// RoundTrip implements http.RoundTripper.
func (t transport) RoundTrip(r *http.Request) (*http.Response, error) {
	var body []byte
	if r.Body != nil {
		var err error
		if body, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
	}
	answer, err := t.client.Do(r.Context(), outbound.Request{Method: r.Method, URL: r.URL.String(), Header: r.Header, Body: body})
	if err != nil {
		return nil, err
	}
	return &http.Response{
		Status: http.StatusText(answer.Status), StatusCode: answer.Status, Header: answer.Header,
		Body: io.NopCloser(bytes.NewReader(answer.Body)), ContentLength: int64(len(answer.Body)), Request: r,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
	}, nil
}
