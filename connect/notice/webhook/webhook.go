// Package webhook tells a system of the house's own what happened, behind the port notice.Target: Standard Webhooks.
//
// Promises:
//   - Each message is signed, and has the same ID each time it is sent.
//   - A status of 2xx takes it; 410 refuses it for good. After anything else nobody knows.
//   - No error text contains a secret or an address.
package webhook

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"krapao/connect/notice/webhook/wire"
	"krapao/connect/outbound"
	"krapao/notice"
)

// Config says where the system is.
type Config struct {
	URL string
	// Secret is whsec_ and a key in base64.
	Secret   string
	Outbound outbound.Settings
}

// Target is the adapter. It is safe for concurrent use.
type Target struct {
	url    string
	key    []byte
	client *outbound.Client
	now    func() time.Time
}

var _ notice.Target = (*Target)(nil)

// New makes the adapter.
func New(c Config) (*Target, error) {
	key, err := wire.Key(c.Secret)
	if err != nil {
		return nil, err
	}
	if c.Outbound.Now == nil {
		c.Outbound.Now = time.Now
	}
	return &Target{c.URL, key, outbound.New(c.Outbound), c.Outbound.Now}, nil
}

// Send implements notice.Target.
func (t *Target) Send(ctx context.Context, m notice.Message) error {
	body, err := json.Marshal(wire.Body{Type: string(m.Event), Timestamp: m.At.UTC(), Data: dataOf(m)})
	if err != nil {
		return fmt.Errorf("webhook: %w", err)
	}
	at := wire.Timestamp(t.now())
	answer, err := t.client.Do(ctx, outbound.Request{URL: t.url, Body: body, Header: http.Header{
		"Content-Type":       {"application/json"},
		wire.HeaderID:        {m.ID},
		wire.HeaderTimestamp: {at},
		wire.HeaderSignature: {wire.Sign(t.key, m.ID, at, body)},
	}})
	switch {
	case err != nil:
		return fmt.Errorf("webhook: %w", err)
	case answer.Status == http.StatusGone:
		return fmt.Errorf("webhook: HTTP 410: %w", notice.ErrRefused)
	case answer.Status < http.StatusOK || answer.Status >= http.StatusMultipleChoices:
		return fmt.Errorf("webhook: HTTP %d", answer.Status)
	}
	return nil
}

func dataOf(m notice.Message) wire.Data {
	f := m.Facts
	return wire.Data{
		Kind: f.Kind, Of: f.Of, Cause: f.Cause, Needs: f.Needs, Count: f.Count, Percent: f.Percent,
		Since: timeOf(f.Since), Until: timeOf(f.Until), Link: m.Link,
	}
}

// timeOf is a time on the wire; nil: there is none.
func timeOf(at time.Time) *time.Time {
	if at.IsZero() {
		return nil
	}
	at = at.UTC()
	return &at
}
