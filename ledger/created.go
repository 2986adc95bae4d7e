package ledger

import (
	"context"
	"fmt"
	"time"

	"krapao/money"
)

// CreatedRequest chooses transfers by the moment at which they were made: From inclusive, To exclusive.
type CreatedRequest struct {
	Kinds []Kind
	From  time.Time
	To    time.Time
	// Touching leaves out transfers none of whose accounts begins with it; '' leaves out none.
	Touching string
	// After is the last transfer of the page before, 0 for the first page, which holds Limit at most.
	After ID
	Limit int
}

// How far an id's own time may be from the transfer's: a node that wakes up makes ids behind its clock until its lease is
// renewed, and one whose clock goes back makes them ahead of it.
const (
	idBehind = 25 * time.Hour
	idAhead  = time.Hour
)

// idsAt is the first id of a moment.
func idsAt(t time.Time) int64 {
	return max(0, t.UnixMilli()-idEpoch) << (nodeBits + sequenceBits)
}

// Created lists transfers in the order of their ids, for reports and comparisons of a day: ids rise with time, so the
// table is read from where the span begins.
func (l *Ledger) Created(ctx context.Context, r CreatedRequest) ([]Transfer, error) {
	if len(r.Kinds) == 0 || r.Limit <= 0 {
		return nil, nil
	}
	args := []any{
		max(int64(r.After)+1, idsAt(r.From.Add(-idBehind))), idsAt(r.To.Add(idAhead)), r.From.UnixMicro(), r.To.UnixMicro(),
		r.Touching + "%", r.Limit,
	}
	args = append(args, list(r.Kinds)...)
	rows, err := l.transfers(ctx, selectTransfer+`WHERE t.id >= $1 AND t.id < $2 AND t.created_at >= $3 AND t.created_at < $4
		AND (d.name LIKE $5 OR c.name LIKE $5) AND t.kind IN (`+marks(7, len(r.Kinds))+`) ORDER BY t.id LIMIT $6`, args...)
	return plain(rows), err
}

// SurplusOf is what the settlements of transfers moved beyond what was reserved (Settlement.Surplus), for those that did.
func (l *Ledger) SurplusOf(ctx context.Context, ids ...ID) (map[ID]money.Amount, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	of, keys := make(map[Key]ID, len(ids)), make([]any, len(ids))
	for i, id := range ids {
		key := surplusKey(id)
		of[key], keys[i] = id, key.String()
	}
	rows, err := l.transfers(ctx, selectTransfer+`WHERE t.key IN (`+marks(1, len(keys))+`)`, keys...)
	if err != nil {
		return nil, fmt.Errorf("ledger: surplus: %w", err)
	}
	surplus := make(map[ID]money.Amount, len(rows))
	for _, t := range rows {
		surplus[of[t.Key]] = t.Moved
	}
	return surplus, nil
}
