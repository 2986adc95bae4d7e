package conversation

import (
	"context"
	"strings"
	"time"

	"krapao/chat"
	"krapao/internal/store"
	"krapao/operator"
)

// Notes lists what operators noted at a conversation for each other, the newest first. operator.ErrSelfDecision: it is of the
// operator's own account.
func (s *Service) Notes(ctx context.Context, by, conversation string) ([]chat.Note, error) {
	if _, _, err := s.about(ctx, by, conversation); err != nil {
		return nil, err
	}
	return s.chats.Notes(ctx, conversation)
}

// Note notes something at a conversation. The same client ID again notes it once. The audit log records that there is a note, and
// not what it says: what somebody wrote about a person can be deleted, and a row of the log can't.
func (s *Service) Note(ctx context.Context, d operator.Decision, clientID, text string) (chat.Note, error) {
	var note chat.Note
	d.Reason, text = "wrote a note", strings.TrimSpace(text)
	_, err := s.inConversation(ctx, d, "chat.note", "noted", func(tx *store.Tx) (err error) {
		note, err = s.chats.NoteTx(ctx, tx, d.Subject, d.By, clientID, text)
		return err
	}, func(tx *store.Tx) (before bool, err error) {
		note, before, err = s.chats.NotedTx(ctx, tx, d.Subject, d.By, clientID, text)
		return before, err
	})
	return note, err
}

// Tallies returns how customers were answered in a time: by operator, and by the hour of the day.
func (s *Service) Tallies(ctx context.Context, from, to time.Time) ([]chat.OperatorTally, []chat.HourTally, error) {
	if s.chats == nil {
		return nil, nil, ErrNoChat
	}
	return s.chats.Tallies(ctx, from, to)
}
