package verify

import (
	"context"
	"fmt"
	"time"

	"krapao/cmd/krapao/verify/internal/verifydb"
	"krapao/internal/clock"
)

// shutGrace is what the clocks of two nodes, and a transaction that waited for its member, may be apart.
const shutGrace = time.Minute

// shut: who is shut out of play has its gate shut and somebody who follows it up, nobody else has, and nothing went into a
// game since (RULES.md section 11).
func (r *Result) shut(ctx context.Context, q *verifydb.Queries, now time.Time) error {
	rows, err := q.ShutOff(ctx, clock.MicrosOf(now))
	if err != nil {
		return fmt.Errorf("verify: shut: %w", err)
	}
	for _, m := range rows {
		r.off("member:%s: whether it is shut out of play is not one thing: gates %d, followed since %d", m.Member, m.Gates, m.Since)
	}
	strays, err := q.PlayedWhileShut(ctx, shutGrace.Microseconds())
	if err != nil {
		return fmt.Errorf("verify: shut: %w", err)
	}
	for _, t := range strays {
		r.off("member:%s: transfer %d went into a game while the member was shut out", t.Member, t.ID)
	}
	return nil
}
