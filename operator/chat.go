package operator

import (
	"context"
	"errors"
	"fmt"
	"io"

	"krapao/chat"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/operator/internal/operatordb"
	"krapao/session"
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

// Tokens opens sessions for operators' programs.
type Tokens interface {
	OpenTx(ctx context.Context, tx *store.Tx, o session.Opening) (token string, err error)
}

// ErrNoChat is returned where the house has no chat.
var ErrNoChat = errors.New("operator: this house has no chat")

// Chat lists conversations, those that wait for a person first.
func (s *Service) Chat(ctx context.Context, limit int) ([]chat.Conversation, error) {
	if s.Chats == nil {
		return nil, ErrNoChat
	}
	return s.Chats.Conversations(ctx, limit)
}

// inConversation decides about the conversation that is the decision's subject.
func (s *Service) inConversation(
	ctx context.Context, d Decision, name, says string, does func(tx *store.Tx) error, done func(tx *store.Tx) (bool, error),
) (Outcome, error) {
	if s.Chats == nil {
		return Outcome{}, ErrNoChat
	}
	c, err := s.Chats.Conversation(ctx, d.Subject)
	if err != nil {
		return Outcome{}, err
	}
	return s.decide(ctx, d, act{name: name, needs: Support, member: c.Member, does: does, done: done, says: says})
}

// ShowChat returns a conversation's messages, newest first. The audit log records who looked.
func (s *Service) ShowChat(
	ctx context.Context, d Decision, limit, skip int,
) (c chat.Conversation, messages []chat.Message, err error) {
	_, err = s.inConversation(ctx, d, "chat.show", "", func(tx *store.Tx) error {
		messages, err = s.Chats.ShowTx(ctx, tx, d.Subject, limit, skip)
		return err
	}, nil)
	if err != nil {
		return chat.Conversation{}, nil, err
	}
	c, err = s.Chats.Conversation(ctx, d.Subject)
	return c, messages, err
}

// ReplyChat sends a reply in a conversation. The same client ID again sends it once. The conversation has the text; the audit log
// records that there was a reply.
func (s *Service) ReplyChat(ctx context.Context, d Decision, clientID string, said chat.Content) (chat.Message, error) {
	var message chat.Message
	reply := chat.Reply{Operator: d.By, ClientID: clientID, Content: said}
	_, err := s.inConversation(ctx, d, "chat.reply", "said", func(tx *store.Tx) (err error) {
		message, err = s.Chats.ReplyTx(ctx, tx, d.Subject, reply)
		return err
	}, func(tx *store.Tx) (before bool, err error) {
		message, before, err = s.Chats.RepliedTx(ctx, tx, d.Subject, reply)
		return before, err
	})
	return message, err
}

// UploadChat stores a picture or a film of size bytes for a reply in a conversation and returns its path. A reply within an
// hour can send it. The audit log records the upload before it happens.
func (s *Service) UploadChat(
	ctx context.Context, d Decision, kind chat.Kind, size int64, file io.Reader,
) (path string, err error) {
	if _, err := s.inConversation(ctx, d, "chat.upload", "", func(*store.Tx) error { return nil }, nil); err != nil {
		return "", err
	}
	return s.Chats.UploadForHouse(ctx, d.Subject, kind, size, file)
}

// EndChat ends a conversation's session.
func (s *Service) EndChat(ctx context.Context, d Decision) (Outcome, error) {
	return s.inConversation(ctx, d, "chat.end", "the conversation has ended: its next message begins a new one",
		func(tx *store.Tx) error { return s.Chats.EndTx(ctx, tx, d.Subject) }, nil)
}

// HandOverChat hands a conversation over from the rules to a person.
func (s *Service) HandOverChat(ctx context.Context, d Decision) (Outcome, error) {
	return s.inConversation(ctx, d, "chat.handover", "a person answers from now on, and the rules are silent",
		func(tx *store.Tx) error { return s.Chats.HandoverTx(ctx, tx, d.Subject) }, nil)
}

// ReleaseChat returns a conversation to the rules.
func (s *Service) ReleaseChat(ctx context.Context, d Decision) (Outcome, error) {
	return s.inConversation(ctx, d, "chat.release", "the rules answer again",
		func(tx *store.Tx) error { return s.Chats.ReleaseTx(ctx, tx, d.Subject) }, nil)
}

// Token opens a session of the operator API for a program of the operator's own. It is valid for 12 hours from its last use. The
// subject is the operator.
func (s *Service) Token(ctx context.Context, d Decision) (token string, out Outcome, err error) {
	if s.Tokens == nil {
		return "", Outcome{}, fmt.Errorf("%w: this node gives no tokens", ErrUnknownOperator)
	}
	d.Subject = d.By
	out, err = s.decide(ctx, d, act{
		name: "operator.token", needs: Support, says: "valid for 12 hours from its last use",
		does: func(tx *store.Tx) (err error) {
			token, err = s.Tokens.OpenTx(ctx, tx, session.Opening{
				Audience: session.Operator, Subject: d.By, Agent: "operator API",
			})
			return err
		},
	})
	if err != nil {
		return "", Outcome{}, err
	}
	return token, out, nil
}

// Directory returns for sessions whether an operator is active: a disabled operator has no valid token.
func Directory(s *store.Store) session.Subjects { return directory{s} }

type directory struct{ store *store.Store }

// Standing implements session.Subjects.
func (d directory) Standing(ctx context.Context, name string) (session.Standing, error) {
	o, err := operatordb.New(d.store.DB()).Operator(ctx, name)
	if store.NotFound(err) {
		return session.Standing{}, nil
	}
	if err != nil {
		return session.Standing{}, fmt.Errorf("operator: %w", err)
	}
	return session.Standing{Exists: true, Active: o.Active && clock.MicrosOf(d.store.Now()) >= o.EffectiveAt}, nil
}
