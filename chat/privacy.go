package chat

import (
	"context"
	"strings"

	"krapao/internal/store"

	"krapao/chat/internal/chatdb"
	"krapao/internal/personal"
)

// Personal is what is kept of what a member and the house said to each other (docs/privacy.md).
func (s *Service) Personal(member string) []personal.Table {
	q := chatdb.New(s.Store.DB())
	return personal.Read(Owner{Member: member}.Key(),
		personal.All("chat_conversation", q.PersonalConversation),
		personal.Rows("chat_message", func(ctx context.Context, p personal.Page) ([]chatdb.PersonalMessagesRow, error) {
			return q.PersonalMessages(ctx, p.Member, int64(p.At), p.Most)
		}),
		personal.Rows("chat_media", func(ctx context.Context, p personal.Page) ([]chatdb.PersonalMediaRow, error) {
			return q.PersonalMedia(ctx, chatdb.PersonalMediaParams(p))
		}),
	)
}

// EraseTx deletes a member's conversation, with its pictures and films, and what operators noted at it.
func (s *Service) EraseTx(ctx context.Context, tx *store.Tx, member string) error {
	q, owner := chatdb.New(tx), Owner{Member: member}.Key()
	files, err := q.EraseMedia(ctx, owner)
	if err != nil {
		return err
	}
	for _, parts := range files {
		if err := s.Blobs.DropTx(ctx, tx, strings.Fields(parts)...); err != nil {
			return err
		}
	}
	if err := q.EraseMessages(ctx, owner); err != nil {
		return err
	}
	if err := q.EraseNotes(ctx, owner); err != nil {
		return err
	}
	return q.EraseConversation(ctx, owner)
}
