package ledger

import (
	"context"
	"fmt"
	"time"

	"krapao/internal/clock"
	"krapao/ledger/internal/number"
	"krapao/ledger/internal/statement"
	"krapao/money"
)

// CreatedRequest selects transfers by the time of their creation: From inclusive, To exclusive.
type CreatedRequest struct {
	Kinds []Kind
	From  time.Time
	To    time.Time
	// Touching selects transfers with an account whose name begins with it; "" selects all.
	Touching string
	// After is the last transfer of the page before, 0 for the first page. A page holds Limit transfers at most.
	After ID
	Limit int
}

// Created lists transfers in the order of their ids, for reports and for comparing a day. Ids rise with time, so the table is
// read from the start of the span.
func (l *Ledger) Created(ctx context.Context, r CreatedRequest) ([]Transfer, error) {
	if len(r.Kinds) == 0 || r.Limit <= 0 {
		return nil, nil
	}
	first, end := number.FirstAt(r.From.Add(-number.MaxBehind)), number.FirstAt(r.To.Add(number.MaxAhead))
	args := []any{
		max(int64(r.After)+1, first), end, clock.MicrosOf(r.From), clock.MicrosOf(r.To),
		r.Touching + "%", r.Limit,
	}
	args = append(args, list(r.Kinds)...)
	rows, err := l.transfers(ctx, statement.SelectTransfer+`WHERE t.id >= $1 AND t.id < $2
		AND t.created_at >= $3 AND t.created_at < $4 AND (d.name LIKE $5 OR c.name LIKE $5)
		AND t.kind IN (`+marks(7, len(r.Kinds))+`) ORDER BY t.id LIMIT $6`, args...)
	return plain(rows), err
}

// SurplusOf returns the amounts that settlements moved beyond what was reserved (Settlement.Surplus), for the transfers that
// have one.
func (l *Ledger) SurplusOf(ctx context.Context, ids ...ID) (map[ID]money.Amount, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	of, keys := make(map[Key]ID, len(ids)), make([]any, len(ids))
	for i, id := range ids {
		key := SurplusKey(id)
		of[key], keys[i] = id, key.String()
	}
	rows, err := l.transfers(ctx, statement.SelectTransfer+`WHERE t.key IN (`+marks(1, len(keys))+`)`, keys...)
	if err != nil {
		return nil, fmt.Errorf("ledger: surplus: %w", err)
	}
	surplus := make(map[ID]money.Amount, len(rows))
	for _, t := range rows {
		surplus[of[t.Key]] = t.Moved
	}
	return surplus, nil
}
