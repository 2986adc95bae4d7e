package deposit

import (
	"context"
	"strings"
	"time"

	"krapao/deposit/internal/depositdb"
	"krapao/internal/clock"
	"krapao/internal/waiting"
)

// Pending are the arrivals and reversals that wait for a person.
type Pending struct{ s *Service }

// PendingIn are those of a service.
func PendingIn(s *Service) Pending { return Pending{s} }

// HeldAfter lists held arrivals behind a place, oldest first.
func (p Pending) HeldAfter(ctx context.Context, after waiting.Cursor, most int) ([]waiting.Row, error) {
	found, err := depositdb.New(p.s.store.DB()).HeldAfter(ctx, clock.MicrosOf(after.Since), after.ID, int32(most))
	return waiting.List("deposit: held", found, err, func(r depositdb.HeldAfterRow) waiting.Row {
		return arrivalRow(depositdb.UnmatchedAfterRow(r))
	})
}

// CountHeld counts held arrivals, and returns since when the oldest waits.
func (p Pending) CountHeld(ctx context.Context) (n int64, oldest time.Time, err error) {
	c, err := depositdb.New(p.s.store.DB()).CountHeld(ctx)
	return waiting.Count("deposit: held", c.Count, c.Oldest, err)
}

// UnmatchedAfter lists unmatched arrivals behind a place, oldest first.
func (p Pending) UnmatchedAfter(ctx context.Context, after waiting.Cursor, most int) ([]waiting.Row, error) {
	found, err := depositdb.New(p.s.store.DB()).UnmatchedAfter(ctx, clock.MicrosOf(after.Since), after.ID, int32(most))
	return waiting.List("deposit: unmatched", found, err, arrivalRow)
}

// CountUnmatched counts unmatched arrivals, and returns since when the oldest waits.
func (p Pending) CountUnmatched(ctx context.Context) (n int64, oldest time.Time, err error) {
	w, err := p.s.Waits(ctx)
	return w.Unmatched, w.UnmatchedSince, err
}

func arrivalRow(r depositdb.UnmatchedAfterRow) waiting.Row {
	return waiting.Row{
		ID: r.ID, Member: r.Member, Amount: r.Amount, Since: r.SeenAt.Time(), Says: strings.TrimSpace(r.Account + " " + r.Reason),
	}
}

// ReversalsAfter lists the reversals behind a place whose arrival was never booked, oldest first. The ID is account/source.
func (p Pending) ReversalsAfter(ctx context.Context, after waiting.Cursor, most int) ([]waiting.Row, error) {
	found, err := depositdb.New(p.s.store.DB()).ReversalsAfter(ctx, clock.MicrosOf(after.Since), after.ID, int32(most))
	return waiting.List("deposit: reversals", found, err, func(r depositdb.ReversalsAfterRow) waiting.Row {
		return waiting.Row{
			ID: r.Account + "/" + r.Source, Amount: r.Amount, Since: r.ToldAt.Time(), Says: "taken back as " + r.Reference,
		}
	})
}

// CountReversals counts what ReversalsAfter lists, and returns since when the oldest waits.
func (p Pending) CountReversals(ctx context.Context) (n int64, oldest time.Time, err error) {
	c, err := depositdb.New(p.s.store.DB()).CountReversals(ctx)
	return waiting.Count("deposit: reversals", c.Count, c.Oldest, err)
}
