package withdraw

import (
	"context"

	"krapao/internal/store"
	"krapao/withdraw/internal/withdrawdb"
)

// keysUsed is the query KeyUsed for many keys, in PostgreSQL's own SQL. It has no EXISTS, for which the server would read all
// keys there are where it does not know how many.
const keysUsed = `SELECT k.key, COALESCE((SELECT true FROM transfer t WHERE t.key = k.key), false),
    COALESCE((SELECT true FROM refusal f WHERE f.key = k.key), false) FROM unnest($1::text[]) AS k (key)`

// keyLook is how requests find out whether their keys were used: those of many members in one round trip. Nothing is remembered,
// because each key is asked for once.
func keyLook(s *store.Store) *store.Look[withdrawdb.KeyUsedRow] {
	one := func(ctx context.Context, key string) (withdrawdb.KeyUsedRow, error) {
		return withdrawdb.New(s.Brief()).KeyUsed(ctx, key)
	}
	return store.NewLook(s, one, store.Many[withdrawdb.KeyUsedRow]{
		Query: keysUsed, Args: func(keys []string) []any { return []any{keys} },
		Add: func(row store.Row, found map[string]withdrawdb.KeyUsedRow) error {
			var key string
			var r withdrawdb.KeyUsedRow
			err := row.Scan(&key, &r.Moved, &r.Refused)
			found[key] = r
			return err
		},
	})
}
