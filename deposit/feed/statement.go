package feed

import (
	"context"
	"fmt"
	"time"

	"krapao/deposit/internal/depositdb"
	"krapao/internal/clock"
)

// Statement says how far the statement of one of our accounts is read.
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

// Waits are figures for alarms.
type Waits struct {
	// Failing is the time since when a statement can't be read. Zero: all can be read.
	Failing time.Time
	// Lines is the number of lines that could not be booked and wait for an operator. LinesSince is the time of the
	// oldest.
	Lines      int64
	LinesSince time.Time
}

// Waits returns the figures.
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
