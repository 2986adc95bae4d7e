package httpapi

import (
	"context"
	"net/http"

	"krapao/chat"
	"krapao/fault"
	"krapao/internal/ratelimit"
	"krapao/session"
)

// ChatConfig tells the app how rooms of the live connection begin.
type ChatConfig struct {
	Prefix string `json:"PREFIX" doc:"A room is PREFIX-userId or PREFIX-guestId"`
}

// Conversation is one message, as history and the live connection tell it.
type Conversation struct {
	ID          string      `json:"_id"`
	ClientID    string      `json:"clientId,omitempty" doc:"The sender's own; absent on the house's messages"`
	Sender      string      `json:"sender" enum:"customer,other"`
	Message     ChatMessage `json:"message"`
	CreatedAt   Time        `json:"createdAt" doc:"Rises within a conversation"`
	SessionID   string      `json:"session_id" doc:"Another one than the message before: the conversation had ended between them"`
	UserID      *string     `json:"userId"`
	GuestID     *string     `json:"guestId"`
	Username    string      `json:"username"`
	Name        string      `json:"name"`
	DeviceToken string      `json:"deviceToken"`
}

// ChatSend is a message of a customer.
type ChatSend struct {
	ClientID    OptionalText `json:"clientId,omitempty" doc:"The app's own: the same again is the same message"`
	Sender      OptionalText `json:"sender,omitempty" doc:"customer"`
	Message     ChatSaid     `json:"message"`
	UserID      *string      `json:"userId" required:"false"`
	GuestID     *string      `json:"guestId" required:"false" doc:"A UUID, version 4"`
	Username    OptionalText `json:"username,omitempty"`
	Name        OptionalText `json:"name,omitempty"`
	DeviceToken OptionalText `json:"deviceToken,omitempty"`
}

// ChatSent is a stored message.
type ChatSent struct {
	CreatedAt Time   `json:"createdAt"`
	ID        string `json:"_id"`
	SessionID string `json:"session_id"`
}

// ChatOwner is whose conversation it is: exactly one is set.
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

func (s *Server) chatRoutes() {
	register(s, route{method: http.MethodGet, path: "/api/chat/config", id: "getChatConfig", summary: "How rooms are named", who: guests}, s.chatConfig)
	register(s, route{method: http.MethodPost, path: "/api/chat/send-message", id: "sendMessage", summary: "Say something", who: guests}, s.sendMessage)
	register(s, route{method: http.MethodPost, path: "/api/chat/history", id: "listMessages", summary: "What was said, newest first", who: guests}, s.chatHistory)
	register(s, route{method: http.MethodPut, path: "/api/chat/read-customer/", id: "readMessages", summary: "All was seen", who: guests}, s.readMessages)
	s.chatUploadRoutes()
}

// chatOn: where the chat is switched off its calls do not exist.
func (s *Server) chatOn() error {
	if !s.Lookup.Chat() {
		return fault.New(fault.NO_DATA, "the chat is switched off")
	}
	return nil
}

