package verify

import (
	"context"
	"fmt"
	"time"

	"krapao/cmd/krapao/verify/internal/verifydb"
	"krapao/internal/clock"
)

// shutGrace is how far the clocks of two nodes may be apart, including a transaction that waited for its member.
const shutGrace = time.Minute

// shut: a member has its gate raised and a row that brings its money home, if and only if it is shut out of play. And no money of
// such a member went into a game since (RULES.md section 11).
func (r *Result) shut(ctx context.Context, q *verifydb.Queries, now time.Time) error {
	rows, err := q.ShutOff(ctx, clock.MicrosOf(now))
	if err != nil {
		return fmt.Errorf("verify: shut: %w", err)
	}
	for _, m := range rows {
		r.wrong("member:%s: its gates and its shut-out don't agree: gates %d, shut out since %d", m.Member, m.Gates, m.Since)
	}
	strays, err := q.PlayedWhileShut(ctx, shutGrace.Microseconds())
	if err != nil {
		return fmt.Errorf("verify: shut: %w", err)
	}
	for _, t := range strays {
		r.wrong("member:%s: transfer %d went into a game while the member was shut out", t.Member, t.ID)
	}
	return nil
}
