package outage

import (
	"context"
	"slices"
	"strings"
	"time"

	"krapao/bonus/outage/internal/outagedb"
	"krapao/internal/clock"
)

// shortestOutage: an outage has to last longer than this to count.
const shortestOutage = 30 * time.Minute

type span struct{ from, to time.Time }

// Term is a condition's time before outages are added, and the codes of its games.
type Term struct {
	GrantedAt, ExpiresAt time.Time
	Games                []string
}

// DB reads the log: a transaction, or the database beside one.
type DB = outagedb.DBTX

// Deadline is when a condition expires: after its days, extended by its outages (RULES.md section 7). An outage is a time of
// more than 30 minutes in which one of its games, or all deposits, could not be used. Outages at the same time count once.
func Deadline(ctx context.Context, db DB, c Term, now time.Time) (time.Time, error) {
	rows, err := outagedb.New(db).Outages(ctx, clock.MicrosOf(later(now, c.ExpiresAt)), clock.MicrosOf(c.GrantedAt))
	if err != nil {
		return time.Time{}, err
	}
	return c.extended(rows, now), nil
}

// extended is the condition's expiry plus the outages in its time: they do not count as its time. An outage that still lasts
// counts up to now.
func (c *Term) extended(rows []outagedb.Outage, now time.Time) time.Time {
	until, counted := c.ExpiresAt, c.GrantedAt
	for _, outage := range c.outages(rows, now) {
		if !outage.from.Before(until) {
			break // the condition had expired before
		}
		from := later(outage.from, counted)
		if outage.to.After(from) {
			until, counted = until.Add(outage.to.Sub(from)), outage.to
		}
	}
	return until
}

// outages are the outages that count for the condition, in the order of their beginning.
func (c *Term) outages(rows []outagedb.Outage, now time.Time) []span {
	var spans []span
	for _, row := range rows {
		outage := span{row.BeganAt.Time(), row.EndedAt.Time()}
		if row.EndedAt == 0 {
			outage.to = now
		}
		if c.hit(row.Subject) && outage.to.Sub(outage.from) > shortestOutage {
			spans = append(spans, outage)
		}
	}
	slices.SortFunc(spans, func(a, b span) int { return a.from.Compare(b.from) })
	return spans
}

// hit reports whether an outage of this subject keeps the member from fulfilling the condition.
func (c *Term) hit(subject string) bool {
	code, game := strings.CutPrefix(subject, GameSubject)
	return subject == DepositsSubject || game && slices.Contains(c.Games, code)
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
