package bonus

import (
	"slices"
	"strings"
	"time"

	"krapao/bonus/internal/bonusdb"
)

// Outages as a condition's time sees them (RULES.md section 7): the time in which one of its games, or all deposits, could
// not be used. Outages at the same time count once.

// shortest is what an outage has to be longer than to count.
const shortest = 30 * time.Minute

const (
	gameSubject     = "game:"
	depositsSubject = "deposits"
)

type span struct{ from, to time.Time }

// extended is the condition's expiry with the outages in its time added: the clock stands still in them. One that lasts counts
// up to now.
func (c *Condition) extended(rows []bonusdb.Outage, now time.Time) time.Time {
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

// outages are those that count for the condition, by their beginning.
func (c *Condition) outages(rows []bonusdb.Outage, now time.Time) []span {
	var spans []span
	for _, row := range rows {
		outage := span{row.BeganAt.Time(), row.EndedAt.Time()}
		if row.EndedAt == 0 {
			outage.to = now
		}
		if c.hit(row.Subject) && outage.to.Sub(outage.from) > shortest {
			spans = append(spans, outage)
		}
	}
	slices.SortFunc(spans, func(a, b span) int { return a.from.Compare(b.from) })
	return spans
}

// hit tells whether what can't be used keeps the member from what the condition asks.
func (c *Condition) hit(subject string) bool {
	code, game := strings.CutPrefix(subject, gameSubject)
	return subject == depositsSubject || game && slices.Contains(c.Terms.Games, code)
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
