package bonus

import (
	"context"
	"time"

	"krapao/bonus/outage"
	"krapao/internal/store"
)

// late reports whether the condition's time is over.
func late(ctx context.Context, tx *store.Tx, c Condition) (bool, error) {
	if tx.Now.Before(c.ExpiresAt) {
		return false, nil
	}
	until, err := deadline(ctx, tx, c, tx.Now)
	return !tx.Now.Before(until), err
}

// deadline is when the condition expires, with the outages so far.
func deadline(ctx context.Context, db outage.DB, c Condition, now time.Time) (time.Time, error) {
	return outage.Deadline(ctx, db, outage.Term{GrantedAt: c.GrantedAt, ExpiresAt: c.ExpiresAt, Games: c.Terms.Games}, now)
}
