// Package chat is the part of the operator API that answers conversations (OPERATOR-API.md section 8).
package chat

import (
	"cmp"
	"context"
	"net/http"

	"krapao/chat"
	"krapao/fault"
	"krapao/internal/httpapi/talk"
	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/operator"
	"krapao/operator/conversation"
)

// A program answers conversations by these calls, too, with a token of `krapao operator token`. Decisions are in the audit log as
// the shell's are.

// OperatorConversation is a conversation as operators see it.
type OperatorConversation struct {
	ID             string     `json:"id"`
	Member         *string    `json:"member"` // null: a guest
	Language       string     `json:"language"`
	State          string     `json:"state"` // rules, waiting, person
	Open           bool       `json:"open"`
	Messages       int64      `json:"messages"`
	ReadByCustomer int64      `json:"readByCustomer"`
	ReadByHouse    int64      `json:"readByHouse"`
	WaitingSince   *wire.Time `json:"waitingSince"`
	LastAt         wire.Time  `json:"lastAt"`
}

// OperatorMessage is a message of a conversation.
type OperatorMessage struct {
	ID        string           `json:"_id"`
	Number    int64            `json:"number"`
	ClientID  string           `json:"clientId,omitempty"`
	Sender    string           `json:"sender"`
	Operator  *string          `json:"operator"`
	Message   talk.ChatMessage `json:"message"`
	SessionID string           `json:"session_id"`
	CreatedAt wire.Time        `json:"createdAt"`
	Username  string           `json:"username"`
	Name      string           `json:"name"`
}

// OperatorConversations are the open conversations.
type OperatorConversations struct {
	Conversations []OperatorConversation `json:"conversations"`
}

// OperatorTalk is a conversation with its messages.
type OperatorTalk struct {
	Conversation OperatorConversation `json:"conversation"`
	Messages     []OperatorMessage    `json:"messages" doc:"The newest first"`
}

// OperatorReply is what an operator says.
type OperatorReply struct {
	ClientID string           `json:"clientId"         doc:"By which it is said once"                maxLength:"256" minLength:"1"`
	Message  talk.ChatMessage `json:"message"`
	Reason   string           `json:"reason,omitempty" doc:"For the audit log"`
}

// OperatorReason is the body of a decision that has nothing else.
type OperatorReason struct {
	Reason string `json:"reason,omitempty"`
}

// OperatorDone is the outcome of a decision.
type OperatorDone struct {
	Done bool   `json:"done"`
	Says string `json:"says"`
}

// Calls are the chat's calls.
type Calls struct {
	talks *conversation.Service
	on    func() bool
}

// New makes the calls. on reports whether the house has the chat switched on: files are taken only then.
func New(talks *conversation.Service, on func() bool) *Calls { return &Calls{talks, on} }

// OfConversation names the conversation of a call.
type OfConversation struct {
	ID string `path:"id"`
}

// decides answers a decision about a conversation.
type decides struct {
	OfConversation

	Body OperatorReason
}

// Register adds the calls.
func (c *Calls) Register(f *httpx.Frame) {
	call := func(method, path, id, summary string) httpx.Route {
		rt := httpx.Route{
			Method: method, Path: "/api/chat" + path, ID: id, Summary: summary, Access: httpx.Operators,
			Needs: "support", Scope: "chat:decide",
		}
		if method == http.MethodGet {
			rt.Needs, rt.Scope = "support+a", "chat:read"
		}
		return rt
	}
	httpx.Register(f, call(http.MethodGet, "", "listChats", "The open conversations; those that wait come first"), c.handleList)
	httpx.Register(f, call(http.MethodGet, "/{id}", "getChat", "A conversation with its messages"), c.handleShow)
	httpx.Register(f, call(http.MethodPost, "/{id}/reply", "replyChat", "Answer; the rules are silent from then on"), c.handleReply)
	for id, do := range map[string]func(context.Context, operator.Decision) (operator.Outcome, error){
		"end": c.talks.End, "handover": c.talks.HandOver, "release": c.talks.Release,
	} {
		httpx.Register(f, call(http.MethodPost, "/{id}/"+id, id+"Chat", decisions[id]),
			func(ctx context.Context, in *decides) (*httpx.Reply[OperatorDone], error) {
				out, err := do(ctx, decisionOf(ctx, in.ID, in.Body.Reason))
				return httpx.Answer(OperatorDone{out.Done, out.Says}, err)
			})
	}
	for kind, id := range map[chat.Kind]string{chat.Image: "uploadChatImage", chat.Video: "uploadChatVideo"} {
		rt := call(http.MethodPost, "/{id}/upload-"+string(kind), id, "Upload a file for a reply, within an hour")
		rt.Upload = talk.File(kind, c.isOn)
		httpx.Register(f, rt, func(ctx context.Context, in *OfConversation) (*httpx.Reply[talk.ChatUpload], error) {
			return c.handleUpload(ctx, in, kind)
		})
	}
}

