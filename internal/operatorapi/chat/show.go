package chat

import (
	"context"

	"krapao/chat"
	"krapao/internal/httpapi/talk"
	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/operator"
	"krapao/operator/conversation"
	"krapao/operator/queue"
)

// OperatorTalk is a conversation with its messages.
type OperatorTalk struct {
	Conversation OperatorConversation `json:"conversation"`
	Messages     []OperatorMessage    `json:"messages" doc:"The newest first"`
	Next         *int64               `json:"next" nullable:"true" doc:"What before is for the messages before these; null: there are none"`
	May          []string             `json:"may" doc:"What the caller may do with it now, by the ids of calls"`
}

// OperatorMessage is a message of a conversation.
type OperatorMessage struct {
	ID        string           `json:"_id"`
	Number    int64            `json:"number"`
	ClientID  string           `json:"clientId,omitempty"`
	Sender    string           `json:"sender" enum:"customer,other"`
	Operator  *string          `json:"operator"`
	Message   talk.ChatMessage `json:"message"`
	SessionID string           `json:"session_id"`
	CreatedAt wire.Time        `json:"createdAt"`
	Username  string           `json:"username"`
	Name      string           `json:"name"`
}

func operatorMessageOf(m chat.Message) OperatorMessage {
	return OperatorMessage{
		ID: m.ID, Number: m.Number, ClientID: m.ClientID, Sender: string(m.Sender), Operator: wire.TextOrNull(m.Operator),
		Message: talk.ChatMessage{Type: string(m.Type), Payload: m.Payload}, SessionID: m.Session, CreatedAt: wire.Time(m.CreatedAt),
		Username: m.Username, Name: m.Name,
	}
}

// handleShow answers GET /api/chat/{id}.
func (c *Room) handleShow(ctx context.Context, in *struct {
	OfConversation

	Limit  int   `default:"50" maximum:"200" minimum:"1" query:"limit"`
	Before int64 `doc:"Only messages with lower numbers" minimum:"0" query:"before"`
},
) (*httpx.Reply[OperatorTalk], error) {
	found, err := c.Talks.Open(ctx, httpx.StateOf(ctx).Operator, in.ID, in.Before, in.Limit+1)
	if err != nil {
		return nil, err
	}
	answer := OperatorTalk{Messages: []OperatorMessage{}}
	for _, m := range found.Messages {
		if len(answer.Messages) == in.Limit {
			answer.Next = &answer.Messages[in.Limit-1].Number
			break
		}
		answer.Messages = append(answer.Messages, operatorMessageOf(m))
	}
	members, err := c.Members.Refs(ctx, membersOf(found.Member))
	if err != nil {
		return nil, err
	}
	claim, err := c.Claims.Of(ctx, itemOf(in.ID))
	if err != nil {
		return nil, err
	}
	promises, err := c.Promises(ctx)
	if err != nil {
		return nil, err
	}
	answer.Conversation = conversationOf(found.Conversation, claim, members, promises)
	answer.May = may(found, claim)
	return httpx.OK(answer)
}

func membersOf(member string) []string {
	if member == "" {
		return nil
	}
	return []string{member}
}

// may is what who opened a conversation may do with it, by the ids of calls. What another operator has, a chief alone takes.
func may(x conversation.Opened, claim *queue.Claim) []string {
	calls := []string{}
	if !x.By.Has(operator.Support) {
		return calls
	}
	calls = append(calls, "readChat")
	if claim != nil && claim.By != x.By.Name {
		if x.By.Has(operator.Chief) {
			calls = append(calls, "assignChat")
		}
		return calls
	}
	calls = append(calls, "assignChat", "replyChat")
	if x.Open {
		calls = append(calls, "endChat")
	}
	if x.State == chat.ByRules {
		return append(calls, "handoverChat")
	}
	return append(calls, "releaseChat")
}
