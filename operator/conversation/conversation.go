// Package conversation is what operators do in the chat: they read, reply, hand over and end conversations.
package conversation

import (
	"context"
	"errors"
	"io"
	"time"

	"krapao/chat"
	"krapao/internal/bus"
	"krapao/internal/store"
	"krapao/operator"
)

// Chats are the conversations, for operators.
type Chats interface {
	Conversations(ctx context.Context, limit int) ([]chat.Conversation, error)
	Conversation(ctx context.Context, conversation string) (chat.Conversation, error)
	RepliedTx(ctx context.Context, tx *store.Tx, conversation string, r chat.Reply) (chat.Message, bool, error)
	ReplyTx(ctx context.Context, tx *store.Tx, conversation string, r chat.Reply) (chat.Message, error)
	UploadForHouse(ctx context.Context, conversation string, kind chat.Kind, size int64, file io.Reader) (path string, err error)
	EndTx(ctx context.Context, tx *store.Tx, conversation string) error
	AssignTx(ctx context.Context, tx *store.Tx, conversation, to string) error
	ReleaseTx(ctx context.Context, tx *store.Tx, conversation string) error

	Desk(ctx context.Context, l chat.Listing, after *chat.Place, most int) ([]chat.Listed, error)
	Messages(ctx context.Context, conversation string, before int64, most int) (chat.Conversation, []chat.Message, error)
	Seen(ctx context.Context, conversation string, number int64) error
	Media(ctx context.Context, who, path string) (*chat.File, error)
	CannedAnswers(ctx context.Context) ([]chat.Canned, error)
	SetCannedTx(ctx context.Context, tx *store.Tx, c chat.Canned) error
	Notes(ctx context.Context, conversation string) ([]chat.Note, error)
	NotedTx(ctx context.Context, tx *store.Tx, conversation, by, clientID, text string) (chat.Note, bool, error)
	NoteTx(ctx context.Context, tx *store.Tx, conversation, by, clientID, text string) (chat.Note, error)
	Tallies(ctx context.Context, from, to time.Time) ([]chat.OperatorTally, []chat.HourTally, error)
	DeleteCannedTx(ctx context.Context, tx *store.Tx, code string) error
}

// Claims know who has a conversation for now.
type Claims interface {
	operator.Claims
	// TakeTx gives it to an operator, whoever has it.
	TakeTx(ctx context.Context, tx *store.Tx, item operator.Ref, by string) error
}

// ErrNoChat is returned where the house has no chat.
var ErrNoChat = errors.New("operator: this house has no chat")

// Service makes these decisions. It is safe for concurrent use.
type Service struct {
	approvals *operator.Approvals
	chats     Chats
	claims    Claims
	tell      bus.Teller
}

// New makes the service. chats are the conversations; nil: the house has none.
func New(approvals *operator.Approvals, chats Chats, claims Claims) *Service {
	return &Service{approvals: approvals, chats: chats, claims: claims}
}

// Tell sets how operators' pages are told of who types, before the service is used.
func (s *Service) Tell(tell bus.Teller) { s.tell = tell }

func itemOf(conversation string) operator.Ref {
	return operator.Ref{Kind: operator.ItemChat, ID: conversation}
}

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

// Reply sends a reply in a conversation, which is the operator's from then on. operator.ErrClaimed: another one has it. The same
// client ID again sends it once. The conversation has the text; the audit log records that there was a reply.
func (s *Service) Reply(ctx context.Context, d operator.Decision, clientID string, said chat.Content) (chat.Message, error) {
	var message chat.Message
	reply := chat.Reply{Operator: d.By, ClientID: clientID, Content: said}
	_, err := s.inConversation(ctx, d, "chat.reply", "said", func(tx *store.Tx) (err error) {
		if err := s.claims.HoldTx(ctx, tx, itemOf(d.Subject), d.By); err != nil {
			return err
		}
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
	return s.leave(ctx, d, "chat.end", "the conversation has ended: its next message begins a new one", Chats.EndTx)
}

// Release returns a conversation to the rules.
func (s *Service) Release(ctx context.Context, d operator.Decision) (operator.Outcome, error) {
	return s.leave(ctx, d, "chat.release", "the rules answer again", Chats.ReleaseTx)
}

// leave does something by which a conversation is nobody's any more. operator.ErrClaimed: another operator has it.
func (s *Service) leave(
	ctx context.Context, d operator.Decision, name, says string,
	does func(c Chats, ctx context.Context, tx *store.Tx, conversation string) error,
) (operator.Outcome, error) {
	return s.inConversation(ctx, d, name, says, func(tx *store.Tx) error {
		if err := s.claims.HoldTx(ctx, tx, itemOf(d.Subject), d.By); err != nil {
			return err
		}
		if err := does(s.chats, ctx, tx, d.Subject); err != nil {
			return err
		}
		return s.claims.EndTx(ctx, tx, itemOf(d.Subject), d.By)
	}, nil)
}

// HandOver hands a conversation over from the rules to the operator.
func (s *Service) HandOver(ctx context.Context, d operator.Decision) (operator.Outcome, error) {
	return s.inConversation(ctx, d, "chat.handover", "a person answers from now on, and the rules are silent",
		func(tx *store.Tx) error { return s.assignTx(ctx, tx, d, d.By, false) }, nil)
}

// Assign makes a conversation an operator's, or nobody's (""). operator.ErrClaimed: another operator has it. take: a chief takes
// it from that one. Nobody gets a conversation of its own account.
func (s *Service) Assign(ctx context.Context, d operator.Decision, to string, take bool) (operator.Outcome, error) {
	if take {
		by, err := s.approvals.Person(ctx, d.By)
		if err != nil {
			return operator.Outcome{}, err
		}
		take = by.Has(operator.Chief)
	}
	says := "it is nobody's"
	if to != "" {
		says = "it is " + to + "'s"
		if err := s.mayHave(ctx, to, d.Subject); err != nil {
			return operator.Outcome{}, err
		}
	}
	return s.inConversation(ctx, d, "chat.assign", says,
		func(tx *store.Tx) error { return s.assignTx(ctx, tx, d, to, take) }, nil)
}

// mayHave refuses an operator who may not answer in a conversation.
func (s *Service) mayHave(ctx context.Context, name, conversation string) error {
	person, err := s.approvals.Person(ctx, name)
	switch {
	case err != nil:
		return err
	case !person.Has(operator.Support):
		return operator.RoleError{Action: "chat.assign", Needs: operator.Support}
	case s.chats == nil:
		return ErrNoChat
	}
	c, err := s.chats.Conversation(ctx, conversation)
	if err != nil {
		return err
	}
	self, err := s.approvals.Self(ctx, person, c.Member)
	if err == nil && self {
		return operator.ErrSelfDecision
	}
	return err
}

func (s *Service) assignTx(ctx context.Context, tx *store.Tx, d operator.Decision, to string, take bool) error {
	item, hold := itemOf(d.Subject), s.claims.HoldTx
	if take {
		hold = s.claims.TakeTx
	}
	if err := hold(ctx, tx, item, d.By); err != nil {
		return err
	}
	if to != d.By {
		if err := s.claims.EndTx(ctx, tx, item, d.By); err != nil {
			return err
		}
	}
	if to != "" {
		if err := s.claims.HoldTx(ctx, tx, item, to); err != nil {
			return err
		}
	}
	return s.chats.AssignTx(ctx, tx, d.Subject, to)
}