// chatOwner is whose conversation a call is about, and proves that it is the caller's: a guest by its UUID, a member by
// its token alone.
func (s *Server) chatOwner(ctx context.Context, userID, guestID *string) (chat.Owner, error) {
	if err := s.chatOn(); err != nil {
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
	x := exchangeOf(ctx)
	if x.bearer == nil {
		return chat.Owner{}, fault.New(fault.UNAUTHORIZED, "a bearer token is missing")
	}
	token, err := x.bearer()
	if err != nil {
		return chat.Owner{}, err
	}
	found, err := s.Sessions.Check(ctx, session.Member, token)
	if err != nil {
		return chat.Owner{}, err
	}
	x.member, x.session = found.Subject, found.ID
	if err := s.limitMember(ctx, x.member); err != nil {
		return chat.Owner{}, err
	}
	if found.Subject != *userID {
		return chat.Owner{}, &statusError{fault.New(fault.UNAUTHORIZED, "userId is not the token's"), http.StatusForbidden}
	}
	return chat.Owner{Member: found.Subject}, nil
}

func (s *Server) chatConfig(context.Context, *empty) (*reply[ChatConfig], error) {
	return answered(ChatConfig{s.ChatPrefix}, s.chatOn())
}

func (s *Server) sendMessage(ctx context.Context, in *body[ChatSend]) (*reply[ChatSent], error) {
	owner, err := s.chatOwner(ctx, in.Body.UserID, in.Body.GuestID)
	if err != nil {
		return nil, err
	}
	if sender := in.Body.Sender.or(string(chat.Customer)); sender != string(chat.Customer) {
		return nil, fault.New(fault.INVALID_INPUT, "an app sends as customer")
	}
	said, err := chat.FromCustomer(chat.Type(in.Body.Message.Type), in.Body.Message.Payload)
	if err != nil {
		return nil, err
	}
	if err := s.limitMessages(ctx, owner); err != nil {
		return nil, err
	}
	signed, err := s.signature(ctx, owner, in.Body)
	if err != nil {
		return nil, err
	}
	x := exchangeOf(ctx)
	sent, err := s.Chats.Send(ctx, owner, chat.Outgoing{
		ClientID: in.Body.ClientID.or(""), Content: said, Signature: signed,
		Language: string(s.Lookup.Language(x.accept)), Network: ratelimit.Network(x.address),
	})
	return answered(ChatSent{Time(sent.CreatedAt), sent.ID, sent.Session}, err)
}

// signature names a member as the house knows it, whatever its app says. A guest has no name.
func (s *Server) signature(ctx context.Context, owner chat.Owner, in ChatSend) (chat.Signature, error) {
	signed := chat.Signature{Username: in.Username.or(""), Name: in.Name.or(""), DeviceToken: in.DeviceToken.or("")}
	if owner.Member == "" {
		return signed, nil
	}
	m, err := s.Members.ByID(ctx, owner.Member)
	signed.Username, signed.Name = m.Username, m.Name
	return signed, err
}

// limitMessages brakes what one conversation takes in, and what the guests of one address do.
func (s *Server) limitMessages(ctx context.Context, owner chat.Owner) error {
	if err := s.Calls.Check(ctx, s.Limits.Message.On(owner.Key())); err != nil || owner.Member != "" {
		return err
	}
	from := exchangeOf(ctx).address
	return s.Calls.Check(ctx, s.Limits.GuestMessage.From(from), s.Limits.GuestDay.From(from))
}

func (s *Server) chatHistory(ctx context.Context, in *body[ChatPage]) (*reply[[]Conversation], error) {
	owner, err := s.chatOwner(ctx, in.Body.UserID, in.Body.GuestID)
	if err != nil {
		return nil, err
	}
	found, err := s.Chats.History(ctx, owner, in.Body.Limit, in.Body.Skip)
	if err != nil {
		return nil, err
	}
	list := make([]Conversation, len(found))
	for i, m := range found {
		list[i] = ConversationOf(owner, m)
	}
	return ok(list)
}

func (s *Server) readMessages(ctx context.Context, in *body[ChatOwner]) (*reply[Message], error) {
	owner, err := s.chatOwner(ctx, in.Body.UserID, in.Body.GuestID)
	if err != nil {
		return nil, err
	}
	return done(s.Chats.Read(ctx, owner))
}

// ConversationOf is a message as the wire tells it to its owner.
func ConversationOf(o chat.Owner, m chat.Message) Conversation {
	return Conversation{
		ID: m.ID, ClientID: m.ClientID, Sender: string(m.Sender), Message: ChatMessage{string(m.Type), m.Payload},
		CreatedAt: Time(m.CreatedAt), SessionID: m.Session, UserID: optional(o.Member), GuestID: optional(o.Guest),
		Username: m.Username, Name: m.Name, DeviceToken: m.DeviceToken,
	}
}
