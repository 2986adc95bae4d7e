package withdraw

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"krapao/internal/clock"
	"krapao/internal/waiting"
	"krapao/withdraw/internal/withdrawdb"
)

// WaitingAfter lists the withdrawals in review behind a place, longest in review first.
func (s *Service) WaitingAfter(ctx context.Context, after waiting.Cursor, most int) ([]waiting.Row, error) {
	found, err := withdrawdb.New(s.Store.DB()).ReviewAfter(ctx, clock.MicrosOf(after.Since), after.ID, int32(most))
	return waiting.List("withdraw: waiting", found, err, func(r withdrawdb.ReviewAfterRow) waiting.Row {
		return waiting.Row{ID: r.Reference, Member: r.Member, Amount: r.Amount, Since: r.Since.Time(), Says: reasons(r.Why)}
	})
}

// reasons are the conditions of an automatic payout that did not hold, as the table has them.
func reasons(why string) string {
	var list []string
	if json.Unmarshal([]byte(why), &list) != nil {
		return fmt.Sprintf("unreadable: %q", why) // whoever opens it is told more
	}
	return strings.Join(list, ", ")
}

// UnknownAfter lists the withdrawals behind a place whose order may have been sent and whose outcome is unknown, longest first.
// Those whose order may still go out are not among them.
func (s *Service) UnknownAfter(ctx context.Context, after waiting.Cursor, most int) ([]waiting.Row, error) {
	found, err := withdrawdb.New(s.Store.DB()).UnknownAfter(ctx, withdrawdb.UnknownAfterParams{
		SendBy: clock.MicrosOf(s.Store.Now()), Since: clock.MicrosOf(after.Since), AfterID: after.ID, Most: int32(most),
	})
	return waiting.List("withdraw: unknown", found, err, func(r withdrawdb.UnknownAfterRow) waiting.Row {
		return waiting.Row{ID: r.Reference, Member: r.Member, Amount: r.Amount, Since: r.Since.Time(), Says: r.Note}
	})
}

// CountUnknown counts what UnknownAfter lists, and returns since when the oldest waits.
func (s *Service) CountUnknown(ctx context.Context) (n int64, oldest time.Time, err error) {
	c, err := withdrawdb.New(s.Store.DB()).CountUnknown(ctx, clock.MicrosOf(s.Store.Now()))
	return waiting.Count("withdraw: unknown", c.Count, c.Oldest, err)
}
