package reconcile

import (
	"context"
	"errors"
	"fmt"
	"time"

	"krapao/game"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/reconcile/internal/reconciledb"
)

// turnMargin is how much longer than Settings.MaxRun a turn may take, for its last call and for storing the result.
const turnMargin = time.Minute

// turn leases a day, compares as much of it as one turn can, and stores the result. A node that was paused past its lease
// stores nothing.
func (r *Service) turn(ctx context.Context, row reconciledb.ReconcileDay) (ended bool, err error) {
	leased := clock.MicrosOf(r.store.Now().Add(r.settings.MaxRun + turnMargin))
	mine, err := r.takeDay(ctx, row, leased)
	if err != nil || !mine {
		return false, err
	}
	bounded, cancel := context.WithTimeout(ctx, r.settings.MaxRun)
	defer cancel()
	begun := row.Asked
	ended, failure := r.compareDay(bounded, &row)
	if ctx.Err() != nil {
		return false, ctx.Err() // the node stops; the lease expires
	}
	if bounded.Err() != nil && !ended {
		failure = nil // the turn's time is over; the provider has not failed
		if row.Asked == begun {
			failure = errNoProgress
		}
	}
	switch {
	case failure != nil:
		r.postpone(&row, failure)
	case ended:
		if err := r.endDay(ctx, &row); err != nil {
			return false, err
		}
	default:
		row.DueAt = clock.MicrosOf(r.store.Now())
	}
	if err := r.noteDay(ctx, row, leased); err != nil {
		return false, err
	}
	return ended && failure == nil, failure
}

func (r *Service) takeDay(ctx context.Context, row reconciledb.ReconcileDay, leased clock.Micros) (bool, error) {
	var n int64
	err := r.store.Write(ctx, func(tx *store.Tx) (err error) {
		n, err = reconciledb.New(tx).TakeDay(ctx, reconciledb.TakeDayParams{
			LeasedUntil: leased, Provider: row.Provider, Day: row.Day, DueAt: row.DueAt,
		})
		return err
	})
	return n == 1, err
}

// postpone plans the next try after a failure. The day keeps its progress, and the reason.
func (r *Service) postpone(row *reconciledb.ReconcileDay, failure error) {
	pause := r.settings.Retry
	for range min(row.Tries, 10) {
		pause = min(2*pause, r.settings.MaxRetry)
	}
	row.Tries++
	row.Reason = failure.Error()
	row.DueAt = clock.MicrosOf(r.store.Now().Add(pause))
}

// endDay closes the day if all is compared and nothing differs. Otherwise it is compared again the next night, until
// Settings.Again is over.
func (r *Service) endDay(ctx context.Context, row *reconciledb.ReconcileDay) error {
	open, err := reconciledb.New(r.store.DB()).CountOpenCases(ctx, row.Provider, row.Day)
	if err != nil {
		return fmt.Errorf("reconcile: read the cases of a day: %w", err)
	}
	row.Differences, row.Tries, row.Asked = open, 0, ""
	row.Times++
	day, err := spanOf(row.Day)
	if err != nil {
		return err
	}
	now := r.store.Now()
	tonight, err := spanOf(dayOf(now))
	if err != nil {
		return err
	}
	next := tonight.to.Add(r.settings.From)
	if now.Before(day.to.Add(r.settings.From)) { // it was compared before it was over
		row.DueAt = clock.MicrosOf(day.to.Add(r.settings.From))
		return nil
	}
	if row.Waiting+row.Differences > 0 && !next.After(day.to.Add(r.settings.From+r.settings.Again)) {
		row.DueAt = clock.MicrosOf(next)
		return nil
	}
	row.State = dayDone
	return nil
}

func (r *Service) noteDay(ctx context.Context, row reconciledb.ReconcileDay, leased clock.Micros) error {
	err := r.store.Write(ctx, func(tx *store.Tx) error {
		n, err := reconciledb.New(tx).NoteDay(ctx, reconciledb.NoteDayParams{
			Method: row.Method, State: row.State, NextAt: row.DueAt, Tries: row.Tries, Times: row.Times, Asked: row.Asked,
			Ours: row.Ours, Theirs: row.Theirs, Compared: row.Compared, Waiting: row.Waiting, Differences: row.Differences,
			Reason: game.Printable(row.Reason), UpdatedAt: clock.MicrosOf(tx.Now),
			Provider: row.Provider, Day: row.Day, LeasedUntil: leased,
		})
		if err != nil {
			return err
		}
		if n == 0 {
			return errOvertaken
		}
		return r.stopTx(ctx, tx, row.Provider)
	})
	if err != nil {
		return fmt.Errorf("reconcile: note a day: %w", err)
	}
	return nil
}

// errOvertaken: another node has taken over the day.
var errOvertaken = errors.New("reconcile: another node has taken the day")

// errNoProgress: the next turn would end where this one did.
var errNoProgress = errors.New("reconcile: the time of a whole turn was not enough for one part of the day")
