package conversation

import (
	"context"

	"krapao/chat"
	"krapao/internal/bus"
	"krapao/internal/store"
	"krapao/operator"
)

// Desk lists conversations, those that wait first.
func (s *Service) Desk(ctx context.Context, l chat.Listing, after *chat.Place, most int) ([]chat.Listed, error) {
	if s.chats == nil {
		return nil, ErrNoChat
	}
	return s.chats.Desk(ctx, l, after, most)
}

// Opened is a conversation that an operator has opened.
type Opened struct {
	chat.Conversation

	// Messages are the newest first.
	Messages []chat.Message
	// By is who opened it.
	By operator.Person
}

// Open returns a conversation with messages whose numbers are below before, the newest first; 0: from the last one on. The audit
// log records once in ten minutes who looked. operator.ErrSelfDecision: it is of the operator's own account.
func (s *Service) Open(ctx context.Context, by, conversation string, before int64, most int) (Opened, error) {
	person, c, err := s.about(ctx, by, conversation)
	if err != nil {
		return Opened{}, err
	}
	if err := s.approvals.Look(ctx, operator.Glance{
		By: by, Action: "chat.show", Subject: conversation, Member: c.Member,
	}); err != nil {
		return Opened{}, err
	}
	c, messages, err := s.chats.Messages(ctx, conversation, before, most)
	return Opened{c, messages, person}, err
}

// about finds an operator and a conversation that is not of its own account.
func (s *Service) about(ctx context.Context, by, conversation string) (operator.Person, chat.Conversation, error) {
	if s.chats == nil {
		return operator.Person{}, chat.Conversation{}, ErrNoChat
	}
	person, err := s.approvals.Person(ctx, by)
	if err != nil {
		return person, chat.Conversation{}, err
	}
	c, err := s.chats.Conversation(ctx, conversation)
	if err != nil {
		return person, c, err
	}
	self, err := s.approvals.Self(ctx, person, c.Member)
	if err == nil && self {
		err = operator.ErrSelfDecision
	}
	return person, c, err
}

// Seen records that the house has seen a conversation up to a message.
func (s *Service) Seen(ctx context.Context, by, conversation string, number int64) error {
	if _, _, err := s.about(ctx, by, conversation); err != nil {
		return err
	}
	return s.chats.Seen(ctx, conversation, number)
}

// Typing tells the others who have a conversation open that an operator writes in it. Nothing of it is kept.
func (s *Service) Typing(ctx context.Context, by, conversation string) error {
	_, _, err := s.about(ctx, by, conversation)
	if err == nil && s.tell != nil {
		s.tell(bus.Change{Event: "chat", ID: conversation, Is: chat.Typing, By: by})
	}
	return err
}

// Media opens a file of a path, for an operator. Readers take turns by who.
func (s *Service) Media(ctx context.Context, who, path string) (*chat.File, error) {
	if s.chats == nil {
		return nil, ErrNoChat
	}
	return s.chats.Media(ctx, who, path)
}

// Canned lists the answers that operators have ready.
func (s *Service) Canned(ctx context.Context) ([]chat.Canned, error) {
	if s.chats == nil {
		return nil, ErrNoChat
	}
	return s.chats.CannedAnswers(ctx)
}

// SetCanned adds a canned answer, or changes it.
func (s *Service) SetCanned(ctx context.Context, d operator.Decision, c chat.Canned) error {
	if s.chats == nil {
		return ErrNoChat
	}
	d.Subject, c.ChangedBy = c.Code, d.By
	_, err := s.approvals.Decide(ctx, d, operator.Action{
		Name: "canned.set", Needs: operator.Cashier, Says: "the answer is ready",
		Does: func(tx *store.Tx) error { return s.chats.SetCannedTx(ctx, tx, c) },
	})
	return err
}

// DeleteCanned deletes a canned answer. NO_DATA: there is none.
func (s *Service) DeleteCanned(ctx context.Context, d operator.Decision) error {
	if s.chats == nil {
		return ErrNoChat
	}
	_, err := s.approvals.Decide(ctx, d, operator.Action{
		Name: "canned.delete", Needs: operator.Cashier, Says: "the answer is gone",
		Does: func(tx *store.Tx) error { return s.chats.DeleteCannedTx(ctx, tx, d.Subject) },
	})
	return err
}
