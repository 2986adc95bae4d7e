package kbank

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"krapao/connect/outbound"
	"krapao/connect/payment/kbank/wire"
)

// tokenMargin is how long before its expiry a token is replaced.
const tokenMargin = time.Minute

// login is the bank's OAuth call.
func (g *Gateway) login(ctx context.Context) (value string, until time.Time, err error) {
	c := g.config
	basic := base64.StdEncoding.EncodeToString([]byte(c.ConsumerID + ":" + c.ConsumerSecret))
	asked := c.Now()
	answer, err := g.client.Do(ctx, outbound.Request{
		URL: c.BaseURL + wire.PathToken, Body: []byte(url.Values{wire.FormGrantType: {wire.GrantClientCredential}}.Encode()),
		Header: http.Header{"Content-Type": {"application/x-www-form-urlencoded"}, "Authorization": {"Basic " + basic}},
	})
	if err != nil {
		return "", time.Time{}, fmt.Errorf("kbank: token: %w", err)
	}
	if answer.Status != http.StatusOK {
		return "", time.Time{}, fmt.Errorf("kbank: token: HTTP %d", answer.Status)
	}
	var token wire.Token
	if err := outbound.Decode(answer.Body, &token); err != nil || token.AccessToken == "" {
		return "", time.Time{}, errors.New("kbank: token: the answer violates the protocol")
	}
	seconds, err := strconv.Atoi(token.ExpiresIn)
	if err != nil {
		return "", time.Time{}, errors.New("kbank: token: expires_in is not a number")
	}
	return token.AccessToken, asked.Add(time.Duration(seconds)*time.Second - tokenMargin), nil
}
