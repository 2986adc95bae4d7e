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

// errDisagrees: a yes that is not the answer to what was asked.
var errDisagrees = errors.New("betflix: the answer does not agree with the question")

// refusal is a well-formed no.
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

// get asks a question about the past on one of the lines.
func (p *Provider) get(ctx context.Context, l *outbound.Client, path string, query url.Values, data any) error {
	return p.call(ctx, l, path, outbound.Request{
		Method: http.MethodGet, URL: p.config.BaseURL + path + "?" + query.Encode(), Header: http.Header{},
	}, data)
}

func (p *Provider) call(ctx context.Context, l *outbound.Client, path string, request outbound.Request, data any) error {
	request.Header.Set(p.config.Header, p.config.ID)
	request.Header.Set(wire.HeaderKey, p.config.Key)
	answer, err := l.Do(ctx, request)
	if err != nil {
		return fmt.Errorf("betflix %s: %w", path, err)
	}
	return read(path, answer, data)
}

// read believes an answer only where its status and its code say the same. Where data is nil, nothing more is asked of it.
func read(path string, answer outbound.Answer, data any) error {
	if answer.Status != http.StatusOK {
		return fmt.Errorf("betflix %s: HTTP %d", path, answer.Status)
	}
	var reply struct { // what msg is of does not matter
		Status string          `json:"status"`
		Code   int             `json:"error_code"`
		Data   json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(answer.Body, &reply); err != nil {
		return fmt.Errorf("betflix %s: the answer is not the protocol", path)
	}
	switch code := reply.Code; {
	case reply.Status == wire.StatusNo && code != wire.CodeOK:
		return &refusal{code}
	case reply.Status != wire.StatusYes || code != wire.CodeOK:
		return fmt.Errorf("betflix %s: status and code are not the protocol", path)
	case data == nil:
		return nil
	}
	if err := json.Unmarshal(reply.Data, data); err != nil {
		return fmt.Errorf("betflix %s: the answer's data are not the protocol", path)
	}
	return nil
}
