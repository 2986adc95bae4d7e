package slip

import (
	"context"
	"time"

	"krapao/deposit/internal/depositdb"
	"krapao/internal/clock"
	"krapao/internal/waiting"
)

// WaitingAfter lists the slips in review behind a place, oldest first.
func (s *Service) WaitingAfter(ctx context.Context, after waiting.Cursor, most int) ([]waiting.Row, error) {
	found, err := depositdb.New(s.store.DB()).SlipsAfter(ctx, clock.MicrosOf(after.Since), after.ID, int32(most))
	return waiting.List("deposit: slips", found, err, func(r depositdb.SlipsAfterRow) waiting.Row {
		return waiting.Row{ID: r.ID, Member: r.Member, Amount: r.Amount, Since: r.UploadedAt.Time(), Says: r.Reason}
	})
}

// CountWaiting counts the slips in review, and returns since when the oldest waits.
func (s *Service) CountWaiting(ctx context.Context) (n int64, oldest time.Time, err error) {
	_, review, err := s.Waits(ctx)
	return review.Slips, review.Since, err
}
