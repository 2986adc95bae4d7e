package ledger

import (
	"context"
	"fmt"
	"slices"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger/internal/ledgerdb"
	"krapao/ledger/internal/statement"
)

// ClaimRequest says what a settle worker can take.
type ClaimRequest struct {
	Kinds []Kind
	Limit int
	// Lease is how long the worker has before another one may try.
	Lease time.Duration
}

// Claim leases pending transfers that are due, most overdue first. Each gets DueAt = now + lease and the next fencing token,
// which the worker puts into its Settlement. Two workers never get the same token for one transfer.
func (l *Ledger) Claim(ctx context.Context, r ClaimRequest) ([]Transfer, error) {
	// Mostly nothing is due. A transaction, which SQLite makes a writing one, begins only when a read found something.
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
		now, until := nullMicros(tx.Now), nullMicros(tx.Now.Add(r.Lease))
		// In the order of ids, as batches lock them.
		slices.SortFunc(ids, func(a, b leasable) int { return int(a.id - b.id) })
		for _, d := range ids {
			n, err := ledgerdb.New(tx).Lease(ctx, ledgerdb.LeaseParams{
				LeasedUntil: until, ID: d.id, Fence: d.fence, Now: now,
			})
			if err != nil {
				return err
			}
			if n == 0 {
				continue // meanwhile settled, or leased by another worker
			}
			t, err := loadTransfer(ctx, tx, statement.ReadTransfer, d.id)
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

// locking is the end of a statement that reads a transfer and locks it.
func locking(tx *store.Tx) string {
	if tx.Engine() == store.Postgres {
		return " FOR UPDATE OF t"
	}
	return ""
}

func due(ctx context.Context, db querier, now time.Time, r ClaimRequest) (found []leasable, err error) {
	if len(r.Kinds) == 0 || r.Limit <= 0 {
		return nil, nil
	}
	args := append([]any{clock.MicrosOf(now), r.Limit}, list(r.Kinds)...)
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

// Postpone returns a claimed transfer until due, and adds what is known by now: the detail's non-empty fields replace the
// transfer's. ErrFenced: the lease is no longer the newest. ErrSettled: the transfer is settled already.
func (l *Ledger) Postpone(ctx context.Context, id ID, fence int64, due time.Time, detail Detail) error {
	if err := detail.check(); err != nil {
		return err
	}
	return l.s.Write(ctx, func(tx *store.Tx) error {
		t, err := loadTransfer(ctx, tx, statement.ReadTransfer+locking(tx), int64(id))
		switch {
		case err != nil:
			return fmt.Errorf("ledger: postpone: %w", err)
		case t.State != Pending:
			return ErrSettled
		case t.Fence != fence:
			return ErrFenced
		}
		n, err := ledgerdb.New(tx).Postpone(ctx, ledgerdb.PostponeParams{
			DueAt: nullMicros(due), Detail: t.Detail.merge(detail).text(), ID: int64(id), Fence: fence,
		})
		if err == nil && n == 0 {
			return store.ErrConflict
		}
		return err
	})
}
