package kbank

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"time"

	"krapao/connect/line"
	"krapao/connect/payment/kbank/wire"
)

// tokenMargin is how long before its end a token is replaced.
const tokenMargin = time.Minute

// tokens keeps the bearer token of the bank's OAuth call, one for all requests.
type tokens struct {
	gateway *Gateway
	// turn lets one request fetch a token while the others wait for it, each no longer than its own context.
	turn chan struct{}

	mu    sync.Mutex
	value string
	until time.Time
}

func (t *tokens) get(ctx context.Context) (string, error) {
	if value := t.current(); value != "" {
		return value, nil
	}
	select {
	case t.turn <- struct{}{}:
		defer func() { <-t.turn }()
	case <-ctx.Done():
		return "", fmt.Errorf("kbank: token: %w", ctx.Err())
	}
	if value := t.current(); value != "" {
		return value, nil // whoever was before us fetched it
	}
	return t.fetch(ctx)
}

func (t *tokens) current() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.gateway.config.Now().Before(t.until) {
		return t.value
	}
	return ""
}

// drop forgets a token that the bank refused, unless a newer one is there.
func (t *tokens) drop(value string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.value == value {
		t.value, t.until = "", time.Time{}
	}
}

func (t *tokens) fetch(ctx context.Context) (string, error) {
	c := t.gateway.config
	basic := base64.StdEncoding.EncodeToString([]byte(c.ConsumerID + ":" + c.ConsumerSecret))
	asked := c.Now()
	answer, err := t.gateway.line.Do(ctx, line.Request{
		URL: c.BaseURL + wire.PathToken, Body: []byte(url.Values{wire.FormGrantType: {wire.GrantClientCredential}}.Encode()),
		Header: http.Header{"Content-Type": {"application/x-www-form-urlencoded"}, "Authorization": {"Basic " + basic}},
	})
	if err != nil {
		return "", fmt.Errorf("kbank: token: %w", err)
	}
	if answer.Status != http.StatusOK {
		return "", fmt.Errorf("kbank: token: HTTP %d", answer.Status)
	}
	var token wire.Token
	if err := json.Unmarshal(answer.Body, &token); err != nil || token.AccessToken == "" {
		return "", errors.New("kbank: token: an answer that is not the protocol")
	}
	seconds, err := strconv.Atoi(token.ExpiresIn)
	if err != nil {
		return "", errors.New("kbank: token: expires_in is no number")
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.value, t.until = token.AccessToken, asked.Add(time.Duration(seconds)*time.Second-tokenMargin)
	return t.value, nil
}
