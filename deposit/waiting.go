package deposit

import (
	"context"
	"fmt"
	"time"

	"krapao/deposit/internal/depositdb"
	"krapao/internal/clock"
)

// Waits are figures for alarms.
type Waits struct {
	// Unmatched is the number of arrivals that nobody has claimed. UnmatchedSince is the arrival time of the oldest
	// (zero if there is none).
	Unmatched      int64
	UnmatchedSince time.Time
}

// Waits returns the figures.
func (s *Service) Waits(ctx context.Context) (w Waits, err error) {
	unmatched, err := depositdb.New(s.store.DB()).UnmatchedSince(ctx)
	if err != nil {
		return w, fmt.Errorf("deposit: unmatched: %w", err)
	}
	return Waits{Unmatched: unmatched.Count, UnmatchedSince: clock.Micros(unmatched.Oldest).Time()}, nil
}

// UnmatchedMoney lists unmatched arrivals, oldest first.
func (s *Service) UnmatchedMoney(ctx context.Context, limit int) ([]Inflow, error) {
	rows, err := depositdb.New(s.store.DB()).Unmatched(ctx, int32(limit))
	if err != nil {
		return nil, fmt.Errorf("deposit: unmatched: %w", err)
	}
	return s.inflowsOf(rows)
}

// Waiting lists held and unmatched arrivals, oldest first.
func (s *Service) Waiting(ctx context.Context, limit int) ([]Inflow, error) {
	rows, err := depositdb.New(s.store.DB()).Waiting(ctx, int32(limit))
	if err != nil {
		return nil, fmt.Errorf("deposit: waiting: %w", err)
	}
	return s.inflowsOf(rows)
}

func (s *Service) inflowsOf(rows []depositdb.Inflow) ([]Inflow, error) {
	list := make([]Inflow, 0, len(rows))
	for _, row := range rows {
		in, err := s.InflowOf(row)
		if err != nil {
			return nil, err
		}
		list = append(list, in)
	}
	return list, nil
}
