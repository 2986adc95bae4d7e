package protection

import (
	"context"

	"krapao/internal/store"
	"krapao/protection/internal/protectiondb"
)

// settingKey is the key of the one row of settings.
const settingKey = "1"

// settingFor is the query Setting as a look asks it, in PostgreSQL's own SQL.
const settingFor = `SELECT k.key, COALESCE((SELECT s.body FROM protection_setting s WHERE s.id = 1), '')
FROM unnest($1::text[]) AS k (key)`

// settingLook is how calls read the settings in force: those of many members in one round trip. On SQLite they are remembered.
func settingLook(s *store.Store) *store.Look[string] {
	one := func(ctx context.Context, _ string) (string, error) {
		body, err := protectiondb.New(s.Brief()).Setting(ctx)
		if store.NotFound(err) { // none was set yet
			return "", nil
		}
		return body, err
	}
	return store.NewLook(s, one, store.Many[string]{
		Query: settingFor, Args: func(keys []string) []any { return []any{keys} },
		Add: func(row store.Row, found map[string]string) error {
			var key, body string
			err := row.Scan(&key, &body)
			found[key] = body
			return err
		},
	}).MadeOf(store.From[string]{Rows: func(key string, _ string) []store.Origin { return settingFrom(key) }})
}

// settingFrom are the rows that they are read from.
func settingFrom(key string) []store.Origin {
	return []store.Origin{{Table: "protection_setting", Key: key}}
}
