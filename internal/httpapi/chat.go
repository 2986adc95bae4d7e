package httpapi

import (
	"context"
	"net/http"

	"krapao/chat"
	"krapao/fault"
	"krapao/internal/httpapi/talk"
	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/ratelimit"
	"krapao/lookup"
	"krapao/member"
	"krapao/session"
)

// ChatConfig is how the names of rooms of the live connection begin.
type ChatConfig struct {
	Prefix string `json:"PREFIX" doc:"A room is PREFIX-userId or PREFIX-guestId"`
}

// Conversation is one message, in the history and on the live connection.
type Conversation struct {
	ID          string           `json:"_id"`
	ClientID    string           `json:"clientId,omitempty" doc:"The sender's own; absent on the house's messages"`
	Sender      string           `json:"sender" enum:"customer,other"`
	Message     talk.ChatMessage `json:"message"`
	CreatedAt   wire.Time        `json:"createdAt" doc:"Rises within a conversation"`
	SessionID   string           `json:"session_id" doc:"Another one than the message before: the conversation had ended between them"`
	UserID      *string          `json:"userId"`
	GuestID     *string          `json:"guestId"`
	Username    string           `json:"username"`
	Name        string           `json:"name"`
	DeviceToken string           `json:"deviceToken"`
}

// ChatSend is a message of a customer.
type ChatSend struct {
	ClientID    wire.OptionalText `json:"clientId,omitempty" doc:"The app's own: the same again is the same message"`
	Sender      wire.OptionalText `json:"sender,omitempty" doc:"customer"`
	Message     talk.ChatSaid     `json:"message"`
	UserID      *string           `json:"userId" required:"false"`
	GuestID     *string           `json:"guestId" required:"false" doc:"A UUID, version 4"`
	Username    wire.OptionalText `json:"username,omitempty"`
	Name        wire.OptionalText `json:"name,omitempty"`
	DeviceToken wire.OptionalText `json:"deviceToken,omitempty"`
}

// ChatSent is a stored message.
type ChatSent struct {
	CreatedAt wire.Time `json:"createdAt"`
	ID        string    `json:"_id"`
	SessionID string    `json:"session_id"`
}

// ChatOwner says whose conversation it is: exactly one field is set.
type ChatOwner struct {
	UserID  *string `json:"userId" required:"false"`
	GuestID *string `json:"guestId" required:"false" doc:"A UUID, version 4"`
}

// ChatPage is a part of a conversation.
type ChatPage struct {
	UserID  *string `json:"userId" required:"false"`
	GuestID *string `json:"guestId" required:"false" doc:"A UUID, version 4"`
	Limit   int     `json:"limit" minimum:"1" maximum:"100"`
	Skip    int     `json:"skip" minimum:"0" maximum:"1000000"`
}

type chatCalls struct {
	chats    *chat.Service
	members  *member.Service
	sessions *session.Service
	lookup   *lookup.Service
	limiter  *ratelimit.Limiter
	limits   ratelimit.Limits
	prefix   string
	frame    *httpx.Frame
}

func (c *chatCalls) routes(f *httpx.Frame) {
	route := func(method, path, id, summary string) httpx.Route {
		return httpx.Route{Method: method, Path: "/api/chat/" + path, ID: id, Summary: summary, Access: httpx.Guests}
	}
	httpx.Register(f, route(http.MethodGet, "config", "getChatConfig", "How rooms are named"), c.handleChatConfig)
	httpx.Register(f, route(http.MethodPost, "send-message", "sendMessage", "Say something"), c.handleSendMessage)
	httpx.Register(f, route(http.MethodPost, "history", "listMessages", "What was said, newest first"), c.handleChatHistory)
	httpx.Register(f, route(http.MethodPut, "read-customer/", "readMessages", "All was seen"), c.handleReadMessages)
	c.mediaRoutes(f)
}

// chatOn refuses a call while the chat is switched off: then its calls do not exist.
func (c *chatCalls) chatOn() error {
	if !c.lookup.Chat() {
		return fault.New(fault.NO_DATA, "the chat is switched off")
	}
	return nil
}

// chatOwner finds whose conversation a call is about, and checks that it is the caller's: a guest's by its UUID, a member's by
// its token alone.
func (c *chatCalls) chatOwner(ctx context.Context, userID, guestID *string) (chat.Owner, error) {
	if err := c.chatOn(); err != nil {
		return chat.Owner{}, err
	}
	switch {
	case (userID == nil) == (guestID == nil):
		return chat.Owner{}, fault.New(fault.INVALID_INPUT, "one of userId and guestId is set")
	case guestID != nil:
		owner, ok := chat.OfGuest(*guestID)
		if !ok {
			return chat.Owner{}, fault.New(fault.INVALID_INPUT, "guestId is a UUID, version 4")
		}
		return owner, nil
	}
	state := httpx.StateOf(ctx)
	if state.Bearer == nil {
		return chat.Owner{}, fault.New(fault.UNAUTHORIZED, "a bearer token is missing")
	}
	token, err := state.Bearer()
	if err != nil {
		return chat.Owner{}, err
	}
	found, err := c.sessions.Check(ctx, session.Member, token)
	if err != nil {
		return chat.Owner{}, err
	}
	state.Member, state.Session = found.Subject, found.ID
	if err := c.frame.LimitMember(ctx, state.Member); err != nil {
		return chat.Owner{}, err
	}
	if found.Subject != *userID {
		return chat.Owner{}, httpx.WithStatus(fault.New(fault.UNAUTHORIZED, "userId is not the token's"), http.StatusForbidden)
	}
	return chat.Owner{Member: found.Subject}, nil
}

