package session

import (
	"context"

	"krapao/internal/store"

	"krapao/internal/personal"
	"krapao/session/internal/sessiondb"
)

// Personal is what is kept of a member's logins (docs/privacy.md).
func (s *Service) Personal(member string) []personal.Table {
	q := sessiondb.New(s.store.DB())
	return personal.Read(member, personal.Rows("session",
		func(ctx context.Context, p personal.Page) ([]sessiondb.PersonalSessionsRow, error) {
			return q.PersonalSessions(ctx, sessiondb.PersonalSessionsParams{
				Audience: string(Member), Member: p.Member, At: p.At, Key: p.Key, Most: p.Most,
			})
		}))
}

// EraseTx deletes a member's logins.
func (s *Service) EraseTx(ctx context.Context, tx *store.Tx, member string) error {
	return sessiondb.New(tx).EraseSessions(ctx, string(Member), member)
}
