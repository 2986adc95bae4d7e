// Package conversation is what operators do in the chat: they read, reply, hand over and end conversations.
package conversation

import (
	"context"
	"errors"
	"io"

	"krapao/chat"
	"krapao/internal/store"
	"krapao/operator"
)

// Chats are the conversations, for operators.
type Chats interface {
	Conversations(ctx context.Context, limit int) ([]chat.Conversation, error)
	Conversation(ctx context.Context, conversation string) (chat.Conversation, error)
	ShowTx(ctx context.Context, tx *store.Tx, conversation string, limit, skip int) ([]chat.Message, error)
	RepliedTx(ctx context.Context, tx *store.Tx, conversation string, r chat.Reply) (chat.Message, bool, error)
	ReplyTx(ctx context.Context, tx *store.Tx, conversation string, r chat.Reply) (chat.Message, error)
	UploadForHouse(ctx context.Context, conversation string, kind chat.Kind, size int64, file io.Reader) (path string, err error)
	EndTx(ctx context.Context, tx *store.Tx, conversation string) error
	HandoverTx(ctx context.Context, tx *store.Tx, conversation string) error
	ReleaseTx(ctx context.Context, tx *store.Tx, conversation string) error
}

// ErrNoChat is returned where the house has no chat.
var ErrNoChat = errors.New("operator: this house has no chat")

// Service makes these decisions. It is safe for concurrent use.
type Service struct {
	approvals *operator.Approvals
	chats     Chats
}

// New makes the service. chats are the conversations; nil: the house has none.
func New(approvals *operator.Approvals, chats Chats) *Service { return &Service{approvals, chats} }

// List lists conversations, those that wait for a person first.
func (s *Service) List(ctx context.Context, limit int) ([]chat.Conversation, error) {
	if s.chats == nil {
		return nil, ErrNoChat
	}
	return s.chats.Conversations(ctx, limit)
}

// inConversation decides about the conversation that is the decision's subject.
func (s *Service) inConversation(
	ctx context.Context, d operator.Decision, name, says string,
	does func(tx *store.Tx) error, done func(tx *store.Tx) (bool, error),
) (operator.Outcome, error) {
	if s.chats == nil {
		return operator.Outcome{}, ErrNoChat
	}
	c, err := s.chats.Conversation(ctx, d.Subject)
	if err != nil {
		return operator.Outcome{}, err
	}
	return s.approvals.Decide(ctx, d, operator.Action{
		Name: name, Needs: operator.Support, Member: c.Member, Does: does, Done: done, Says: says,
	})
}

// Show returns a conversation's messages, newest first. The audit log records who looked.
func (s *Service) Show(
	ctx context.Context, d operator.Decision, limit, skip int,
) (c chat.Conversation, messages []chat.Message, err error) {
	_, err = s.inConversation(ctx, d, "chat.show", "", func(tx *store.Tx) error {
		messages, err = s.chats.ShowTx(ctx, tx, d.Subject, limit, skip)
		return err
	}, nil)
	if err != nil {
		return chat.Conversation{}, nil, err
	}
	c, err = s.chats.Conversation(ctx, d.Subject)
	return c, messages, err
}

// Reply sends a reply in a conversation. The same client ID again sends it once. The conversation has the text; the audit log
// records that there was a reply.
func (s *Service) Reply(ctx context.Context, d operator.Decision, clientID string, said chat.Content) (chat.Message, error) {
	var message chat.Message
	reply := chat.Reply{Operator: d.By, ClientID: clientID, Content: said}
	_, err := s.inConversation(ctx, d, "chat.reply", "said", func(tx *store.Tx) (err error) {
		message, err = s.chats.ReplyTx(ctx, tx, d.Subject, reply)
		return err
	}, func(tx *store.Tx) (before bool, err error) {
		message, before, err = s.chats.RepliedTx(ctx, tx, d.Subject, reply)
		return before, err
	})
	return message, err
}

// Upload stores a picture or a film of size bytes for a reply in a conversation and returns its path. A reply within an
// hour can send it. The audit log records the upload before it happens.
func (s *Service) Upload(
	ctx context.Context, d operator.Decision, kind chat.Kind, size int64, file io.Reader,
) (path string, err error) {
	if _, err := s.inConversation(ctx, d, "chat.upload", "", nil, nil); err != nil {
		return "", err
	}
	return s.chats.UploadForHouse(ctx, d.Subject, kind, size, file)
}

// End ends a conversation's session.
func (s *Service) End(ctx context.Context, d operator.Decision) (operator.Outcome, error) {
	return s.inConversation(ctx, d, "chat.end", "the conversation has ended: its next message begins a new one",
		func(tx *store.Tx) error { return s.chats.EndTx(ctx, tx, d.Subject) }, nil)
}

// HandOver hands a conversation over from the rules to a person.
func (s *Service) HandOver(ctx context.Context, d operator.Decision) (operator.Outcome, error) {
	return s.inConversation(ctx, d, "chat.handover", "a person answers from now on, and the rules are silent",
		func(tx *store.Tx) error { return s.chats.HandoverTx(ctx, tx, d.Subject) }, nil)
}

// Release returns a conversation to the rules.
func (s *Service) Release(ctx context.Context, d operator.Decision) (operator.Outcome, error) {
	return s.inConversation(ctx, d, "chat.release", "the rules answer again",
		func(tx *store.Tx) error { return s.chats.ReleaseTx(ctx, tx, d.Subject) }, nil)
}
