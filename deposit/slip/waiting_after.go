package slip

import (
	"context"
	"time"

	"krapao/deposit/internal/depositdb"
	"krapao/internal/clock"
	"krapao/internal/waiting"
)

// Pending are the slips that wait for a person.
type Pending struct{ slips *Service }

// PendingIn returns those of a service.
func PendingIn(s *Service) Pending { return Pending{s} }

// After lists the slips in review behind a place, oldest first.
func (p Pending) After(ctx context.Context, after waiting.Cursor, most int) ([]waiting.Row, error) {
	found, err := depositdb.New(p.slips.store.DB()).SlipsAfter(ctx, clock.MicrosOf(after.Since), after.ID, int32(most))
	return waiting.List("deposit: slips", found, err, func(r depositdb.SlipsAfterRow) waiting.Row {
		return waiting.Row{ID: r.ID, Member: r.Member, Amount: r.Amount, Since: r.UploadedAt.Time(), Says: r.Reason}
	})
}

// Count counts the slips in review, and returns since when the oldest waits.
func (p Pending) Count(ctx context.Context) (n int64, oldest time.Time, err error) {
	_, review, err := p.slips.Waits(ctx)
	return review.Slips, review.Since, err
}
