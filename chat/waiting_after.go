package chat

import (
	"context"

	"krapao/chat/internal/chatdb"
	"krapao/internal/clock"
	"krapao/internal/waiting"
)

// WaitingAfter lists the conversations behind a place that wait for a person, the longest wait first.
func (s *Service) WaitingAfter(ctx context.Context, after waiting.Cursor, most int) ([]waiting.Row, error) {
	found, err := chatdb.New(s.Store.DB()).WaitingAfter(ctx, clock.MicrosOf(after.Since), after.ID, int32(most))
	return waiting.List("chat: waiting", found, err, func(r chatdb.WaitingAfterRow) waiting.Row {
		return waiting.Row{ID: r.ID, Member: r.Member, Since: r.WaitingAt.Time(), Says: r.Language}
	})
}
