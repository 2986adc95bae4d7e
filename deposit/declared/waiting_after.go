package declared

import (
	"context"
	"time"

	"krapao/deposit/internal/depositdb"
	"krapao/internal/clock"
	"krapao/internal/waiting"
)

// WaitingAfter lists the open declared transfers behind a place, oldest first.
func (s *Service) WaitingAfter(ctx context.Context, after waiting.Cursor, most int) ([]waiting.Row, error) {
	found, err := depositdb.New(s.store.DB()).DeclarationsAfter(ctx, clock.MicrosOf(after.Since), after.ID, int32(most))
	return waiting.List("deposit: declared", found, err, func(r depositdb.DeclarationsAfterRow) waiting.Row {
		return waiting.Row{ID: r.Reference, Member: r.Member, Amount: r.Amount, Since: r.CreatedAt.Time()}
	})
}

// CountWaiting counts the open declared transfers, and returns since when the oldest waits.
func (s *Service) CountWaiting(ctx context.Context) (n int64, oldest time.Time, err error) {
	c, err := depositdb.New(s.store.DB()).CountDeclarations(ctx)
	return waiting.Count("deposit: declared", c.Count, c.Oldest, err)
}