// isOn refuses a file while the chat is switched off.
func (c *Calls) isOn() error {
	if !c.on() {
		return fault.New(fault.NO_DATA, "the chat is switched off")
	}
	return nil
}

// decisions says what each decision is for.
var decisions = map[string]string{
	"end":      "End the session with the farewell",
	"handover": "Take the conversation from the rules without a word",
	"release":  "Give the conversation back to the rules",
}

// decisionOf is a decision of the caller.
func decisionOf(ctx context.Context, subject, reason string) operator.Decision {
	state := httpx.StateOf(ctx)
	return operator.Decision{By: state.Operator, Subject: subject, Reason: reason, Session: state.Session}
}

// handleUpload answers POST /api/chat/{id}/upload-image and upload-video: it takes a file for a reply, which is checked and kept
// as a member's is.
func (c *Calls) handleUpload(ctx context.Context, in *OfConversation, kind chat.Kind) (*httpx.Reply[talk.ChatUpload], error) {
	sent := httpx.StateOf(ctx).File
	file, err := sent.Open()
	if err != nil {
		return nil, err
	}
	path, err := c.talks.Upload(ctx, decisionOf(ctx, in.ID, "a file for a reply, by the operator API"), kind, sent.Size, file)
	return httpx.Answer(talk.ChatUpload{Path: path}, httpx.Busy(err))
}

// handleList answers GET /api/chat.
func (c *Calls) handleList(ctx context.Context, in *struct {
	Limit int `default:"100" maximum:"1000" minimum:"1" query:"limit"`
},
) (*httpx.Reply[OperatorConversations], error) {
	found, err := c.talks.List(ctx, in.Limit)
	if err != nil {
		return nil, err
	}
	list := make([]OperatorConversation, len(found))
	for i, one := range found {
		list[i] = operatorConversationOf(one)
	}
	return httpx.OK(OperatorConversations{list})
}

// handleShow answers GET /api/chat/{id}.
func (c *Calls) handleShow(ctx context.Context, in *struct {
	OfConversation

	Limit int `default:"100" maximum:"1000"    minimum:"1" query:"limit"`
	Skip  int `default:"0"   maximum:"1000000" minimum:"0" query:"skip"`
},
) (*httpx.Reply[OperatorTalk], error) {
	found, messages, err := c.talks.Show(ctx, decisionOf(ctx, in.ID, "looked by the operator API"), in.Limit, in.Skip)
	if err != nil {
		return nil, err
	}
	list := make([]OperatorMessage, len(messages))
	for i, m := range messages {
		list[i] = operatorMessageOf(m)
	}
	return httpx.OK(OperatorTalk{operatorConversationOf(found), list})
}

// handleReply answers POST /api/chat/{id}/reply.
func (c *Calls) handleReply(ctx context.Context, in *struct {
	OfConversation

	Body OperatorReply
},
) (*httpx.Reply[OperatorMessage], error) {
	said, err := chat.FromHouse(chat.Type(in.Body.Message.Type), in.Body.Message.Payload)
	if err != nil {
		return nil, err
	}
	m, err := c.talks.Reply(ctx, decisionOf(ctx, in.ID, cmp.Or(in.Body.Reason, "a reply")), in.Body.ClientID, said)
	return httpx.Answer(operatorMessageOf(m), err)
}

func operatorConversationOf(c chat.Conversation) OperatorConversation {
	return OperatorConversation{
		ID: c.ID, Member: wire.TextOrNull(c.Member), Language: c.Language, State: c.State, Open: c.Open, Messages: c.Messages,
		ReadByCustomer: c.ReadByCustomer, ReadByHouse: c.ReadByHouse,
		WaitingSince: wire.TimeOrNull(c.WaitingSince), LastAt: wire.Time(c.LastAt),
	}
}

func operatorMessageOf(m chat.Message) OperatorMessage {
	return OperatorMessage{
		ID: m.ID, Number: m.Number, ClientID: m.ClientID, Sender: string(m.Sender), Operator: wire.TextOrNull(m.Operator),
		Message: talk.ChatMessage{Type: string(m.Type), Payload: m.Payload}, SessionID: m.Session, CreatedAt: wire.Time(m.CreatedAt),
		Username: m.Username, Name: m.Name,
	}
}
