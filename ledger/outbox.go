package ledger

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"time"

	"krapao/internal/store"
	"krapao/ledger/internal/ledgerdb"
)

// ClaimRequest says what a settle worker can take on.
type ClaimRequest struct {
	Kinds []Kind
	Limit int
	// Lease is how long the worker may take before another one may try.
	Lease time.Duration
}

// Claim leases pending transfers that are due, most overdue first: each gets DueAt = now + lease and the next fencing
// number, which the worker puts into its Settlement. Two workers never get the same number of one transfer.
func (l *Ledger) Claim(ctx context.Context, r ClaimRequest) ([]Transfer, error) {
	// Mostly nothing is due, and then nothing is to be written: only a look that found something begins a transaction.
	if found, err := due(ctx, l.s.DB(), l.s.Now(), r); err != nil {
		return nil, fmt.Errorf("ledger: claim: %w", err)
	} else if len(found) == 0 {
		return nil, nil
	}
	var claimed []Transfer
	err := l.s.Write(ctx, func(tx *store.Tx) error {
		claimed = nil
		ids, err := due(ctx, tx, tx.Now, r)
		if err != nil {
			return err
		}
		until := sql.NullInt64{Int64: tx.Now.Add(r.Lease).UnixMicro(), Valid: true}
		// In the order of ids, as the writer locks them.
		slices.SortFunc(ids, func(a, b leasable) int { return int(a.id - b.id) })
		for _, d := range ids {
			n, err := ledgerdb.New(tx).Lease(ctx, ledgerdb.LeaseParams{
				LeasedUntil: until, ID: d.id, Fence: d.fence, Now: sql.NullInt64{Int64: tx.Now.UnixMicro(), Valid: true},
			})
			if err != nil {
				return err
			}
			if n == 0 {
				continue // settled or leased by another meanwhile
			}
			t, err := loadTransfer(ctx, txRunner{tx}, readTransfer, d.id)
			if err != nil {
				return err
			}
			claimed = append(claimed, t.Transfer)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("ledger: claim: %w", err)
	}
	return claimed, nil
}

type leasable struct{ id, fence int64 }

// querier reads, in a transaction or outside of one.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

func due(ctx context.Context, db querier, now time.Time, r ClaimRequest) (found []leasable, err error) {
	if len(r.Kinds) == 0 || r.Limit <= 0 {
		return nil, nil
	}
	args := append([]any{now.UnixMicro(), r.Limit}, list(r.Kinds)...)
	rows, err := db.QueryContext(ctx, `SELECT id, fence FROM transfer WHERE state = 'pending' AND due_at <= $1
		AND kind IN (`+marks(3, len(r.Kinds))+`) ORDER BY due_at LIMIT $2`, args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var d leasable
		if err := rows.Scan(&d.id, &d.fence); err != nil {
			return nil, err
		}
		found = append(found, d)
	}
	return found, rows.Err()
}

// Postpone gives a claimed transfer back until due, with what is known by now: the detail's non-empty fields replace the
// transfer's. A worker whose lease is no longer the newest gets ErrFenced; a settled transfer is ErrSettled.
func (l *Ledger) Postpone(ctx context.Context, id ID, fence int64, due time.Time, detail Detail) error {
	if err := detail.check(); err != nil {
		return err
	}
	return l.s.Write(ctx, func(tx *store.Tx) error {
		r := txRunner{tx}
		t, err := loadTransfer(ctx, r, readTransfer+r.locking("t"), int64(id))
		switch {
		case store.NotFound(err):
			return ErrNoTransfer
		case err != nil:
			return fmt.Errorf("ledger: postpone: %w", err)
		case t.State != Pending:
			return ErrSettled
		case t.Fence != fence:
			return ErrFenced
		}
		n, err := ledgerdb.New(tx).Postpone(ctx, ledgerdb.PostponeParams{
			DueAt: sql.NullInt64{Int64: due.UnixMicro(), Valid: !due.IsZero()}, Detail: t.Detail.merge(detail).text(),
			ID: int64(id), Fence: fence,
		})
		if err == nil && n == 0 {
			return store.ErrConflict
		}
		return err
	})
}
