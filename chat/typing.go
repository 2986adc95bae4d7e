package chat

import (
	"context"
	"fmt"

	"krapao/chat/internal/chatdb"
	"krapao/internal/bus"
	"krapao/internal/store"
)

// Typing is what a change of a conversation says while somebody writes in it: an operator, or its customer, without a name.
const Typing = "typing"

// OwnerOf returns whose a conversation is. NO_DATA: there is no such conversation.
func (s *Service) OwnerOf(ctx context.Context, conversation string) (Owner, error) {
	c, err := chatdb.New(s.Store.DB()).ConversationByID(ctx, conversation)
	if err != nil {
		return Owner{}, missing(err)
	}
	return s.owner(c)
}

// Types tells the operators who have its conversation open that a customer writes. Nothing of it is kept, and what is written is
// not told before it is sent.
func (s *Service) Types(ctx context.Context, o Owner) error {
	c, err := chatdb.New(s.Store.DB()).Conversation(ctx, o.Key())
	if store.NotFound(err) { // it has sent nothing yet, so nobody can have it open
		return nil
	}
	if err != nil {
		return fmt.Errorf("chat: read a conversation: %w", err)
	}
	if s.Tell != nil {
		s.Tell(bus.Change{Event: "chat", ID: c.ID, Is: Typing})
	}
	return nil
}