// handleChatConfig answers GET /api/chat/config: how rooms are named.
func (c *chatCalls) handleChatConfig(context.Context, *httpx.Empty) (*httpx.Reply[ChatConfig], error) {
	return httpx.Answer(ChatConfig{c.prefix}, c.chatOn())
}

// handleSendMessage answers POST /api/chat/send-message: it sends a message of a customer.
func (c *chatCalls) handleSendMessage(ctx context.Context, in *httpx.Body[ChatSend]) (*httpx.Reply[ChatSent], error) {
	owner, err := c.chatOwner(ctx, in.Body.UserID, in.Body.GuestID)
	if err != nil {
		return nil, err
	}
	if sender := in.Body.Sender.Or(string(chat.Customer)); sender != string(chat.Customer) {
		return nil, fault.New(fault.INVALID_INPUT, "an app sends as customer")
	}
	said, err := chat.FromCustomer(chat.Type(in.Body.Message.Type), in.Body.Message.Payload)
	if err != nil {
		return nil, err
	}
	if err := c.limitMessages(ctx, owner); err != nil {
		return nil, err
	}
	signed, err := c.signature(ctx, owner, in.Body)
	if err != nil {
		return nil, err
	}
	state := httpx.StateOf(ctx)
	sent, err := c.chats.Send(ctx, owner, chat.Outgoing{
		ClientID: in.Body.ClientID.Or(""), Content: said, Signature: signed,
		Language: string(c.lookup.Language(state.Accept)), Network: ratelimit.Network(state.Address),
	})
	return httpx.Answer(ChatSent{wire.Time(sent.CreatedAt), sent.ID, sent.Session}, err)
}

// signature is the name under a message. For a member it is the name that we have, whatever its app sends; a guest's is its own.
func (c *chatCalls) signature(ctx context.Context, owner chat.Owner, in ChatSend) (chat.Signature, error) {
	signed := chat.Signature{Username: in.Username.Or(""), Name: in.Name.Or(""), DeviceToken: in.DeviceToken.Or("")}
	if owner.Member == "" {
		return signed, nil
	}
	m, err := c.members.ByID(ctx, owner.Member)
	signed.Username, signed.Name = m.Username, m.Name
	return signed, err
}

// limitMessages limits the messages of one conversation, and those of all guests of one address.
func (c *chatCalls) limitMessages(ctx context.Context, owner chat.Owner) error {
	if err := c.limiter.Check(ctx, c.limits.Message.On(owner.Key())); err != nil || owner.Member != "" {
		return err
	}
	from := httpx.StateOf(ctx).Address
	return c.limiter.Check(ctx, c.limits.GuestMessage.From(from), c.limits.GuestDay.From(from))
}

// handleChatHistory answers POST /api/chat/history: messages, newest first.
func (c *chatCalls) handleChatHistory(ctx context.Context, in *httpx.Body[ChatPage]) (*httpx.Reply[[]Conversation], error) {
	owner, err := c.chatOwner(ctx, in.Body.UserID, in.Body.GuestID)
	if err != nil {
		return nil, err
	}
	found, err := c.chats.History(ctx, owner, in.Body.Limit, in.Body.Skip)
	if err != nil {
		return nil, err
	}
	list := make([]Conversation, len(found))
	for i, m := range found {
		list[i] = ConversationOf(owner, m)
	}
	return httpx.OK(list)
}

// handleReadMessages answers PUT /api/chat/read-customer/: it marks everything as read.
func (c *chatCalls) handleReadMessages(ctx context.Context, in *httpx.Body[ChatOwner]) (*httpx.Success, error) {
	owner, err := c.chatOwner(ctx, in.Body.UserID, in.Body.GuestID)
	if err != nil {
		return nil, err
	}
	return httpx.Done(c.chats.Read(ctx, owner))
}

// ConversationOf is a message as its owner gets it.
func ConversationOf(o chat.Owner, m chat.Message) Conversation {
	return Conversation{
		ID: m.ID, ClientID: m.ClientID, Sender: string(m.Sender), Message: talk.ChatMessage{Type: string(m.Type), Payload: m.Payload},
		CreatedAt: wire.Time(m.CreatedAt), SessionID: m.Session, UserID: wire.TextOrNull(o.Member), GuestID: wire.TextOrNull(o.Guest),
		Username: m.Username, Name: m.Name, DeviceToken: m.DeviceToken,
	}
}
