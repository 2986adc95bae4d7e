package httpapi

import (
	"cmp"
	"context"
	"errors"
	"net/http"

	"krapao/chat"
	"krapao/fault"
	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/operator"
	"krapao/operator/conversation"
)

// The chat's calls are for a program that answers conversations, beside the shell's commands. Each carries a token of `krapao
// operator token`, and its decisions are in the audit log as the shell's are.

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
	ID        string      `json:"_id"`
	Number    int64       `json:"number"`
	ClientID  string      `json:"clientId,omitempty"`
	Sender    string      `json:"sender"`
	Operator  *string     `json:"operator"`
	Message   ChatMessage `json:"message"`
	SessionID string      `json:"session_id"`
	CreatedAt wire.Time   `json:"createdAt"`
	Username  string      `json:"username"`
	Name      string      `json:"name"`
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
	ClientID string      `json:"clientId"         doc:"By which it is said once"                maxLength:"256" minLength:"1"`
	Message  ChatMessage `json:"message"`
	Reason   string      `json:"reason,omitempty" doc:"For the audit log"`
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

// operatorChats answers the chat's calls of the operator API.
type operatorChats struct {
	talks *conversation.Service
	chats *chatCalls
}

// OfConversation names the conversation of a call.
type OfConversation struct {
	ID string `path:"id"`
}

// decides answers a decision about a conversation.
type decides struct {
	OfConversation

	Body OperatorReason
}

func (o *operatorChats) routes(f *httpx.Frame) {
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
	httpx.Register(f, call(http.MethodGet, "", "listChats", "The open conversations; those that wait come first"), o.handleList)
	httpx.Register(f, call(http.MethodGet, "/{id}", "getChat", "A conversation with its messages"), o.handleShow)
	httpx.Register(f, call(http.MethodPost, "/{id}/reply", "replyChat", "Answer; the rules are silent from then on"), o.handleReply)
	for id, do := range map[string]func(context.Context, operator.Decision) (operator.Outcome, error){
		"end": o.talks.End, "handover": o.talks.HandOver, "release": o.talks.Release,
	} {
		httpx.Register(f, call(http.MethodPost, "/{id}/"+id, id+"Chat", chatDecisions[id]),
			func(ctx context.Context, in *decides) (*httpx.Reply[OperatorDone], error) {
				out, err := do(ctx, decisionOf(ctx, in.ID, in.Body.Reason))
				return httpx.Answer(OperatorDone{out.Done, out.Says}, err)
			})
	}
	for kind, id := range map[chat.Kind]string{chat.Image: "uploadChatImage", chat.Video: "uploadChatVideo"} {
		rt := call(http.MethodPost, "/{id}/upload-"+string(kind), id, "Upload a file for a reply, within an hour")
		rt.Upload = o.chats.chatFile(kind)
		httpx.Register(f, rt, func(ctx context.Context, in *OfConversation) (*httpx.Reply[ChatUpload], error) {
			return o.handleUpload(ctx, in, kind)
		})
	}
}

// chatDecisions says what each decision is for.
var chatDecisions = map[string]string{
	"end":      "End the session with the farewell",
	"handover": "Take the conversation from the rules without a word",
	"release":  "Give the conversation back to the rules",
}

// decisionOf is a decision of the caller.
func decisionOf(ctx context.Context, subject, reason string) operator.Decision {
	return operator.Decision{By: httpx.StateOf(ctx).Operator, Subject: subject, Reason: reason}
}

// handleUpload answers POST /api/chat/{id}/upload-image and upload-video: it takes a file for a reply, which is checked and kept
// as a member's is.
func (o *operatorChats) handleUpload(ctx context.Context, in *OfConversation, kind chat.Kind) (*httpx.Reply[ChatUpload], error) {
	sent := httpx.StateOf(ctx).File
	file, err := sent.Open()
	if err != nil {
		return nil, err
	}
	path, err := o.talks.Upload(ctx, decisionOf(ctx, in.ID, "a file for a reply, by the operator API"), kind, sent.Size, file)
	return httpx.Answer(ChatUpload{path}, busy(err))
}

// operatorRefusal gives the refusals of package operator a code.
func operatorRefusal(_ context.Context, err error) error {
	switch {
	case errors.Is(err, operator.ErrUnknownOperator), errors.Is(err, operator.ErrRole):
		return fault.Wrap(err, fault.ROLE_FORBIDDEN, "%s", err)
	case errors.Is(err, operator.ErrSelfDecision):
		return fault.Wrap(err, fault.SELF_DECISION, "%s", err)
	case errors.Is(err, operator.ErrReasonRequired):
		return fault.New(fault.REASON_REQUIRED, "%s", err)
	case errors.Is(err, conversation.ErrNoChat):
		return fault.New(fault.NO_DATA, "%s", err)
	}
	return err
}

// handleList answers GET /api/chat.
func (o *operatorChats) handleList(ctx context.Context, in *struct {
	Limit int `default:"100" maximum:"1000" minimum:"1" query:"limit"`
},
) (*httpx.Reply[OperatorConversations], error) {
	found, err := o.talks.List(ctx, in.Limit)
	if err != nil {
		return nil, err
	}
	list := make([]OperatorConversation, len(found))
	for i, c := range found {
		list[i] = operatorConversationOf(c)
	}
	return httpx.OK(OperatorConversations{list})
}

// handleShow answers GET /api/chat/{id}.
func (o *operatorChats) handleShow(ctx context.Context, in *struct {
	OfConversation

	Limit int `default:"100" maximum:"1000"    minimum:"1" query:"limit"`
	Skip  int `default:"0"   maximum:"1000000" minimum:"0" query:"skip"`
},
) (*httpx.Reply[OperatorTalk], error) {
	c, messages, err := o.talks.Show(ctx, decisionOf(ctx, in.ID, "looked by the operator API"), in.Limit, in.Skip)
	if err != nil {
		return nil, err
	}
	list := make([]OperatorMessage, len(messages))
	for i, m := range messages {
		list[i] = operatorMessageOf(m)
	}
	return httpx.OK(OperatorTalk{operatorConversationOf(c), list})
}

// handleReply answers POST /api/chat/{id}/reply.
func (o *operatorChats) handleReply(ctx context.Context, in *struct {
	OfConversation

	Body OperatorReply
},
) (*httpx.Reply[OperatorMessage], error) {
	said, err := chat.FromHouse(chat.Type(in.Body.Message.Type), in.Body.Message.Payload)
	if err != nil {
		return nil, err
	}
	m, err := o.talks.Reply(ctx, decisionOf(ctx, in.ID, cmp.Or(in.Body.Reason, "a reply")), in.Body.ClientID, said)
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
		Message: ChatMessage{string(m.Type), m.Payload}, SessionID: m.Session, CreatedAt: wire.Time(m.CreatedAt),
		Username: m.Username, Name: m.Name,
	}
}
