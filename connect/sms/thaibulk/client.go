// Package thaibulk is the adapter to ThaiBulkSMS OTP v2, a hosted one-time code service, behind otp.Sender.
//
// Promises: every call ends within its deadline. Only a documented refusal is a refusal; anything else that is not a
// success is unknown. No error text contains the key, the secret, a code or a telephone number.
package thaibulk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"krapao/connect/outbound"
	"krapao/connect/sms/thaibulk/wire"
	"krapao/otp"
)

// Config says where the gateway is and who we are there.
type Config struct {
	// BaseURL is the gateway's address without a path, e.g. https://otp.thaibulksms.com.
	BaseURL     string
	Key, Secret string
	Outbound    outbound.Settings
}

// Client is the adapter. It is safe for concurrent use.
type Client struct {
	config Config
	client *outbound.Client
}

var _ otp.Sender = (*Client)(nil)

// New makes the adapter.
func New(c Config) *Client {
	c.BaseURL = strings.TrimRight(c.BaseURL, "/")
	return &Client{config: c, client: outbound.New(c.Outbound)}
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
func (c *Client) Verify(ctx context.Context, token, pin string) (otp.Answer, error) {
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

// verdict reads a refused verification. Only the HTTP status of a wrong code is documented, so an unknown text means a
// wrong code.
func verdict(r *wire.Refusal) (otp.Answer, error) {
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
// that violates the protocol, and a missing answer are errors: unknown.
func (c *Client) call(ctx context.Context, path string, body, reply any) (*wire.Refusal, error) {
	raw, err := json.Marshal(body)
	if err != nil {
		return nil, fmt.Errorf("thaibulk: %w", err)
	}
	answer, err := c.client.Do(ctx, outbound.Request{
		URL: c.config.BaseURL + path, Header: http.Header{"Content-Type": {"application/json"}}, Body: raw,
	})
	if err != nil {
		return nil, fmt.Errorf("thaibulk: %w", err)
	}
	return read(answer.Status, answer.Body, reply)
}

func read(status int, body []byte, reply any) (*wire.Refusal, error) {
	switch status {
	case http.StatusOK:
		if err := outbound.Decode(body, reply); err != nil {
			return nil, errors.New("thaibulk: the answer violates the protocol")
		}
		return nil, nil //nolint:nilnil // no refusal
	case http.StatusBadRequest:
		var refusal wire.Refusal
		if err := outbound.Decode(body, &refusal); err != nil || refusal.Code == 0 && len(refusal.Errors) == 0 {
			return nil, errors.New("thaibulk: the refusal violates the protocol")
		}
		return &refusal, nil
	}
	return nil, fmt.Errorf("thaibulk: HTTP %d", status)
}

// msisdn writes a Thai number in the gateway's documented form, and any other with its country code.
func msisdn(phone string) string {
	if national, ok := strings.CutPrefix(phone, "+66"); ok {
		return "0" + national
	}
	return phone
}
