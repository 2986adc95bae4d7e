package chat

import (
	"context"
	"net/http"

	"krapao/chat"
	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
)

// ConversationNote is what an operator noted at a conversation.
type ConversationNote struct {
	ID   string    `json:"id"`
	By   string    `json:"by"`
	Text string    `json:"text"`
	At   wire.Time `json:"at"`
}

func conversationNoteOf(n chat.Note) ConversationNote {
	return ConversationNote{n.ID, n.Operator, n.Text, wire.Time(n.At)}
}

// ConversationNotes are those of a conversation.
type ConversationNotes struct {
	Items []ConversationNote `json:"items" doc:"The newest first, at most 200"`
}

// ConversationNoteBody is what somebody notes.
type ConversationNoteBody struct {
	ClientID string `json:"clientId" doc:"By which it is noted once" maxLength:"256" minLength:"1"`
	Text     string `json:"text" maxLength:"2000" minLength:"1"`
}

// registerNotes adds the calls about what operators note at a conversation for each other.
func (c *Room) registerNotes(f *httpx.Frame) {
	httpx.Register(f, call(http.MethodGet, "chat/{id}/note", "listChatNotes",
		"What operators noted at the conversation, for each other"), c.handleNotes)
	httpx.Register(f, call(http.MethodPost, "chat/{id}/note", "addChatNote",
		"Note something at the conversation; the customer never reads it"), c.handleNote)
}

// handleNotes answers GET /api/chat/{id}/note.
func (c *Room) handleNotes(ctx context.Context, in *OfConversation) (*httpx.Reply[ConversationNotes], error) {
	found, err := c.Talks.Notes(ctx, httpx.StateOf(ctx).Operator, in.ID)
	answer := ConversationNotes{make([]ConversationNote, len(found))}
	for n, one := range found {
		answer.Items[n] = conversationNoteOf(one)
	}
	return httpx.Answer(answer, err)
}

// handleNote answers POST /api/chat/{id}/note.
func (c *Room) handleNote(ctx context.Context, in *struct {
	OfConversation

	Body ConversationNoteBody
},
) (*httpx.Reply[ConversationNote], error) {
	note, err := c.Talks.Note(ctx, decisionOf(ctx, in.ID, ""), in.Body.ClientID, in.Body.Text)
	return httpx.Answer(conversationNoteOf(note), err)
}
