package oidc

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"database/sql"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"time"

	"github.com/go-jose/go-jose/v4"

	"krapao/sandbox/core"
)

// tokenLife is how long an ID token counts.
const tokenLife = 5 * time.Minute

// handleToken is POST /oidc/token: a code becomes an ID token, once.
func (p *provider) handleToken(w http.ResponseWriter, r *http.Request) {
	if !p.isClient(r) {
		p.Answer(w, core.Reply{Status: http.StatusUnauthorized, Body: refusal{"invalid_client"}})
		return
	}
	invalid := core.Reply{Status: http.StatusBadRequest, Body: refusal{"invalid_grant"}}
	p.Serve(w, r, core.Call{
		Target: targetName, Op: core.OpMove, Refuse: invalid, NotFound: invalid,
		Apply: func(ctx context.Context) core.Reply {
			if r.PostFormValue("grant_type") != "authorization_code" {
				return core.Reply{Status: http.StatusBadRequest, Body: refusal{"unsupported_grant_type"}}
			}
			return p.exchange(ctx, issuer(r), r.PostFormValue("code"), r.PostFormValue("code_verifier"), r.PostFormValue("redirect_uri"))
		},
	})
}

// refusal is OAuth's.
type refusal struct {
	Error string `json:"error"`
}

// isClient reports whether it is the client, by either of the ways that are published.
func (p *provider) isClient(r *http.Request) bool {
	client, secret, basic := r.BasicAuth()
	if basic { // both are encoded (RFC 6749, 2.3.1)
		client, _ = url.QueryUnescape(client)
		secret, _ = url.QueryUnescape(secret)
	} else {
		client, secret = r.PostFormValue("client_id"), r.PostFormValue("client_secret")
	}
	return client == p.known.Client && subtle.ConstantTimeCompare([]byte(secret), []byte(p.known.Secret)) == 1
}

// exchange uses a code up.
func (p *provider) exchange(ctx context.Context, issuer, code, verifier, redirect string) core.Reply {
	var subject, nonce, challenge, to, lie string
	var ends int64
	err := p.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, `UPDATE oidc_code SET used = 1 WHERE code = $1 AND used = 0
			RETURNING subject, nonce, challenge, redirect, ends_at, coalesce((SELECT lie FROM oidc_lie WHERE id = 1), '')`, code).
			Scan(&subject, &nonce, &challenge, &to, &ends, &lie)
	})
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return p.Broken("oidc token", err)
	}
	sum := sha256.Sum256([]byte(verifier))
	if err != nil || p.Now().Unix() >= ends || to != redirect || challenge != base64.RawURLEncoding.EncodeToString(sum[:]) {
		return core.Reply{Status: http.StatusBadRequest, Body: refusal{"invalid_grant"}}
	}
	token, err := p.sign(claims{
		Issuer: issuer, Subject: subject, Audience: p.known.Client, Nonce: nonce, IssuedAt: p.Now().Unix(),
		Expires: p.Now().Add(tokenLife).Unix(),
	}, lie)
	if err != nil {
		return p.Broken("oidc token", err)
	}
	return core.OK(map[string]any{
		"access_token": "sandbox-" + code, "token_type": "Bearer", "expires_in": int(tokenLife / time.Second), "id_token": token,
	})
}

// claims are those of an ID token.
type claims struct {
	Issuer   string `json:"iss"`
	Subject  string `json:"sub"`
	Audience string `json:"aud"`
	Nonce    string `json:"nonce"`
	IssuedAt int64  `json:"iat"`
	Expires  int64  `json:"exp"`
}

// sign makes the token, with the lie that it was told to tell.
func (p *provider) sign(c claims, lie string) (string, error) {
	key := p.key()
	switch lie {
	case "nonce":
		c.Nonce = "of-another-question"
	case "issuer":
		c.Issuer = "https://another.example"
	case "audience":
		c.Audience = "another-client"
	case "expired":
		c.Expires = p.Now().Add(-time.Second).Unix()
	case "subject":
		c.Subject = ""
	case "signature":
		key = p.stranger()
	}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.ES256, Key: jose.JSONWebKey{Key: key, KeyID: keyID}}, nil)
	if err != nil {
		return "", err
	}
	body, err := json.Marshal(c)
	if err != nil {
		return "", err
	}
	signed, err := signer.Sign(body)
	if err != nil {
		return "", err
	}
	return signed.CompactSerialize()
}
