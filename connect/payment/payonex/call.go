package payonex

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"krapao/connect/outbound"
	"krapao/connect/payment/payonex/wire"
	"krapao/deposit/qr"
)

// answerError is an answer whose code is not CodeOK.
type answerError struct {
	code, message string
	// customer is the customer in whose name a deposit was requested.
	customer string
}

func (e *answerError) Error() string { return fmt.Sprintf("payonex: code %.40q", e.code) }

// refusalOf turns an answer that is documented as a refusal into a definitive rejection; any other error stays as it
// is.
func refusalOf(err error) error {
	var no *answerError
	if !errors.As(err, &no) || !refusals[no.code] {
		return err
	}
	return qr.Refused(no.message, no.code)
}

// login requests a token.
func (g *Gateway) login(ctx context.Context) (value string, until time.Time, err error) {
	asked := g.config.Now()
	credentials := wire.Credentials{AccessKey: g.config.AccessKey, SecretKey: g.config.SecretKey}
	body, err := json.Marshal(credentials) //nolint:gosec // G117: the login is made of them
	if err != nil {
		return "", time.Time{}, fmt.Errorf("payonex: %w", err)
	}
	answer, err := g.client.Do(ctx, outbound.Request{
		URL: g.config.BaseURL + wire.PathAuthenticate, Body: body, Header: http.Header{"Content-Type": {"application/json"}},
	})
	if err != nil {
		return "", time.Time{}, fmt.Errorf("payonex: token: %w", err)
	}
	var token wire.Token
	if err := read(answer, &token); err != nil || token.Token == "" {
		// Whatever the answer is, it is about the login and not about any code.
		return "", time.Time{}, fmt.Errorf("payonex: the login failed: HTTP %d", answer.Status)
	}
	return token.Token, asked.Add(g.config.TokenLife), nil
}

// call makes an authorised call and reads the data of its envelope; an *answerError is the gateway's own refusal. It
// logs in again once when the gateway rejects the token: the gateway checks the token before anything else, so nothing
// was done.
func (g *Gateway) call(ctx context.Context, method, path string, sendBy time.Time, body, into any) error {
	var raw []byte
	if body != nil {
		var err error
		if raw, err = json.Marshal(body); err != nil {
			return fmt.Errorf("payonex: %w", err)
		}
	}
	for attempt := 1; ; attempt++ {
		token, err := g.token.Get(ctx)
		if err != nil {
			return err
		}
		scheme := ""
		if g.config.Bearer {
			scheme = "Bearer "
		}
		answer, err := g.client.Do(ctx, outbound.Request{
			Method: method, URL: g.config.BaseURL + path, Body: raw, SendBy: sendBy,
			Header: http.Header{"Content-Type": {"application/json"}, "Authorization": {scheme + token}},
		})
		if err != nil {
			return fmt.Errorf("payonex: %w", err)
		}
		err = read(answer, into)
		if attempt == 1 && unauthorised(answer, err) {
			g.token.Drop(token)
			continue
		}
		return err
	}
}

func unauthorised(answer outbound.Answer, err error) bool {
	var no *answerError
	return answer.Status == http.StatusUnauthorized ||
		errors.As(err, &no) && (no.code == wire.CodeNoToken || no.code == wire.CodeBadToken)
}

// read reads an answer. It fails for an answer that violates the protocol, also if its code contradicts "success".
func read(answer outbound.Answer, into any) error {
	var e wire.Envelope
	if err := outbound.Decode(answer.Body, &e); err != nil || e.Code == "" {
		return fmt.Errorf("payonex: HTTP %d, and the answer violates the protocol", answer.Status)
	}
	if answer.Status >= http.StatusInternalServerError {
		return fmt.Errorf("payonex: HTTP %d", answer.Status)
	}
	if e.Success != (e.Code == wire.CodeOK) {
		return fmt.Errorf("payonex: code %.40q with success %t", e.Code, e.Success)
	}
	if !e.Success {
		return &answerError{code: e.Code, message: e.Message}
	}
	if err := json.Unmarshal(e.Data, into); err != nil {
		return errors.New("payonex: the data violate the protocol")
	}
	return nil
}
