package session

import (
	"context"

	"krapao/internal/store"

	"krapao/internal/personal"
	"krapao/session/internal/sessiondb"
)

// Personal is what is kept of a member's logins (docs/privacy.md).
func (s *Service) Personal(ctx context.Context, member string) ([]personal.Table, error) {
	q := sessiondb.New(s.store.DB())
	return personal.Read(ctx, member, personal.Rows("session",
		func(ctx context.Context, member string, most int32) ([]sessiondb.PersonalSessionsRow, error) {
			return q.PersonalSessions(ctx, string(Member), member, most)
		}))
}

// EraseTx deletes a member's logins.
func (s *Service) EraseTx(ctx context.Context, tx *store.Tx, member string) error {
	return sessiondb.New(tx).EraseSessions(ctx, string(Member), member)
}
