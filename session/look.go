package session

import (
	"context"

	"krapao/internal/store"
	"krapao/session/internal/sessiondb"
)

// rows is the query SessionByToken for many tokens, in PostgreSQL's own SQL.
const rows = `SELECT token_hash, id, audience, subject, stamp, remembered, created_at, seen_at, expires_at, ended_at, woken_at
FROM session WHERE token_hash = ANY ($1::text[])`

// rowLook is how sessions are read, by the hash of their token.
func rowLook(s *store.Store) *store.Look[sessiondb.SessionByTokenRow] {
	one := func(ctx context.Context, key string) (sessiondb.SessionByTokenRow, error) {
		return sessiondb.New(s.Brief()).SessionByToken(ctx, key)
	}
	return store.NewLook(s, one, store.Many[sessiondb.SessionByTokenRow]{
		Query: rows, Args: func(keys []string) []any { return []any{keys} },
		Add: func(row store.Row, found map[string]sessiondb.SessionByTokenRow) error {
			var key string
			var r sessiondb.SessionByTokenRow
			err := row.Scan(&key, &r.ID, &r.Audience, &r.Subject, &r.Stamp, &r.Remembered, &r.CreatedAt, &r.SeenAt, &r.ExpiresAt,
				&r.EndedAt, &r.WokenAt)
			found[key] = r
			return err
		},
	}).MadeOf(store.From[sessiondb.SessionByTokenRow]{Rows: func(key string, _ sessiondb.SessionByTokenRow) []store.Origin {
		return []store.Origin{{Table: "session", Key: key}}
	}})
}
