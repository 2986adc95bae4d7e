// Package chat tells a chat group of the house's people what happened, behind the port notice.Target: by LINE, or in Slack's
// shape.
//
// Promises:
//   - A status of 200 takes a message, and from LINE 409, which says that it has had it. 400, 403, 404 and 410 refuse it for
//     good: the group, or the address, is not there. After anything else nobody knows.
//   - LINE is told a message's ID, so a repetition is not shown twice. Slack's shape has no place for one.
//   - No error text contains a secret or an address.
package chat

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"krapao/connect/notice/chat/wire"
	"krapao/connect/outbound"
	"krapao/notice"
)

// Line says to which group LINE brings messages.
type Line struct {
	// BaseURL is https://api.line.me.
	BaseURL string
	// Token is the channel's access token, To the group.
	Token, To string
	Language  notice.Language
	Outbound  outbound.Settings
}

// Slack says where messages of Slack's shape go.
type Slack struct {
	// URL is the webhook's. It is a secret.
	URL      string
	Language notice.Language
	Outbound outbound.Settings
}

// Target is the adapter. It is safe for concurrent use.
type Target struct {
	client   *outbound.Client
	language notice.Language
	// request is a message as the group's system takes it, and taken a further status that takes it.
	request func(m notice.Message, text string) (outbound.Request, error)
	taken   int
}

var _ notice.Target = (*Target)(nil)

// NewLine makes the adapter to LINE.
func NewLine(c Line) *Target {
	url := strings.TrimRight(c.BaseURL, "/") + wire.PathPush
	return &Target{
		client: outbound.New(c.Outbound), language: c.Language, taken: http.StatusConflict,
		request: func(m notice.Message, text string) (outbound.Request, error) {
			body, err := json.Marshal(wire.Push{To: c.To, Messages: []wire.Text{{Type: "text", Text: text}}})
			return outbound.Request{URL: url, Body: body, Header: http.Header{
				"Content-Type": {"application/json"}, "Authorization": {"Bearer " + c.Token}, wire.HeaderRetryKey: {m.ID},
			}}, err
		},
	}
}

// NewSlack makes the adapter to a webhook of Slack's shape.
func NewSlack(c Slack) *Target {
	return &Target{
		client: outbound.New(c.Outbound), language: c.Language,
		request: func(_ notice.Message, text string) (outbound.Request, error) {
			body, err := json.Marshal(wire.Hook{Text: text})
			return outbound.Request{URL: c.URL, Body: body, Header: http.Header{"Content-Type": {"application/json"}}}, err
		},
	}
}

// gone are the statuses after which a message will never be taken.
var gone = []int{http.StatusBadRequest, http.StatusForbidden, http.StatusNotFound, http.StatusGone}

// Send implements notice.Target.
func (t *Target) Send(ctx context.Context, m notice.Message) error {
	request, err := t.request(m, m.Text(t.language))
	if err != nil {
		return fmt.Errorf("chat: %w", err)
	}
	answer, err := t.client.Do(ctx, request)
	switch {
	case err != nil:
		return fmt.Errorf("chat: %w", err)
	case answer.Status == http.StatusOK, answer.Status == t.taken:
		return nil
	case slices.Contains(gone, answer.Status):
		return fmt.Errorf("chat: HTTP %d: %w", answer.Status, notice.ErrRefused)
	}
	return fmt.Errorf("chat: HTTP %d", answer.Status)
}
