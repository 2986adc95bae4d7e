// Package talk is what a conversation is on the wire: kinds of messages and the upload of files. The calls of members and
// those of operators have it in common.
package talk

import (
	"encoding/json"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

// ChatMessage is a message of any kind. An app shows a kind that it does not know as such.
type ChatMessage struct {
	Type    string          `json:"message_type"`
	Payload json.RawMessage `json:"payload"`
}

// Schema lists the kinds.
func (ChatMessage) Schema(r huma.Registry) *huma.Schema {
	return oneOf(r, reflect.TypeFor[ChatText](), reflect.TypeFor[ChatButtons](), reflect.TypeFor[ChatMedia](),
		reflect.TypeFor[ChatQuickReplies](), reflect.TypeFor[ChatGeneric](), reflect.TypeFor[ChatPostback]())
}

// ChatSaid is a message that a customer may send.
type ChatSaid struct {
	Type    string          `json:"message_type"`
	Payload json.RawMessage `json:"payload"`
}

// Schema lists the kinds.
func (ChatSaid) Schema(r huma.Registry) *huma.Schema {
	return oneOf(r, reflect.TypeFor[ChatText](), reflect.TypeFor[ChatMedia](), reflect.TypeFor[ChatPostback]())
}

func oneOf(r huma.Registry, kinds ...reflect.Type) *huma.Schema {
	s := &huma.Schema{}
	for _, kind := range kinds {
		s.OneOf = append(s.OneOf, r.Schema(kind, true, kind.Name()))
	}
	return s
}

// The kinds are types for the contract only: chat.Content has their payloads as they are on the wire.

// ChatText is a text.
type ChatText struct {
	Type    string `json:"message_type" enum:"text"`
	Payload string `json:"payload" doc:"1 to 2,000 UTF-16 units, not blank"`
}

// ChatButtons is a text with buttons under it.
type ChatButtons struct {
	Type    string            `json:"message_type" enum:"buttons"`
	Payload ChatButtonsOfText `json:"payload"`
}

// ChatButtonsOfText is its payload.
type ChatButtonsOfText struct {
	Text    string       `json:"text"`
	Buttons []ChatButton `json:"buttons"`
}

// ChatQuickReplies is a text with suggested answers, which go once one was given.
type ChatQuickReplies struct {
	Type    string            `json:"message_type" enum:"quick_replies"`
	Payload ChatRepliesOfText `json:"payload"`
}

// ChatRepliesOfText is its payload.
type ChatRepliesOfText struct {
	Text    string       `json:"text"`
	Replies []ChatButton `json:"replies"`
}

// ChatButton is what may be tapped.
type ChatButton struct {
	Type    string `json:"type" enum:"web,call,postback,text"`
	Title   string `json:"title"`
	Payload string `json:"payload" doc:"web: an https or mailto address; call: a telephone number, digits with a + before them or none; postback: sent back with the title; text: sent as a text"`
}

// ChatMedia is a picture, a film or another file.
type ChatMedia struct {
	Type    string        `json:"message_type" enum:"media"`
	Payload ChatMediaFile `json:"payload"`
}

// ChatMediaFile is its payload.
type ChatMediaFile struct {
	Message  string `json:"message" doc:"May be empty"`
	URL      bool   `json:"url" doc:"filePath is a whole address"`
	FileType string `json:"fileType" enum:"image,video,file"`
	FilePath string `json:"filePath" doc:"From a customer: the path of an own upload of the last 24 hours"`
	Name     string `json:"name"`
}

// ChatGeneric is a row of cards.
type ChatGeneric struct {
	Type    string    `json:"message_type" enum:"generic"`
	Payload ChatCards `json:"payload"`
}

// ChatCards is its payload.
type ChatCards struct {
	Cards []ChatCard `json:"cards"`
}

// ChatCard is one of them.
type ChatCard struct {
	ImageURL string       `json:"image_url" doc:"An https address or a path of this site; may be empty"`
	Title    string       `json:"title"`
	Subtitle string       `json:"subtitle"`
	Buttons  []ChatButton `json:"buttons"`
}

// ChatPostback is a tapped button.
type ChatPostback struct {
	Type    string           `json:"message_type" enum:"postback"`
	Payload ChatPostbackTold `json:"payload"`
}

// ChatPostbackTold is its payload.
type ChatPostbackTold struct {
	Title   string `json:"title"`
	Payload string `json:"payload"`
}
