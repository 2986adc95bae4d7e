package audit

import (
	"context"

	"krapao/internal/personal"
	"krapao/operator/internal/auditdb"
)

// Personal is what is kept of what operators decided about a member and looked at, without who did and why (docs/privacy.md).
func (l *Log) Personal(ctx context.Context, member string) ([]personal.Table, error) {
	q := auditdb.New(l.store.DB())
	return personal.Read(ctx, member,
		personal.Rows("audit", q.PersonalDecisions),
	)
}
