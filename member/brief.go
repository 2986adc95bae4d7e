package member

import (
	"context"
	"fmt"
	"strings"

	"krapao/internal/clock"
)

// Brief is what names a member in operators' lists, and how it stands.
type Brief struct {
	ID, Username, Name string
	// State is active, shut out, deactivated or closed.
	State string
}

// brief finds members by their IDs.
const brief = `SELECT m.id, m.username, m.name, m.active, s.break_until, s.excluded_until,
	CASE WHEN m.active THEN '' ELSE COALESCE((SELECT e.kind FROM protection_event e
		WHERE e.member = m.id AND e.kind IN ('close', 'reactivate') ORDER BY e.at DESC, e.id DESC LIMIT 1), '') END
FROM member m JOIN member_state s ON s.member = m.id WHERE m.id IN (`

// Briefs finds members by their IDs in one statement. Who is nobody is left out.
func (s *Service) Briefs(ctx context.Context, ids ...string) ([]Brief, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	marks, values := make([]string, len(ids)), make([]any, len(ids))
	for i, id := range ids {
		marks[i], values[i] = fmt.Sprintf("$%d", i+1), id
	}
	rows, err := s.Store.DB().QueryContext(ctx, brief+strings.Join(marks, ", ")+")", values...)
	if err != nil {
		return nil, fmt.Errorf("member: by ids: %w", err)
	}
	defer func() { _ = rows.Close() }()
	now, found := s.Store.Now(), []Brief{}
	for rows.Next() {
		var m Listed
		var ended string
		var breaks, excluded clock.Micros
		if err := rows.Scan(&m.ID, &m.Username, &m.Name, &m.Active, &breaks, &excluded, &ended); err != nil {
			return nil, fmt.Errorf("member: by ids: %w", err)
		}
		m.Closed, m.BreakUntil, m.ExcludedUntil = ended == closedBy, breaks.Time(), excluded.Time()
		found = append(found, Brief{m.ID, m.Username, m.Name, m.State(now)})
	}
	return found, rows.Err()
}

// closedBy is the event by which the house closes an account.
const closedBy = "close"
