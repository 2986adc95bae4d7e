// Package wire has the forms of messages to chat groups: LINE's Messaging API (push message, its reference of 2026) and Slack's
// incoming webhooks, which Mattermost and others take, too.
package wire

// LINE: POST to PathPush with a bearer token. RetryKey is a UUID by which LINE knows a message again for a day, and answers
// 409 to one that it has.
const (
	PathPush       = "/v2/bot/message/push"
	HeaderRetryKey = "X-Line-Retry-Key"
)

// Push is a message to one group.
type Push struct {
	To       string `json:"to"`
	Messages []Text `json:"messages"`
}

// Text is a message of text.
type Text struct {
	Type string `json:"type"` // text
	Text string `json:"text"`
}

// Hook is a message of Slack's shape, to an address that is itself the secret.
type Hook struct {
	Text string `json:"text"`
}
