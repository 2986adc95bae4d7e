package chat

import (
	"context"
	"fmt"
	"time"

	"krapao/chat/internal/chatdb"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
)

// Conversation is a conversation as operators see it.
type Conversation struct {
	ID string
	// Member is the member's id, empty for a guest. Operators do not see a guest's UUID.
	Member string
	// Language is the language of the customer's app when it last sent a message.
	Language string
	// State says who answers: rules, waiting (for a person) or person. Open: the session has not ended.
	State string
	Open  bool
	// Messages counts the messages. ReadByCustomer and ReadByHouse are the numbers of the last message that each has seen.
	Messages, ReadByCustomer, ReadByHouse int64
	// WaitingSince is since when the customer waits for a person's answer; zero: it does not. LastAt is the last message's time.
	WaitingSince, LastAt time.Time
	// Operator is whose it is: who took it, or answered last. Empty: nobody's.
	Operator string
}

func conversationOf(c chatdb.ChatConversation) Conversation {
	return Conversation{
		ID: c.ID, Member: c.Member, Language: c.Language, State: c.State, Open: c.Session != "", Messages: c.Number,
		ReadByCustomer: c.ReadByCustomer, ReadByHouse: c.ReadByHouse,
		WaitingSince: c.WaitingAt.Time(), LastAt: c.LastAt.Time(), Operator: c.Operator,
	}
}

// Conversations lists the conversations that wait for a person, the longest wait first, and then the others, the latest first.
func (s *Service) Conversations(ctx context.Context, limit int) ([]Conversation, error) {
	q := chatdb.New(s.Store.DB())
	rows, err := q.WaitingConversations(ctx, int32(limit))
	if err == nil && len(rows) < limit {
		var latest []chatdb.ChatConversation
		latest, err = q.LatestConversations(ctx, int32(limit-len(rows)))
		rows = append(rows, latest...)
	}
	if err != nil {
		return nil, fmt.Errorf("chat: read conversations: %w", err)
	}
	list := make([]Conversation, len(rows))
	for i, row := range rows {
		list[i] = conversationOf(row)
	}
	return list, nil
}

// Waits counts the conversations that wait for a person, and returns since when the longest waits; zero if none does.
func (s *Service) Waits(ctx context.Context) (conversations int64, since time.Time, err error) {
	w, err := chatdb.New(s.Store.DB()).Waits(ctx)
	return w.Conversations, clock.Micros(w.Since).Time(), err
}

// Conversation finds a conversation by its id. It returns NO_DATA if there is none.
func (s *Service) Conversation(ctx context.Context, conversation string) (Conversation, error) {
	c, err := chatdb.New(s.Store.DB()).ConversationByID(ctx, conversation)
	if err != nil {
		return Conversation{}, missing(err)
	}
	return conversationOf(c), nil
}

// missing is NO_DATA if a conversation was not found, otherwise the error itself.
func missing(err error) error {
	if store.NotFound(err) {
		return fault.New(fault.NO_DATA, "there is no such conversation")
	}
	return fmt.Errorf("chat: read a conversation: %w", err)
}

// Reply is an operator's message.
type Reply struct {
	Operator string
	// ClientID is the operator's idempotency key: the same ClientID is the same reply. Empty: none.
	ClientID string
	Content
}

// RepliedTx finds a reply that was stored before with the same ClientID; false if there is none. It returns IDEMPOTENCY_MISMATCH
// if that reply has other content.
func (s *Service) RepliedTx(ctx context.Context, tx *store.Tx, conversation string, r Reply) (Message, bool, error) {
	q := chatdb.New(tx)
	c, err := q.LockConversationByID(ctx, conversation)
	if err != nil {
		return Message{}, false, missing(err)
	}
	known, err := q.MessageByClientID(ctx, c.Owner, string(Other), r.ClientID)
	if store.NotFound(err) {
		return Message{}, false, nil
	}
	said := messageOf(known)
	err = said.resent(r.Content, err)
	return said, err == nil, err
}

// ReplyTx sends an operator's message to the customer, in a new session if none is open. From then on a person answers. It
// returns INVALID_INPUT for media that was not uploaded for the house, in this conversation, within the last hour.
func (s *Service) ReplyTx(ctx context.Context, tx *store.Tx, conversation string, r Reply) (Message, error) {
	var said Message
	err := s.changeTx(ctx, tx, conversation, func(t *conversationTx, b *rulebook) (err error) {
		t.beginSession(b.idle())
		t.isWithPersons()
		t.replied(r.Operator)
		t.c.State, t.c.WaitingAt, t.c.Operator = statePerson, 0, r.Operator
		if err := t.sendsMedia(ctx, Other, r.Content); err != nil {
			return err
		}
		said, err = t.add(ctx, chatdb.AddMessageParams{Sender: string(Other), Operator: r.Operator, ClientID: r.ClientID}, r.Content)
		return err
	})
	return said, err
}

// EndTx ends the session with the farewell. The next message begins a new session, and the rules answer it. It returns NO_DATA if
// no session is open.
func (s *Service) EndTx(ctx context.Context, tx *store.Tx, conversation string) error {
	return s.changeTx(ctx, tx, conversation, func(t *conversationTx, b *rulebook) error {
		if t.c.Session == "" {
			return fault.New(fault.NO_DATA, "the session has ended before")
		}
		for _, l := range b.Farewell {
			if err := t.say(ctx, l); err != nil {
				return err
			}
		}
		t.leaves(clock.MicrosOf(tx.Now))
		t.c.Session, t.c.State, t.c.WaitingAt, t.c.Operator = "", stateRules, 0, ""
		return nil
	})
}

// AssignTx makes a conversation an operator's. The rules are silent from then on: if they answered it, it waits for that person
// from now on. An empty operator makes it nobody's, and says nothing to the rules.
func (s *Service) AssignTx(ctx context.Context, tx *store.Tx, conversation, to string) error {
	return s.changeTx(ctx, tx, conversation, func(t *conversationTx, b *rulebook) error {
		if to != "" {
			t.beginSession(b.idle())
			if t.c.State == stateRules {
				t.c.State, t.c.WaitingAt = stateWaiting, clock.MicrosOf(tx.Now)
				t.isWithPersons()
			}
		}
		t.c.Operator = to
		return nil
	})
}

// ReleaseTx gives a conversation back to the rules.
func (s *Service) ReleaseTx(ctx context.Context, tx *store.Tx, conversation string) error {
	return s.changeTx(ctx, tx, conversation, func(t *conversationTx, _ *rulebook) error {
		t.leaves(clock.MicrosOf(tx.Now))
		t.c.State, t.c.WaitingAt, t.c.Operator = stateRules, 0, ""
		return nil
	})
}

// changeTx locks a conversation, changes and saves it.
func (s *Service) changeTx(
	ctx context.Context, tx *store.Tx, conversation string, change func(*conversationTx, *rulebook) error,
) error {
	q := chatdb.New(tx)
	c, err := q.LockConversationByID(ctx, conversation)
	if err != nil {
		return missing(err)
	}
	b, err := s.rulebookTx(ctx, q)
	if err != nil {
		return err
	}
	t := &conversationTx{tx: tx, q: q, c: c}
	if err := change(t, b); err != nil {
		return err
	}
	return t.save(ctx, s)
}
