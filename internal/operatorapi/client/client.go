// Package client calls the operator API (OPERATOR-API.md) for the shell: over the socket of a node, or over HTTP from anywhere.
//
// Promises:
//   - A call carries a session's token, and never a name. Without a token it is a call of nobody.
//   - A decision is sent under a key, so sending it again decides once. A lost answer to it is asked for once more.
//   - What is refused is a RefusedError, with its code in English.
//
// It knows paths and JSON, and no type of the server's. TestEveryCommandIsACall holds the shell's calls against the contract.
package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"krapao/operator/cli/local"
)

// Client calls one house.
type Client struct {
	http *http.Client
	base string
	// where is how messages name the other end.
	where string
	// Token is the session's; empty: nobody is signed in.
	Token string
}

// waits is how long an answer may take: calls are answered within 25 s, and a film is sent for longer.
const waits = 5 * time.Minute

// Over calls the node whose socket is at a path.
func Over(socket string) *Client {
	dial := func(ctx context.Context, _, _ string) (net.Conn, error) { return local.Dial(ctx, socket) }
	return &Client{
		http:  &http.Client{Timeout: waits, Transport: &http.Transport{DialContext: dial, DisableKeepAlives: true}},
		base:  "http://" + local.Host,
		where: socket,
	}
}

// At calls a house at its console's address. The transport is the machine's own if it is nil.
func At(address string, transport http.RoundTripper) (*Client, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return nil, fmt.Errorf("%q is not an address like https://console.example", address)
	}
	if u.Scheme == "http" && !here(u.Hostname()) && transport == nil {
		return nil, fmt.Errorf("%s has no TLS: secrets are sent to this machine alone without it", address)
	}
	return &Client{
		http: &http.Client{Timeout: waits, Transport: transport}, base: strings.TrimRight(address, "/"), where: address,
	}, nil
}

// here reports whether a host is this machine.
func here(host string) bool { return host == "localhost" || net.ParseIP(host).IsLoopback() }

// Request is a call.
type Request struct {
	Method, Path string
	Query        url.Values
	// Body is sent as JSON; nil: there is none.
	Body any
	// Key is the Idempotency-Key, and Confirmation that of a decision that was confirmed.
	Key, Confirmation string
	// File is sent in place of a body.
	File io.Reader
	Name string
}

// ErrUnreached says that nobody answers: it is not known whether the call arrived.
var ErrUnreached = errors.New("nobody answers")

// Call makes a call and returns its answer. Its error is a RefusedError, or ErrUnreached.
func (c *Client) Call(ctx context.Context, r Request) (json.RawMessage, error) {
	kind, body, err := r.content()
	if err != nil {
		return nil, err
	}
	status, text, err := c.send(ctx, r, kind, body)
	if err != nil && r.Key != "" && ctx.Err() == nil {
		status, text, err = c.send(ctx, r, kind, body) // what has arrived under this key is answered again
	}
	if err != nil {
		return nil, fmt.Errorf("%w at %s: %w", ErrUnreached, c.where, err)
	}
	if status >= http.StatusBadRequest {
		return nil, refusal(status, text)
	}
	return text, nil
}

// content is what is sent.
func (r Request) content() (kind string, body []byte, err error) {
	if r.File != nil {
		var text bytes.Buffer
		form := multipart.NewWriter(&text)
		part, err := form.CreateFormFile("file", r.Name)
		if err == nil {
			_, err = io.Copy(part, r.File)
		}
		err = errors.Join(err, form.Close())
		return form.FormDataContentType(), text.Bytes(), err
	}
	if r.Body == nil {
		return "", nil, nil
	}
	body, err = json.Marshal(r.Body)
	return "application/json", body, err
}

// most bounds an answer, in bytes.
const most = 64 << 20

func (c *Client) send(ctx context.Context, r Request, kind string, body []byte) (int, []byte, error) {
	address := c.base + r.Path
	if len(r.Query) > 0 {
		address += "?" + r.Query.Encode()
	}
	sent, err := http.NewRequestWithContext(ctx, r.Method, address, bytes.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	for name, value := range map[string]string{
		"X-Requested-With": "krapao-operator", "User-Agent": "krapao operator", "Content-Type": kind,
		"Idempotency-Key": r.Key, "X-Confirmation": r.Confirmation,
	} {
		if value != "" {
			sent.Header.Set(name, value)
		}
	}
	if c.Token != "" {
		sent.Header.Set("Authorization", "Bearer "+c.Token)
	}
	answer, err := c.http.Do(sent)
	if err != nil {
		return 0, nil, err
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(answer.Body, most))
	return answer.StatusCode, text, err
}
