package protection

import (
	"context"
	"fmt"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/store"
	"krapao/protection/internal/protectiondb"
)

// Members is the part of the members' state that shutting out needs.
type Members interface {
	// ShutTx locks the member's state, records until when the member has shut itself out (zero: unchanged), shuts the gate into
	// games, and returns the latest of the ends. It never brings an end forward. It returns NO_USER if there is no such member.
	ShutTx(ctx context.Context, tx *store.Tx, member string, breakUntil, excludedUntil time.Time) (until time.Time, err error)
	// OpenTx opens the gate into games. If the member is still shut out, it returns false and until when (zero: as long as the
	// house says).
	OpenTx(ctx context.Context, tx *store.Tx, member string) (opened bool, until time.Time, err error)
	// SecureTx records that all passwords at games must change. Call it before the member's state is locked.
	SecureTx(ctx context.Context, tx *store.Tx, member string) error
}

// The bounds of a break in days and of a self-exclusion in months.
const (
	LongestBreak      = 42
	ShortestExclusion = 6
	LongestExclusion  = 120
)

// The kinds of events.
const (
	eventBreak      = "break"
	eventExclude    = "exclude"
	eventDeactivate = "deactivate"
	eventClose      = "close"
	eventReactivate = "reactivate"
	eventPaid       = "paid"
	eventEnd        = "end"
)

// Break shuts a member out at once, for a number of days, and returns until when. It returns INVALID_INPUT for a number out of
// bounds.
func (s *Service) Break(ctx context.Context, member string, days int) (until time.Time, err error) {
	err = s.Store.Write(ctx, func(tx *store.Tx) error {
		until, err = s.BreakTx(ctx, tx, member, days, "")
		return err
	})
	return until, err
}

// BreakTx is Break inside the caller's transaction. by is the operator who decides it; empty: the member itself.
func (s *Service) BreakTx(ctx context.Context, tx *store.Tx, member string, days int, by string) (time.Time, error) {
	if days < 1 || days > LongestBreak {
		return time.Time{}, fault.New(fault.INVALID_INPUT, "a break takes 1 to %d days", LongestBreak)
	}
	return s.shutTx(ctx, tx, shutting{
		member: member, kind: eventBreak, by: by, breakUntil: tx.Now.Add(time.Duration(days) * 24 * time.Hour),
	})
}

// Exclude shuts a member out for a number of months: a self-exclusion. Otherwise it is like Break.
func (s *Service) Exclude(ctx context.Context, member string, months int) (until time.Time, err error) {
	err = s.Store.Write(ctx, func(tx *store.Tx) error {
		until, err = s.ExcludeTx(ctx, tx, member, months, "")
		return err
	})
	return until, err
}

// ExcludeTx is Exclude inside the caller's transaction. by is the operator who decides it; empty: the member itself.
func (s *Service) ExcludeTx(ctx context.Context, tx *store.Tx, member string, months int, by string) (time.Time, error) {
	if months < ShortestExclusion || months > LongestExclusion {
		return time.Time{}, fault.New(fault.INVALID_INPUT, "an exclusion takes %d to %d months", ShortestExclusion, LongestExclusion)
	}
	return s.shutTx(ctx, tx, shutting{
		member: member, kind: eventExclude, by: by, excludedUntil: tx.Now.AddDate(0, months, 0),
	})
}

// ShutTx shuts out a member that the house deactivates in the same commit. by is the operator who decides it.
func (s *Service) ShutTx(ctx context.Context, tx *store.Tx, member, by string) error {
	_, err := s.shutTx(ctx, tx, shutting{member: member, kind: eventDeactivate, by: by})
	return err
}

// shutting is a decision that shuts a member out.
type shutting struct {
	member, kind, by          string
	breakUntil, excludedUntil time.Time
}

