package identity

import (
	"context"
	"fmt"
	"time"

	"krapao/internal/clock"
	"krapao/operator/internal/identitydb"
	"krapao/session"
)

// decidedWithin is the time of which an operator's decisions are counted.
const decidedWithin = 30 * 24 * time.Hour

// Line is what the house's people see of an operator, beside what it may.
type Line struct {
	Held

	// SeenAt is the last call of a session that is still known, zero: there is none. InvitedUntil is the end of an invitation that
	// nobody has used, zero: there is none.
	SeenAt, InvitedUntil time.Time
	// Decisions is how much it has decided in the last 30 days.
	Decisions int64
}

// Line returns what is seen of an operator.
func (s *Service) Line(ctx context.Context, name string) (l Line, err error) {
	if l.Held, err = s.Held(ctx, name); err != nil {
		return Line{}, err
	}
	now := s.store.Now()
	until, err := identitydb.New(s.store.DB()).InvitedUntil(ctx, name, clock.MicrosOf(now))
	if err != nil {
		return Line{}, fmt.Errorf("identity: invitations: %w", err)
	}
	l.InvitedUntil = clock.Micros(until).Time()
	if l.SeenAt, err = s.sessions.SeenLast(ctx, session.Operator, name); err != nil {
		return Line{}, err
	}
	l.Decisions, err = s.log.Decisions(ctx, name, now.Add(-decidedWithin))
	return l, err
}
