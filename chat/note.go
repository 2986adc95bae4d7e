package chat

import (
	"context"
	"fmt"
	"time"

	"krapao/chat/internal/chatdb"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/store"
)

// Note is what an operator noted at a conversation, for the others. The customer never reads it.
type Note struct {
	ID, Operator, Text string
	At                 time.Time
}

// mostNotes is how many of a conversation are shown: the newest.
const mostNotes = 200

// Notes lists the newest notes of a conversation, the newest first. It returns NO_DATA if there is no such conversation.
func (s *Service) Notes(ctx context.Context, conversation string) ([]Note, error) {
	q := chatdb.New(s.Store.DB())
	c, err := q.ConversationByID(ctx, conversation)
	if err != nil {
		return nil, missing(err)
	}
	rows, err := q.NotesOf(ctx, c.Owner, mostNotes)
	if err != nil {
		return nil, fmt.Errorf("chat: read notes: %w", err)
	}
	list := make([]Note, len(rows))
	for i, row := range rows {
		list[i] = noteOf(row)
	}
	return list, nil
}

// NotedTx finds a note that the operator wrote before with the same client ID; false if there is none. It returns
// IDEMPOTENCY_MISMATCH if that one says something else.
func (s *Service) NotedTx(ctx context.Context, tx *store.Tx, conversation, by, clientID, text string) (Note, bool, error) {
	q := chatdb.New(tx)
	c, err := q.LockConversationByID(ctx, conversation)
	if err != nil {
		return Note{}, false, missing(err)
	}
	row, err := q.NoteByClientID(ctx, c.Owner, by, clientID)
	switch {
	case store.NotFound(err):
		return Note{}, false, nil
	case err != nil:
		return Note{}, false, fmt.Errorf("chat: read a note: %w", err)
	case row.Text != text:
		return Note{}, false, fault.New(fault.IDEMPOTENCY_MISMATCH, "another note has this clientId")
	}
	return noteOf(row), true, nil
}

// NoteTx adds a note. It returns INVALID_INPUT for one that says nothing, or too much.
func (s *Service) NoteTx(ctx context.Context, tx *store.Tx, conversation, by, clientID, text string) (Note, error) {
	if err := checkText(text); err != nil {
		return Note{}, err
	}
	q := chatdb.New(tx)
	c, err := q.LockConversationByID(ctx, conversation)
	if err != nil {
		return Note{}, missing(err)
	}
	row := chatdb.AddNoteParams{
		ID: id.Text(messageIDLength), Owner: c.Owner, Operator: by, ClientID: clientID, Text: text, CreatedAt: clock.MicrosOf(tx.Now),
	}
	if err := q.AddNote(ctx, row); err != nil {
		return Note{}, fmt.Errorf("chat: store a note: %w", err)
	}
	s.told(tx, c.ID, "changed")
	return noteOf(chatdb.ChatNote(row)), nil
}

func noteOf(row chatdb.ChatNote) Note {
	return Note{row.ID, row.Operator, row.Text, row.CreatedAt.Time()}
}