// shutTx shuts a member out: from its commit, no transfer into a game begins. It shuts the gate, has all passwords at games
// changed, and writes the row by which Follow brings home what games hold.
func (s *Service) shutTx(ctx context.Context, tx *store.Tx, o shutting) (until time.Time, err error) {
	if err := s.Members.SecureTx(ctx, tx, o.member); err != nil {
		return until, err
	}
	if until, err = s.Members.ShutTx(ctx, tx, o.member, o.breakUntil, o.excludedUntil); err != nil {
		return until, err
	}
	q := protectiondb.New(tx)
	if err := q.ShutMember(ctx, o.member, clock.MicrosOf(tx.Now)); err != nil {
		return until, fmt.Errorf("protection: shut a member out: %w", err)
	}
	tx.AfterCommit(s.Wake)
	return until, eventTx(ctx, tx, o.member, o.kind, o.by, later(o.breakUntil, o.excludedUntil))
}

// CloseTx has everything of a member paid out once it is home. The house deactivates the member in the same commit.
func (s *Service) CloseTx(ctx context.Context, tx *store.Tx, member, by string) error {
	if err := protectiondb.New(tx).CloseShut(ctx, clock.MicrosOf(tx.Now), member); err != nil {
		return fmt.Errorf("protection: close an account: %w", err)
	}
	return eventTx(ctx, tx, member, eventClose, by, time.Time{})
}

// LetInTx lets in a member that the house has reactivated: Follow looks at it again now. A break or a self-exclusion of the
// member's own goes on.
func (s *Service) LetInTx(ctx context.Context, tx *store.Tx, member, by string) error {
	if err := eventTx(ctx, tx, member, eventReactivate, by, time.Time{}); err != nil {
		return err
	}
	if err := protectiondb.New(tx).WakeShut(ctx, clock.MicrosOf(tx.Now), member); err != nil {
		return fmt.Errorf("protection: have a member looked at again: %w", err)
	}
	return nil
}

// ComingHome reports whether a member is shut out and may still have money in games.
func (s *Service) ComingHome(ctx context.Context, member string) (bool, error) {
	row, err := protectiondb.New(s.Store.DB()).ShutRow(ctx, member)
	switch {
	case store.NotFound(err):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("protection: read a member that is shut out: %w", err)
	}
	return row.HomeAt == 0, nil
}

// Away counts the members that are shut out and whose money may not be all home, or closed and not yet paid out.
type Away struct {
	Members int64
	// Since is when that began for the first of them; zero if there is none.
	Since time.Time
}

// Away counts the members whose money is away, for metrics.
func (s *Service) Away(ctx context.Context) (Away, error) {
	row, err := protectiondb.New(s.Store.DB()).CountAway(ctx)
	if err != nil {
		return Away{}, fmt.Errorf("protection: count members whose money is away: %w", err)
	}
	return Away{Members: row.Members, Since: clock.Micros(row.Since).Time()}, nil
}

// eventTx writes an event of a member's protection.
func eventTx(ctx context.Context, tx *store.Tx, member, kind, by string, until time.Time) error {
	err := protectiondb.New(tx).AddEvent(ctx, protectiondb.AddEventParams{
		ID: id.Text(eventLength), Member: member, Kind: kind, Until: clock.MicrosOf(until), DecidedBy: by, At: clock.MicrosOf(tx.Now),
	})
	if err != nil {
		return fmt.Errorf("protection: write an event: %w", err)
	}
	return nil
}

const eventLength = 20

// Event is a decision that shut a member out or let it in again, or its end.
type Event struct {
	Kind  string
	Until time.Time
	// By is the operator; empty if the member did it itself, or the time had come.
	By string
	At time.Time
}

// Events lists a member's events, the newest first, at most so many.
func (s *Service) Events(ctx context.Context, member string, most int) ([]Event, error) {
	rows, err := protectiondb.New(s.Store.DB()).Events(ctx, member, int32(most))
	if err != nil {
		return nil, fmt.Errorf("protection: read events: %w", err)
	}
	list := make([]Event, len(rows))
	for i, row := range rows {
		list[i] = Event{Kind: row.Kind, Until: row.Until.Time(), By: row.DecidedBy, At: row.At.Time()}
	}
	return list, nil
}

// Closed reports whether the house has closed an inactive member's account, and not only deactivated it.
func (s *Service) Closed(ctx context.Context, member string) (bool, error) {
	events, err := s.Events(ctx, member, newest)
	for _, e := range events {
		switch e.Kind {
		case eventClose:
			return true, err
		case eventReactivate:
			return false, err
		}
	}
	return false, err
}

// newest is how many events say how a member stands.
const newest = 20

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
