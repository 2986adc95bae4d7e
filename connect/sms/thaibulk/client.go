// Package thaibulk is the adapter to ThaiBulkSMS OTP v2, the hosted one-time code behind otp.Sender.
//
// Promises: every call ends within its deadline; only a documented no is a refusal, and everything else that is not a
// yes is unknown; key, secret, codes and telephone numbers are in no error text.
package thaibulk

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"krapao/connect/sms/thaibulk/wire"
	"krapao/otp"
)

// Config says where the gateway is and who we are there.
type Config struct {
	// BaseURL is the gateway's address without a path, e.g. https://otp.thaibulksms.com.
	BaseURL     string
	Key, Secret string
	// Timeout of one call; 0 is 10 s. A member waits for it, so it is never above 15 s.
	Timeout time.Duration
}

const (
	defaultTimeout = 10 * time.Second
	longestTimeout = 15 * time.Second
	// atOnce bounds the calls under way, so that a gateway that hangs holds up nothing else.
	atOnce      = 32
	longestBody = 64 << 10
)

// Client is the adapter. It is safe for concurrent use.
type Client struct {
	config Config
	http   *http.Client
	slots  chan struct{}
}

var _ otp.Sender = (*Client)(nil)

// New makes the adapter.
func New(c Config) *Client {
	if c.Timeout == 0 {
		c.Timeout = defaultTimeout
	}
	c.Timeout = min(c.Timeout, longestTimeout)
	c.BaseURL = strings.TrimRight(c.BaseURL, "/")
	return &Client{
		config: c,
		http: &http.Client{
			Timeout:       c.Timeout,
			CheckRedirect: func(*http.Request, []*http.Request) error { return errors.New("the gateway redirects") },
		},
		slots: make(chan struct{}, atOnce),
	}
}

// Send implements otp.Sender.
func (c *Client) Send(ctx context.Context, phone string) (otp.Sent, error) {
	var reply wire.RequestReply
	refusal, err := c.call(ctx, wire.PathRequest, wire.Request{
		Key: c.config.Key, Secret: c.config.Secret, Msisdn: msisdn(phone),
	}, &reply)
	switch {
	case err != nil:
		return otp.Sent{}, err
	case refusal != nil:
		return otp.Sent{}, refused(refusal)
	case reply.Status != wire.StatusSuccess || reply.Token == "":
		return otp.Sent{}, errors.New("thaibulk: request: an answer without status success and a token")
	}
	return otp.Sent{Token: reply.Token, Ref: reply.Refno}, nil
}

// Verify implements otp.Sender.
func (c *Client) Verify(ctx context.Context, token, pin string) (otp.Verdict, error) {
	var reply wire.VerifyReply
	refusal, err := c.call(ctx, wire.PathVerify, wire.Verify{
		Key: c.config.Key, Secret: c.config.Secret, Token: token, Pin: pin,
	}, &reply)
	switch {
	case err != nil:
		return "", err
	case refusal != nil:
		return verdict(refusal)
	case reply.Status != wire.StatusSuccess:
		return "", errors.New("thaibulk: verify: an answer without status success")
	}
	return otp.Right, nil
}

// verdict reads a refusal to verify. Only the HTTP status of a wrong code is documented, so a text that we don't know
// means a wrong code.
func verdict(r *wire.Refusal) (otp.Verdict, error) {
	switch text(r) {
	case wire.MessageExpired:
		return otp.Expired, nil
	case wire.MessageUsed:
		return otp.Used, nil
	case wire.MessageBadKey, wire.MessageBadToken:
		return "", refused(r)
	}
	return otp.Wrong, nil
}

func refused(r *wire.Refusal) error {
	return fmt.Errorf("thaibulk: %w: %.80q", otp.ErrRefused, text(r))
}

func text(r *wire.Refusal) string {
	if len(r.Errors) == 0 {
		return ""
	}
	return r.Errors[0].Message
}

// call posts JSON and reads the answer: into reply for HTTP 200, as a refusal for HTTP 400. Any other status, a body
// that is not the protocol, and no answer are errors: unknown.
func (c *Client) call(ctx context.Context, path string, body, reply any) (*wire.Refusal, error) {
	ctx, cancel := context.WithTimeout(ctx, c.config.Timeout)
	defer cancel()
	select {
	case c.slots <- struct{}{}:
		defer func() { <-c.slots }()
	case <-ctx.Done():
		return nil, fmt.Errorf("thaibulk: too many calls under way: %w", ctx.Err())
	}
	raw, err := json.Marshal(body)
	if err != nil {
		return nil, fmt.Errorf("thaibulk: %w", err)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.config.BaseURL+path, bytes.NewReader(raw))
	if err != nil {
		return nil, fmt.Errorf("thaibulk: %w", err)
	}
	request.Header.Set("Content-Type", "application/json")
	answer, err := c.http.Do(request)
	if err != nil {
		return nil, fmt.Errorf("thaibulk: %w", err)
	}
	defer func() { _ = answer.Body.Close() }()
	got, err := io.ReadAll(io.LimitReader(answer.Body, longestBody))
	if err != nil {
		return nil, fmt.Errorf("thaibulk: answer: %w", err)
	}
	return read(answer.StatusCode, got, reply)
}

func read(status int, body []byte, reply any) (*wire.Refusal, error) {
	switch status {
	case http.StatusOK:
		if err := json.Unmarshal(body, reply); err != nil {
			return nil, errors.New("thaibulk: an answer that is not the protocol")
		}
		return nil, nil //nolint:nilnil // no refusal
	case http.StatusBadRequest:
		var refusal wire.Refusal
		if err := json.Unmarshal(body, &refusal); err != nil || refusal.Code == 0 && len(refusal.Errors) == 0 {
			return nil, errors.New("thaibulk: a refusal that is not the protocol")
		}
		return &refusal, nil
	}
	return nil, fmt.Errorf("thaibulk: HTTP %d", status)
}

// msisdn writes a Thai number as the gateway documents it, and any other with its country.
func msisdn(phone string) string {
	if national, ok := strings.CutPrefix(phone, "+66"); ok {
		return "0" + national
	}
	return phone
}
