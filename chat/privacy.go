package chat

import (
	"context"

	"krapao/chat/internal/chatdb"
	"krapao/internal/personal"
)

// Personal is what is kept of what a member and the house said to each other (docs/privacy.md).
func (s *Service) Personal(ctx context.Context, member string) ([]personal.Table, error) {
	q := chatdb.New(s.Store.DB())
	return personal.Read(ctx, Owner{Member: member}.Key(),
		personal.All("chat_conversation", q.PersonalConversation),
		personal.Rows("chat_message", q.PersonalMessages),
		personal.Rows("chat_media", q.PersonalMedia),
	)
}
