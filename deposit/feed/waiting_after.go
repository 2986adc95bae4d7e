package feed

import (
	"context"
	"time"

	"krapao/deposit/internal/depositdb"
	"krapao/internal/clock"
	"krapao/internal/waiting"
)

// WaitingAfter lists the open cases of statement lines behind a place, oldest first.
func (r *Reader) WaitingAfter(ctx context.Context, after waiting.Cursor, most int) ([]waiting.Row, error) {
	found, err := depositdb.New(r.store.DB()).FeedCasesAfter(ctx, clock.MicrosOf(after.Since), after.ID, int32(most))
	return waiting.List("deposit: statement lines", found, err, func(c depositdb.FeedCasesAfterRow) waiting.Row {
		return waiting.Row{ID: c.ID, Since: c.FoundAt.Time(), Says: c.Account + ": " + Odd(c.Why).English()}
	})
}

// CountWaiting counts the open cases of statement lines, and returns since when the oldest waits.
func (r *Reader) CountWaiting(ctx context.Context) (n int64, oldest time.Time, err error) {
	return r.caseWaits(ctx)
}
