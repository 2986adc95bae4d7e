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

// Conversation is what operators see of one.
type Conversation struct {
	ID string
	// Member is '' of a guest, who is not told further.
	Member string
	// Language is what the customer's app was set to when it last wrote.
	Language string
	// State is who answers: rules, waiting (a person was asked for), person. Open: its session has not ended.
	State string
	Open  bool
	// Messages are counted from 1; ReadByCustomer and ReadByHouse are the numbers of the last ones that each has seen.
	Messages, ReadByCustomer, ReadByHouse int64
	WaitingSince, LastAt                  time.Time // zero: not waiting
}

func conversationOf(c chatdb.ChatConversation) Conversation {
	v := Conversation{
		ID: c.ID, Member: c.Member, Language: c.Language, State: c.State, Open: c.Session != "", Messages: c.Number,
		ReadByCustomer: c.ReadByCustomer, ReadByHouse: c.ReadByHouse, LastAt: c.LastAt.Time(),
	}
	if c.WaitingAt > 0 {
		v.WaitingSince = c.WaitingAt.Time()
	}
	return v
}

// Conversations lists those that wait for a person, longest first, and then the others, latest first.
func (s *Service) Conversations(ctx context.Context, limit int) ([]Conversation, error) {
	q := chatdb.New(s.Store.DB())
	rows, err := q.WaitingConversations(ctx, int32(limit))
	if err == nil && len(rows) < limit {
		var latest []chatdb.ChatConversation
		latest, err = q.LatestConversations(ctx, int32(limit-len(rows)))
		rows = append(rows, latest...)
	}
	if err != nil {
		return nil, fmt.Errorf("chat: %w", err)
	}
	list := make([]Conversation, len(rows))
	for i, row := range rows {
		list[i] = conversationOf(row)
	}
	return list, nil
}

// Waits tells how many conversations wait for a person, and since when the longest does; zero where none.
func (s *Service) Waits(ctx context.Context) (conversations int64, since time.Time, err error) {
	w, err := chatdb.New(s.Store.DB()).Waits(ctx)
	if err == nil && w.Since > 0 {
		since = clock.Micros(w.Since).Time()
	}
	return w.Conversations, since, err
}

// Conversation finds one by its id; NO_DATA where there is none.
func (s *Service) Conversation(ctx context.Context, conversation string) (Conversation, error) {
	c, err := chatdb.New(s.Store.DB()).ConversationByID(ctx, conversation)
	if err != nil {
		return Conversation{}, missing(err)
	}
	return conversationOf(c), nil
}

func missing(err error) error {
	if store.NotFound(err) {
		return fault.New(fault.NO_DATA, "there is no such conversation")
	}
	return fmt.Errorf("chat: %w", err)
}

// ShowTx returns messages of a conversation, newest first, and notes that the house has seen all there is.
func (s *Service) ShowTx(ctx context.Context, tx *store.Tx, conversation string, limit, skip int) ([]Message, error) {
	q := chatdb.New(tx)
	c, err := q.LockConversationByID(ctx, conversation)
	if err != nil {
		return nil, missing(err)
	}
	rows, err := q.History(ctx, c.Owner, int32(skip), int32(limit))
	if err != nil {
		return nil, fmt.Errorf("chat: %w", err)
	}
	return messagesOf(rows), q.ReadByHouse(ctx, c.Number, c.Owner)
}

// Reply is what an operator says.
type Reply struct {
	Operator string
	// ClientID is the operator's own: the same again is the same reply. '' is none.
	ClientID string
	Content
}

// RepliedTx finds a reply that was stored before by its ClientID; IDEMPOTENCY_MISMATCH where it said something else.
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
	err = said.again(r.Content, err)
	return said, err == nil, err
}

// ReplyTx says something to the customer, in a new session where none is open. From here on a person answers.
// INVALID_INPUT for a media message of what was not uploaded for the house, in this conversation, in the last hour.
func (s *Service) ReplyTx(ctx context.Context, tx *store.Tx, conversation string, r Reply) (Message, error) {
	var said Message
	err := s.changeTx(ctx, tx, conversation, func(t *turn, b *book) (err error) {
		t.beginSession(b.idle())
		t.c.State, t.c.WaitingAt = statePerson, 0
		if err := t.sendsMedia(ctx, Other, r.Content); err != nil {
			return err
		}
		said, err = t.add(ctx, chatdb.AddMessageParams{Sender: string(Other), Operator: r.Operator, ClientID: r.ClientID}, r.Content)
		return err
	})
	return said, err
}

// EndTx ends the session, with the rules' farewell: the next message begins a new one, which the rules answer.
func (s *Service) EndTx(ctx context.Context, tx *store.Tx, conversation string) error {
	return s.changeTx(ctx, tx, conversation, func(t *turn, b *book) error {
		if t.c.Session == "" {
			return fault.New(fault.NO_DATA, "its session has ended")
		}
		for _, l := range b.Farewell {
			if err := t.say(ctx, l); err != nil {
				return err
			}
		}
		t.c.Session, t.c.State, t.c.WaitingAt = "", stateRules, 0
		return nil
	})
}

// HandoverTx takes a conversation from the rules: a person will answer.
func (s *Service) HandoverTx(ctx context.Context, tx *store.Tx, conversation string) error {
	return s.changeTx(ctx, tx, conversation, func(t *turn, b *book) error {
		t.beginSession(b.idle())
		t.c.State, t.c.WaitingAt = stateWaiting, clock.MicrosOf(tx.Now)
		return nil
	})
}

// ReleaseTx gives a conversation back to the rules.
func (s *Service) ReleaseTx(ctx context.Context, tx *store.Tx, conversation string) error {
	return s.changeTx(ctx, tx, conversation, func(t *turn, _ *book) error {
		t.c.State, t.c.WaitingAt = stateRules, 0
		return nil
	})
}

func (s *Service) changeTx(ctx context.Context, tx *store.Tx, conversation string, change func(*turn, *book) error) error {
	q := chatdb.New(tx)
	c, err := q.LockConversationByID(ctx, conversation)
	if err != nil {
		return missing(err)
	}
	b, err := s.bookTx(ctx, q)
	if err != nil {
		return err
	}
	t := &turn{tx: tx, q: q, c: c}
	if err := change(t, b); err != nil {
		return err
	}
	return t.save(ctx, s)
}
