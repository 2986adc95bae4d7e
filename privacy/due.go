package privacy

import (
	"context"
	"errors"
	"fmt"
	"time"

	"krapao/internal/clock"
	"krapao/privacy/internal/privacydb"
)

// MostDue is up to how many rows of a rule are counted: more are told as more than that.
const MostDue = 10_000

// Due is how many rows have outlived their rule.
type Due struct {
	// Rows are at most MostDue.
	Rows int
	// More: there are more than Rows.
	More bool
}

// Now is the service's time.
func (s *Service) Now() time.Time { return s.d.Now() }

// Due counts the rows that have outlived their rule and wait for a job, by the rules' names. A rule that no job ends is left out.
// Rows become due all the time: some of them are what a job does next.
func (s *Service) Due(ctx context.Context) (map[string]Due, error) {
	counts := map[string]Due{}
	for _, rule := range Rules() {
		if rule.End != ByJob {
			continue
		}
		n, err := s.due(ctx, rule)
		if err != nil {
			return nil, fmt.Errorf("privacy: what is due of %s: %w", rule.Name, err)
		}
		counts[rule.Name] = Due{Rows: min(int(n), MostDue), More: n > MostDue}
	}
	return counts, nil
}

// due counts at most one more than MostDue of each table.
func (s *Service) due(ctx context.Context, rule Rule) (int64, error) {
	const most = MostDue + 1
	q, now := privacydb.New(s.d.Store.DB()), s.d.Now()
	at, before := clock.MicrosOf(now), clock.MicrosOf(now.Add(-time.Duration(rule.Days)*24*time.Hour))
	switch rule.Name {
	case "payments":
		return q.DueDocuments(ctx, clock.MicrosOf(now.AddDate(-paymentYears, 0, 0)), most)
	case "slips":
		return q.DuePictures(ctx, at, most)
	case "chat":
		return q.DueChats(ctx, before, most)
	case "sessions":
		return q.DueSessions(ctx, before, most)
	case "codes":
		return q.DueCodes(ctx, before, most)
	case "short":
		return q.DueShort(ctx, privacydb.DueShortParams{Now: at, Before: before, Most: most})
	default:
		return 0, errors.New("nobody counts its rows")
	}
}
