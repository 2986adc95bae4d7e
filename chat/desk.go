package chat

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"time"

	"krapao/chat/internal/chatdb"
	"krapao/internal/clock"
	"krapao/internal/store"
)

// Listed is a conversation in the operators' list, with its last message.
type Listed struct {
	Conversation

	Last Message
}

// Place is where a conversation stands in the operators' list: those that wait come first, the longest waiting before all; then
// the others, the latest first. Each page goes on behind the last place of the one before.
type Place struct {
	Waits bool
	// At is since when it waits, or of when its last message is.
	At time.Time
	ID string
}

// Place is where the conversation stands.
func (l Listed) Place() Place {
	if !l.WaitingSince.IsZero() {
		return Place{true, l.WaitingSince, l.ID}
	}
	return Place{false, l.LastAt, l.ID}
}

// Listing says which conversations are listed.
type Listing struct {
	// Waiting: only those that wait for a person.
	Waiting bool
	// Operator: of those that do not wait, only this operator's. Empty: all.
	Operator string
	// Member: the one of this member, whatever else is asked for. Empty: all.
	Member string
}

// Desk lists conversations behind a place; nil is before the first. It is read by two indexes, by a third for an operator's,
// and by the key for a member's.
// A session that was silent for so long that the next message begins another one counts as ended.
func (s *Service) Desk(ctx context.Context, l Listing, after *Place, most int) ([]Listed, error) {
	q := chatdb.New(s.Store.DB())
	b, err := s.rulebookTx(ctx, q)
	if err != nil {
		return nil, err
	}
	list, err := s.listed(ctx, q, l, after, most)
	now := s.Store.Now()
	for i, c := range list {
		silent := c.WaitingSince.IsZero() && now.Sub(c.LastAt) > b.idle()
		list[i].Open = c.Open && !silent
	}
	return list, err
}

func (s *Service) listed(ctx context.Context, q *chatdb.Queries, l Listing, after *Place, most int) ([]Listed, error) {
	list := []Listed{}
	if l.Member != "" {
		return s.ofMember(ctx, q, l.Member, after)
	}
	if after == nil || after.Waits {
		from := Place{}
		if after != nil {
			from, after = *after, nil
		}
		rows, err := q.DeskWaiting(ctx, clock.MicrosOf(from.At), from.ID, int32(most))
		if err != nil {
			return nil, fmt.Errorf("chat: read conversations: %w", err)
		}
		for _, row := range rows {
			list = append(list, Listed{conversationOf(row.ChatConversation), messageOf(row.ChatMessage)})
		}
	}
	if l.Waiting || len(list) == most {
		return list, nil
	}
	rest, err := s.latest(ctx, q, l.Operator, after, most-len(list))
	return append(list, rest...), err
}

// ofMember lists the one conversation that a member has. Behind it there is none.
func (s *Service) ofMember(ctx context.Context, q *chatdb.Queries, member string, after *Place) ([]Listed, error) {
	list := []Listed{}
	if after != nil {
		return list, nil
	}
	rows, err := q.DeskOf(ctx, Owner{Member: member}.Key())
	if err != nil {
		return nil, fmt.Errorf("chat: read conversations: %w", err)
	}
	for _, row := range rows {
		list = append(list, Listed{conversationOf(row.ChatConversation), messageOf(row.ChatMessage)})
	}
	return list, nil
}

// latest lists conversations that do not wait, an operator's or all, behind a place.
func (s *Service) latest(ctx context.Context, q *chatdb.Queries, operator string, after *Place, most int) ([]Listed, error) {
	from, before := clock.Micros(math.MaxInt64), ""
	if after != nil {
		from, before = clock.MicrosOf(after.At), after.ID
	}
	var list []Listed
	if operator == "" {
		rows, err := q.DeskLatest(ctx, from, before, int32(most))
		if err != nil {
			return nil, fmt.Errorf("chat: read conversations: %w", err)
		}
		for _, row := range rows {
			list = append(list, Listed{conversationOf(row.ChatConversation), messageOf(row.ChatMessage)})
		}
		return list, nil
	}
	rows, err := q.DeskLatestOf(ctx, chatdb.DeskLatestOfParams{
		Operator: operator, LastAt: from, BeforeID: before, Most: int32(most),
	})
	if err != nil {
		return nil, fmt.Errorf("chat: read conversations: %w", err)
	}
	for _, row := range rows {
		list = append(list, Listed{conversationOf(row.ChatConversation), messageOf(row.ChatMessage)})
	}
	return list, nil
}

// Messages returns messages of a conversation with numbers below before, the newest first. 0: from the last one on. NO_DATA:
// there is no such conversation.
func (s *Service) Messages(ctx context.Context, conversation string, before int64, most int) (Conversation, []Message, error) {
	q := chatdb.New(s.Store.DB())
	c, err := q.ConversationByID(ctx, conversation)
	if err != nil {
		return Conversation{}, nil, missing(err)
	}
	if before == 0 {
		before = math.MaxInt64
	}
	rows, err := q.MessagesBefore(ctx, c.Owner, before, int32(most))
	if err != nil {
		return Conversation{}, nil, fmt.Errorf("chat: read messages: %w", err)
	}
	return conversationOf(c), messagesOf(rows), nil
}

// Seen records that the house has seen a conversation up to a message. What is beyond the last one counts as the last.
func (s *Service) Seen(ctx context.Context, conversation string, number int64) error {
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		q := chatdb.New(tx)
		c, err := q.LockConversationByID(ctx, conversation)
		if err != nil {
			return missing(err)
		}
		s.told(tx, conversation, "read")
		return q.ReadByHouse(ctx, min(number, c.Number), c.Owner)
	})
}

// mostPreview is how many characters of a message a list shows.
const mostPreview = 140

// Preview is the beginning of what a message says, in one line; empty of a picture or a film without words.
func (m Message) Preview() string {
	var text string
	var said struct {
		Text, Message, Title string
		Cards                []card
	}
	if json.Unmarshal(m.Payload, &text) != nil && json.Unmarshal(m.Payload, &said) == nil {
		text = said.Text + said.Message + said.Title
		if len(said.Cards) > 0 {
			text = said.Cards[0].Title
		}
	}
	runes := []rune(strings.Join(strings.Fields(text), " "))
	return string(runes[:min(len(runes), mostPreview)])
}
