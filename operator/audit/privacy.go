package audit

import (
	"context"
	"fmt"

	"krapao/internal/personal"
	"krapao/internal/store"
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

// Known is what a text may name a member by.
type Known struct {
	// Numbers are digits of its phone and its account, Names its own name and its account's.
	Numbers, Names []string
}

// shortest is how long a number or a name is at least by which a text of another line is found: shorter ones are in any text.
const shortest = 6

// EraseTx erases the texts of all lines about a member, and of any other line that names it, in the transaction of the decision
// whose line comes next. Lines of before there were such texts (form 1) keep theirs.
func (l *Log) EraseTx(ctx context.Context, tx *store.Tx, member string, by Known) error {
	if err := l.LockTx(ctx, tx); err != nil {
		return err
	}
	q := auditdb.New(tx)
	head, err := q.Head(ctx)
	if err != nil {
		return fmt.Errorf("operator: audit: %w", err)
	}
	next := head.Number + 1
	err = q.EraseTexts(ctx, next, member)
	for _, number := range by.Numbers {
		if err == nil && len(number) >= shortest {
			err = q.EraseTextsWithNumber(ctx, next, number)
		}
	}
	for _, name := range by.Names {
		if err == nil && len([]rune(name)) >= shortest {
			err = q.EraseTextsWithName(ctx, next, name)
		}
	}
	if err != nil {
		return fmt.Errorf("operator: audit: %w", err)
	}
	return nil
}
