package audit

import (
	"context"
	"fmt"
	"math"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/operator/internal/auditdb"
)

// Filter chooses rows of the log. Of operator, subject and member an index serves one; the others are looked at row by row.
type Filter struct {
	// Operator, Subject and Member are whole names and IDs; "" is any.
	Operator, Subject, Member string
	// From and To bound the time: not before From, and before To. Zero is no bound.
	From, To time.Time
}

// Keeps reports whether a row is one of those.
func (f Filter) Keeps(r Record) bool {
	return (f.Operator == "" || r.By == f.Operator) && (f.Subject == "" || r.Subject == f.Subject) &&
		(f.Member == "" || r.Member == f.Member) &&
		(f.From.IsZero() || !r.At.Before(f.From)) && (f.To.IsZero() || r.At.Before(f.To))
}

// Newest lists rows before a number (0: from the end), newest first, at most so many. It reads by the narrowest index, so it may
// return rows that the filter does not keep.
func (l *Log) Newest(ctx context.Context, f Filter, before int64, most int) ([]Record, error) {
	since, until, err := l.between(ctx, f)
	if err != nil {
		return nil, err
	}
	if before > 0 {
		until = min(until, before)
	}
	q := auditdb.New(l.store.DB())
	var rows []auditdb.AuditLine
	switch limit := int32(most); {
	case f.Subject != "":
		rows, err = q.AuditOfSubject(ctx, auditdb.AuditOfSubjectParams{Subject: f.Subject, Before: until, Since: since, Most: limit})
	case f.Member != "":
		rows, err = q.AuditOfMember(ctx, auditdb.AuditOfMemberParams{Member: f.Member, Before: until, Since: since, Most: limit})
	case f.Operator != "":
		rows, err = q.AuditOfOperator(ctx, auditdb.AuditOfOperatorParams{
			Operator: f.Operator, Before: until, Since: since, Most: limit,
		})
	default:
		rows, err = q.NewestAudit(ctx, until, since, limit)
	}
	if err != nil {
		return nil, fmt.Errorf("operator: audit: %w", err)
	}
	return records(rows), nil
}

// Decisions is how much an operator has decided since a time: proposed, approved or done. What it only opened does not count.
func (l *Log) Decisions(ctx context.Context, operator string, since time.Time) (int64, error) {
	number, err := l.firstSince(ctx, since)
	if err != nil {
		return 0, err
	}
	n, err := auditdb.New(l.store.DB()).DecisionsOf(ctx, operator, number)
	if err != nil {
		return 0, fmt.Errorf("operator: audit: %w", err)
	}
	return n, nil
}

// skew is how far two nodes' clocks may be apart. Rows have the times of the nodes that wrote them, and their numbers order them.
const skew = time.Minute

// between returns the numbers between which the rows of a span are.
func (l *Log) between(ctx context.Context, f Filter) (since, until int64, err error) {
	until = math.MaxInt64
	if !f.From.IsZero() {
		if since, err = l.firstSince(ctx, f.From.Add(-skew)); err != nil {
			return 0, 0, err
		}
	}
	if !f.To.IsZero() {
		until, err = l.firstSince(ctx, f.To.Add(skew))
	}
	return since, until, err
}

// firstSince returns the number of the first row that is not before a time; a number after all rows if there is none.
func (l *Log) firstSince(ctx context.Context, at time.Time) (int64, error) {
	number, err := auditdb.New(l.store.DB()).FirstAuditSince(ctx, clock.MicrosOf(at))
	if store.NotFound(err) {
		return math.MaxInt64, nil
	}
	if err != nil {
		return 0, fmt.Errorf("operator: audit: %w", err)
	}
	return number, nil
}
