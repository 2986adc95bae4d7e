package slip

import (
	"context"
	"fmt"
	"time"

	"krapao/deposit/internal/depositdb"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
)

// List is one page of a member's slips.
type List struct {
	// Total is the number of all slips when page 1 was read.
	Total int
	Slips []Slip
}

const (
	mostSlips = 100
	mostPages = 1_000_000
	// anchorLife is how long the later pages can be read after page 1.
	anchorLife = 24 * time.Hour
)

// Page returns a page (from 1) of a member's slips, newest first. Page 1 fixes the list for the later pages of the
// session. Each slip is then seen once, even if slips are added in the meantime.
func (s *Service) Page(ctx context.Context, member, session string, page, limit int) (List, error) {
	if page < 1 || page > mostPages || limit < 1 || limit > mostSlips {
		return List{}, fault.New(fault.INVALID_INPUT, "page starts at 1, limit is 1 to %d", mostSlips)
	}
	newest, err := s.anchor(ctx, member, session, page == 1)
	if err != nil {
		return List{}, err
	}
	list := List{Total: int(newest), Slips: []Slip{}}
	top := newest - int64(page-1)*int64(limit)
	if top <= 0 {
		return list, nil
	}
	rows, err := depositdb.New(s.store.DB()).SlipPage(ctx, member, top, top-int64(limit))
	if err != nil {
		return List{}, err
	}
	for _, row := range rows {
		slip := slipOf(row)
		if slip.Already, err = s.alreadyOf(ctx, row); err != nil {
			return List{}, err
		}
		if slip.Already != nil {
			slip.Note = fault.SLIP_ALREADY_CREDITED // also if the money was held when the slip ended
		}
		list.Slips = append(list.Slips, slip)
	}
	return list, nil
}

// anchor returns the newest slip of the session's list. fresh starts a new list.
func (s *Service) anchor(ctx context.Context, member, session string, fresh bool) (int64, error) {
	q := depositdb.New(s.store.DB())
	known, err := q.Anchor(ctx, session)
	if err != nil && !store.NotFound(err) {
		return 0, err
	}
	began := err == nil
	if began && !fresh {
		return known, nil
	}
	newest, err := q.LastNumber(ctx, member)
	if err != nil || began && newest == known { // nothing is new, so that most first pages write nothing
		return newest, err
	}
	return newest, s.store.Write(ctx, func(tx *store.Tx) error {
		return depositdb.New(tx).SetAnchor(ctx, session, newest, clock.MicrosOf(tx.Now))
	})
}

// Sweep deletes old anchors and the pictures that have been kept long enough. Run it now and then.
func (s *Service) Sweep(ctx context.Context) error {
	err := s.store.Write(ctx, func(tx *store.Tx) error {
		return depositdb.New(tx).SweepAnchors(ctx, clock.MicrosOf(tx.Now.Add(-anchorLife)))
	})
	if err != nil || s.deps.Blobs == nil {
		return err
	}
	return s.deps.Blobs.Sweep(ctx)
}

// Waits is the number of waiting slips, and the upload time of the oldest.
type Waits struct {
	Slips int64
	Since time.Time
}

// Waits counts the slips that wait for their bank or their turn, and those that wait for an operator.
func (s *Service) Waits(ctx context.Context) (bank, operator Waits, err error) {
	rows, err := depositdb.New(s.store.DB()).CountWaiting(ctx)
	if err != nil {
		return bank, operator, fmt.Errorf("deposit: slips: %w", err)
	}
	for _, row := range rows {
		to := &bank
		if state(row.State) == stateReview {
			to = &operator
		}
		if since := clock.Micros(row.Oldest).Time(); to.Slips == 0 || since.Before(to.Since) {
			to.Since = since
		}
		to.Slips += row.Slips
	}
	return bank, operator, nil
}
