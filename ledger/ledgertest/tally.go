package ledgertest

import (
	"context"

	"krapao/internal/store"
	"krapao/ledger"
	"krapao/ledger/internal/chain"
)

// column is what a tally is of: an hour's beginning in microseconds, an account's class, a kind.
type column struct {
	hour          int64
	account, kind string
}

// sum is a tally, in satang and in entries.
type sum struct{ amount, count int64 }

func (h *history) tally(batch int64, all []made) {
	const hour = 3_600_000_000
	for n := range all {
		t := &all[n]
		for _, e := range t.entries {
			account := "member:wallet"
			if e.Account == h.house.number {
				account = string(ledger.Adjustment)
			}
			c := column{int64(timeOf(batch)) / hour * hour, account, t.Kind}
			h.sums[c] = sum{h.sums[c].amount + signed(&e), h.sums[c].count + 1}
		}
	}
}

func signed(e *chain.Entry) int64 {
	if e.Debit {
		return -e.Posted
	}
	return e.Posted
}

// keepTallies writes the tallies of the past.
func (h *history) keepTallies(ctx context.Context, tx *store.Tx) error {
	for c, n := range h.sums {
		if _, err := tx.ExecContext(ctx, `INSERT INTO tally_hour (hour, account, kind, amount, count) VALUES ($1, $2, $3, $4, $5)
			ON CONFLICT (hour, account, kind) DO UPDATE
			SET amount = tally_hour.amount + excluded.amount, count = tally_hour.count + excluded.count`,
			c.hour, c.account, c.kind, n.amount, n.count); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `INSERT INTO tally_total (account, kind, amount, count) VALUES ($1, $2, $3, $4)
			ON CONFLICT (account, kind) DO UPDATE
			SET amount = tally_total.amount + excluded.amount, count = tally_total.count + excluded.count`,
			c.account, c.kind, n.amount, n.count); err != nil {
			return err
		}
	}
	return nil
}
