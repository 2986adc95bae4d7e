package access

import (
	"context"

	"krapao/internal/store"
	"krapao/member/access/internal/accessdb"
	"krapao/session"
)

// Directory returns for package session what members' sessions depend on.
func Directory(s *store.Store) session.Subjects { return directory{s} }

type directory struct{ store *store.Store }

// Standing implements session.Subjects.
func (d directory) Standing(ctx context.Context, id string) (session.Standing, error) {
	row, err := accessdb.New(d.store.DB()).Standing(ctx, id)
	if store.NotFound(err) {
		return session.Standing{}, nil
	}
	if err != nil {
		return session.Standing{}, err
	}
	return session.Standing{Exists: true, Active: row.Active, Stamp: row.PasswordVersion}, nil
}
