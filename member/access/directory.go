package access

import (
	"context"

	"krapao/internal/store"
	"krapao/member/access/internal/accessdb"
	"krapao/session"
)

// standings is the query Standing for many members, in PostgreSQL's own SQL.
const standings = `SELECT id, active, password_version FROM member WHERE id = ANY ($1::text[])`

// Directory returns for package session what members' sessions depend on.
func Directory(s *store.Store) session.Subjects {
	one := func(ctx context.Context, id string) (session.Standing, error) {
		row, err := accessdb.New(s.Brief()).Standing(ctx, id)
		return session.Standing{Exists: true, Active: row.Active, Stamp: row.PasswordVersion}, err
	}
	return directory{store.NewLook(s, one, store.Many[session.Standing]{
		Query: standings, Args: func(ids []string) []any { return []any{ids} },
		Add: func(row store.Row, found map[string]session.Standing) error {
			id, of := "", session.Standing{Exists: true}
			err := row.Scan(&id, &of.Active, &of.Stamp)
			found[id] = of
			return err
		},
	}).MadeOf(store.From[session.Standing]{Rows: func(id string, _ session.Standing) []store.Origin {
		return []store.Origin{{Table: "member", Key: id}}
	}})}
}

type directory struct{ standings *store.Look[session.Standing] }

// Standing implements session.Subjects.
func (d directory) Standing(ctx context.Context, id string) (session.Standing, error) {
	found, err := d.standings.At(ctx, id)
	if store.NotFound(err) {
		return session.Standing{}, nil
	}
	return found, err
}
