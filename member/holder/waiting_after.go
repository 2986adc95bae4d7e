package holder

import (
	"context"

	"krapao/internal/clock"
	"krapao/internal/waiting"
	"krapao/member/holder/internal/holderdb"
)

// WaitingAfter lists the open cases behind a place, oldest first.
func (c *Cases) WaitingAfter(ctx context.Context, after waiting.Cursor, most int) ([]waiting.Row, error) {
	found, err := holderdb.New(c.store.DB()).CasesAfter(ctx, clock.MicrosOf(after.Since), after.ID, int32(most))
	return waiting.List("holder: cases", found, err, func(r holderdb.CasesAfterRow) waiting.Row {
		return waiting.Row{ID: r.ID, Member: r.Member, Since: r.FoundAt.Time(), Says: "the same name as " + r.Other}
	})
}
