package link

import (
	"context"
	"time"

	"krapao/deposit/internal/depositdb"
	"krapao/internal/clock"
	"krapao/internal/waiting"
)

// settlesItself is how long a link without an outcome is the product's own matter.
const settlesItself = 15 * time.Minute

// WaitingAfter lists the links behind a place that have had no outcome for 15 minutes, oldest first.
func (s *Service) WaitingAfter(ctx context.Context, after waiting.Cursor, most int) ([]waiting.Row, error) {
	found, err := depositdb.New(s.store.DB()).LinksAfter(ctx, depositdb.LinksAfterParams{
		Before: clock.MicrosOf(s.store.Now().Add(-settlesItself)), CreatedAt: clock.MicrosOf(after.Since), AfterID: after.ID,
		Most: int32(most),
	})
	return waiting.List("deposit: links", found, err, func(r depositdb.LinksAfterRow) waiting.Row {
		return waiting.Row{ID: r.Reference, Member: r.Member, Amount: r.Amount, Since: r.CreatedAt.Time(), Says: r.Said}
	})
}

// CountWaiting counts what WaitingAfter lists, and returns since when the oldest waits.
func (s *Service) CountWaiting(ctx context.Context) (n int64, oldest time.Time, err error) {
	c, err := depositdb.New(s.store.DB()).CountLinks(ctx, clock.MicrosOf(s.store.Now().Add(-settlesItself)))
	return waiting.Count("deposit: links", c.Count, c.Oldest, err)
}
