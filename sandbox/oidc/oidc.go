// Package oidc is an OpenID provider: discovery, keys, a page on which somebody says who it is, and the token endpoint, with PKCE
// (OpenID Connect Core 1.0, RFC 7636). It is our own code on go-jose, because a library's provider does not lie on demand, and
// zitadel/oidc and ory/fosite each bring more packages than this program has.
package oidc

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	_ "embed" // oidc.sql
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/go-jose/go-jose/v4"

	"krapao/sandbox/core"
)

//go:embed oidc.sql
var tables string

const targetName = "oidc"

// Credentials are those of the one client.
type Credentials struct{ Client, Secret string }

// Lies are what the next ID tokens may be wrong about.
var Lies = []string{"", "nonce", "issuer", "audience", "expired", "signature", "subject"}

type provider struct {
	*core.Frame
	known Credentials
	// key signs, and stranger is nobody's that the keys tell of.
	key, stranger func() *ecdsa.PrivateKey
}

// New returns the provider of one house.
func New(f *core.Frame, known Credentials) core.Protocol {
	made := func() func() *ecdsa.PrivateKey {
		return sync.OnceValue(func() *ecdsa.PrivateKey {
			key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
			if err != nil {
				panic(err) // the machine's randomness never fails
			}
			return key
		})
	}
	p := &provider{f, known, made(), made()}
	return core.Protocol{
		Name: targetName, Tables: tables, Targets: []core.Target{{Name: targetName, Op: opOf}},
		Menu: []core.MenuEntry{{Name: targetName, Dye: "river"}},
		Routes: []core.Route{
			core.Handle("GET /oidc", p.pageAnswers),
			core.Handle("GET /oidc/.well-known/openid-configuration", p.handleDiscovery),
			core.Handle("GET /oidc/keys", p.handleKeys),
			core.Handle("GET /oidc/authorize", p.pageAuthorize),
			core.Handle("POST /oidc/authorize", p.handleAuthorize),
			core.Handle("POST /oidc/token", p.handleToken),
			core.Control(f, "POST /sandbox/oidc", p.handleLie),
		},
	}
}

// opOf: a fault is about the token, unless it names an inquiry: what the provider says of itself.
func opOf(op, _ string) string {
	if op == core.OpCheck {
		return op
	}
	return core.OpMove
}

// issuer is the provider's name, and where a house asks it. A browser may reach it by another address.
func issuer(r *http.Request) string { return "http://" + r.Host + "/oidc" }

// handleDiscovery says where everything is.
func (p *provider) handleDiscovery(w http.ResponseWriter, r *http.Request) {
	at := issuer(r)
	p.inquiry(w, r, core.OK(map[string]any{
		"issuer": at, "authorization_endpoint": p.PublicAddress(r) + "/oidc/authorize",
		"token_endpoint": at + "/token", "jwks_uri": at + "/keys",
		"response_types_supported": []string{"code"}, "subject_types_supported": []string{"public"},
		"id_token_signing_alg_values_supported": []string{string(jose.ES256)}, "scopes_supported": []string{"openid"},
		"token_endpoint_auth_methods_supported": []string{"client_secret_basic", "client_secret_post"},
		"code_challenge_methods_supported":      []string{"S256"},
	}))
}

// keyID names the provider's only key.
const keyID = "sandbox"

// handleKeys shows the public key.
func (p *provider) handleKeys(w http.ResponseWriter, r *http.Request) {
	p.inquiry(w, r, core.OK(jose.JSONWebKeySet{Keys: []jose.JSONWebKey{
		{Key: p.key().Public(), KeyID: keyID, Algorithm: string(jose.ES256), Use: "sig"},
	}}))
}

func (p *provider) inquiry(w http.ResponseWriter, r *http.Request, says core.Reply) {
	p.Serve(w, r, core.Call{
		Target: targetName, Op: core.OpCheck, Refuse: core.No(http.StatusForbidden, "refused"),
		NotFound: core.No(http.StatusNotFound, "not found"), Apply: func(context.Context) core.Reply { return says },
	})
}

// asked is what a browser is sent here with; why says what is wrong with it.
func (p *provider) asked(r *http.Request) (q question, why string) {
	q = question{
		redirect: r.FormValue("redirect_uri"), state: r.FormValue("state"), nonce: r.FormValue("nonce"),
		challenge: r.FormValue("code_challenge"),
	}
	switch {
	case r.FormValue("client_id") != p.known.Client:
		why = "unknown client"
	case !strings.HasPrefix(q.redirect, "http://") && !strings.HasPrefix(q.redirect, "https://"):
		why = "redirect_uri is no address"
	case r.FormValue("response_type") != "code":
		why = "response_type is not code"
	case !slices.Contains(strings.Fields(r.FormValue("scope")), "openid"):
		why = "the scope openid is missing"
	case q.challenge == "" || r.FormValue("code_challenge_method") != "S256":
		why = "PKCE with S256 is required"
	}
	return q, why
}

type question struct{ redirect, state, nonce, challenge string }
