package audit

import (
	"context"

	"krapao/internal/personal"
	"krapao/operator/internal/auditdb"
)

// Personal is what is kept of what operators decided about a member and looked at, without who did and why (docs/privacy.md).
func (l *Log) Personal(member string) []personal.Table {
	q := auditdb.New(l.store.DB())
	return personal.Read(member,
		personal.Rows("audit", func(ctx context.Context, p personal.Page) ([]auditdb.PersonalDecisionsRow, error) {
			return q.PersonalDecisions(ctx, p.Member, int64(p.At), p.Most)
		}),
	)
}
