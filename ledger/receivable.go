package ledger

import (
	"context"
	"fmt"
	"strings"

	"krapao/internal/store"
	"krapao/money"
)

// Debt is the debt of one member.
type Debt struct {
	Member string
	Amount money.Amount
	// Version changes with every booking on the debt.
	Version int64
}

// OwedBy returns a member's debt after a proven reversal, 0 where it owes nothing.
func (l *Ledger) OwedBy(ctx context.Context, member string) (money.Amount, error) {
	b, err := l.Balance(ctx, Owed(member))
	return max(0, -b.Posted), err
}

// Owing lists the members with a debt, the oldest accounts first.
func (l *Ledger) Owing(ctx context.Context, limit int) ([]Debt, error) {
	return l.owing(ctx, "", "number", limit)
}

// OwingAfter lists the members with a debt behind one member, by their IDs. It reads the accounts of all who ever owed something.
func (l *Ledger) OwingAfter(ctx context.Context, member string, limit int) ([]Debt, error) {
	return l.owing(ctx, member, "name", limit)
}

func (l *Ledger) owing(ctx context.Context, after, order string, limit int) ([]Debt, error) {
	first := string(Owed(""))
	rows, err := l.s.DB().QueryContext(ctx, `SELECT name, debits_posted - credits_posted, version FROM account
		WHERE name > $1 AND name < $2 AND debits_posted > credits_posted ORDER BY `+order+` LIMIT $3`,
		first+after, strings.TrimSuffix(first, ":")+";", limit)
	if err != nil {
		return nil, fmt.Errorf("ledger: owing: %w", store.MapError(err))
	}
	defer func() { _ = rows.Close() }()
	list := []Debt{}
	for rows.Next() {
		var name string
		var d Debt
		if err := rows.Scan(&name, (*int64)(&d.Amount), &d.Version); err != nil {
			return nil, fmt.Errorf("ledger: owing: %w", err)
		}
		d.Member = strings.TrimPrefix(name, first)
		list = append(list, d)
	}
	return list, rows.Err()
}
