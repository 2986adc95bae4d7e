package bonus

import (
	"context"

	"krapao/bonus/internal/bonusdb"
	"krapao/internal/store"
)

// underConditions is the query UnderCondition for many members, in PostgreSQL's own SQL.
const underConditions = `SELECT k.member, (SELECT COUNT(*) FROM bonus_condition c
    WHERE c.member = k.member AND c.state IN ('active', 'ending')) FROM unnest($1::text[]) AS k (member)`

// underLook is how requests find out whether a member has a condition that is active or ending: those of many members in one
// round trip. On SQLite it is remembered.
func underLook(s *store.Store) *store.Look[int64] {
	one := func(ctx context.Context, member string) (int64, error) {
		return bonusdb.New(s.Brief()).UnderCondition(ctx, member)
	}
	return store.NewLook(s, one, store.Many[int64]{
		Query: underConditions, Args: func(members []string) []any { return []any{members} },
		Add: func(row store.Row, found map[string]int64) error {
			var member string
			var n int64
			err := row.Scan(&member, &n)
			found[member] = n
			return err
		},
	}).MadeOf(store.From[int64]{Rows: func(member string, _ int64) []store.Origin { return underFrom(member) }})
}

// underFrom are the rows that it is read from.
func underFrom(member string) []store.Origin {
	return []store.Origin{{Table: "bonus_condition", Key: member}}
}
