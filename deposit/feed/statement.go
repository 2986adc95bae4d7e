package feed

import (
	"context"
	"fmt"
	"time"

	"krapao/deposit/internal/depositdb"
	"krapao/internal/clock"
)

// Statement is how far one of our accounts' statements is read.
type Statement struct {
	Account string
	ReadAt  time.Time
	// FailingSince and Failure are set while it can't be read.
	FailingSince time.Time
	Failure      string
}

// Statements lists how far each statement is read.
func (r *Reader) Statements(ctx context.Context) ([]Statement, error) {
	rows, err := depositdb.New(r.store.DB()).Feeds(ctx)
	if err != nil {
		return nil, fmt.Errorf("deposit: feeds: %w", err)
	}
	list := make([]Statement, len(rows))
	for i, row := range rows {
		list[i] = Statement{
			Account: row.Account, ReadAt: row.ReadAt.Time(), FailingSince: row.FailingSince.Time(), Failure: row.Failure,
		}
	}
	return list, nil
}

// Waits are figures to be alarmed by.
type Waits struct {
	// Failing is since when a statement can't be read (zero: all can).
	Failing time.Time
	// Lines is how many lines of statements could not be booked and wait for an operator, and since when the oldest does.
	Lines      int64
	LinesSince time.Time
}

// Waits reads the figures.
func (r *Reader) Waits(ctx context.Context) (w Waits, err error) {
	failing, err := depositdb.New(r.store.DB()).FailingFeeds(ctx)
	if err != nil {
		return w, fmt.Errorf("deposit: feeds: %w", err)
	}
	w.Failing = clock.Micros(failing).Time()
	if w.Lines, w.LinesSince, err = r.caseWaits(ctx); err != nil {
		return w, fmt.Errorf("deposit: lines: %w", err)
	}
	return w, nil
}
