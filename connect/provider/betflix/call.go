package betflix

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"krapao/connect/outbound"
	"krapao/connect/provider/betflix/wire"
	"krapao/game"
)

// errDisagrees: a success that does not answer the request.
var errDisagrees = errors.New("betflix: the answer does not match the request")

// refusal is a well-formed refusal.
type refusal struct{ code int }

func (r *refusal) Error() string { return fmt.Sprintf("betflix: code %d", r.code) }

// Unwrap makes it game.ErrRefused.
func (r *refusal) Unwrap() error { return game.ErrRefused }

// post makes a call with a form.
func (p *Provider) post(ctx context.Context, path string, form url.Values, sendBy time.Time, data any) error {
	return p.call(ctx, p.client, path, outbound.Request{
		Method: http.MethodPost, URL: p.config.BaseURL + path, Body: []byte(form.Encode()), SendBy: sendBy,
		Header: http.Header{"Content-Type": {"application/x-www-form-urlencoded"}},
	}, data)
}

// get asks about the past over one of the clients.
func (p *Provider) get(ctx context.Context, c *outbound.Client, path string, query url.Values, data any) error {
	return p.call(ctx, c, path, outbound.Request{
		Method: http.MethodGet, URL: p.config.BaseURL + path + "?" + query.Encode(), Header: http.Header{},
	}, data)
}

func (p *Provider) call(ctx context.Context, c *outbound.Client, path string, request outbound.Request, data any) error {
	request.Header.Set(p.config.Header, p.config.ID)
	request.Header.Set(wire.HeaderKey, p.config.Key)
	answer, err := c.Do(ctx, request)
	if err != nil {
		return fmt.Errorf("betflix %s: %w", path, err)
	}
	return read(path, answer, data)
}

// read accepts an answer only if its status and its code agree. Where data is nil, nothing more of it is read.
func read(path string, answer outbound.Answer, data any) error {
	if answer.Status != http.StatusOK {
		return fmt.Errorf("betflix %s: HTTP %d", path, answer.Status)
	}
	var reply struct { // the type of msg does not matter
		Status string          `json:"status"`
		Code   int             `json:"error_code"`
		Data   json.RawMessage `json:"data"`
	}
	if err := outbound.Decode(answer.Body, &reply); err != nil {
		return fmt.Errorf("betflix %s: the answer violates the protocol", path)
	}
	switch code := reply.Code; {
	case reply.Status == wire.StatusNo && code != wire.CodeOK:
		return &refusal{code}
	case reply.Status != wire.StatusYes || code != wire.CodeOK:
		return fmt.Errorf("betflix %s: status and code violate the protocol", path)
	case data == nil:
		return nil
	}
	if err := json.Unmarshal(reply.Data, data); err != nil {
		return fmt.Errorf("betflix %s: the answer's data violate the protocol", path)
	}
	return nil
}
