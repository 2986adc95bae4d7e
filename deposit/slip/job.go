package slip

import (
	"context"
	"errors"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"krapao/deposit"
	"krapao/deposit/internal/depositdb"
	"krapao/internal/clock"
	"krapao/internal/store"
)

const (
	batch       = 8 // all of a batch start at once: a lease begins to run when it is taken
	concurrency = 8
)

// Run reads, verifies and books slips until the context ends. Any number of nodes may run it: a slip is leased to one
// at a time, and a node that lost its lease changes nothing any more.
func (s *Service) Run(ctx context.Context) {
	if err := s.takeUp(ctx); err != nil && ctx.Err() == nil {
		s.log.Warn("deposit: slips that a former process left", "error", err)
	}
	for ctx.Err() == nil {
		n, err := deposit.OneRound(ctx, s.Turn)
		if err != nil && ctx.Err() == nil {
			s.log.Warn("deposit: slips", "error", err)
		}
		if n > 0 && err == nil {
			continue // there may be more, of the same members too
		}
		select {
		case <-ctx.Done():
		case <-s.wake:
		case <-time.After(s.deps.Round):
		}
	}
}

// takeUp makes due what a former process was at when it died. Only where this is the only node: on SQLite. On
// PostgreSQL its leases lapse.
func (s *Service) takeUp(ctx context.Context) error {
	if s.store.Engine() != store.SQLite || s.deps.Blobs == nil {
		return nil
	}
	return s.store.Write(ctx, func(tx *store.Tx) error { return depositdb.New(tx).TakeUp(ctx, clock.MicrosOf(tx.Now)) })
}

// Turn works on the slips that are due, once, and returns how many there were.
func (s *Service) Turn(ctx context.Context) (int, error) {
	due, err := s.leaseDue(ctx)
	if err != nil || len(due) == 0 {
		return 0, err
	}
	var g errgroup.Group
	g.SetLimit(concurrency)
	for _, row := range due {
		g.Go(func() error {
			return s.workSafely(ctx, &row)
		})
	}
	return len(due), g.Wait()
}

// workSafely: what goes wrong with one slip, a panic included, puts that one off and no other.
func (s *Service) workSafely(ctx context.Context, row *depositdb.Slip) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
		if err == nil || errors.Is(err, errFenced) || ctx.Err() != nil {
			err = nil // done, somebody else's by now, or this node stops: the lease will lapse
			return
		}
		s.log.Warn("deposit: slip", "slip", row.ID, "error", err)
		if err = s.later(ctx, row, pause{said: row.Verifier}); errors.Is(err, errFenced) {
			err = nil
		}
	}()
	return s.workOn(ctx, row)
}

// leaseDue takes one slip of each member, so that whoever uploads many at once waits for itself. It looks first and writes only where something is due: an idle node costs nothing.
func (s *Service) leaseDue(ctx context.Context) (due []depositdb.Slip, err error) {
	if s.deps.Blobs == nil {
		return nil, nil
	}
	waiting, err := depositdb.New(s.store.DB()).AnyDue(ctx, clock.MicrosOf(s.store.Now()))
	if err != nil || waiting == 0 {
		return nil, err
	}
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		due, err = depositdb.New(tx).LeaseDue(ctx, clock.MicrosOf(tx.Now.Add(s.deps.Lease)), clock.MicrosOf(tx.Now), batch)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("deposit: due slips: %w", err)
	}
	return due, nil
}

// workOn takes a leased slip as far as it goes: read, claim, verify, book. Each step is committed before the next.
func (s *Service) workOn(ctx context.Context, row *depositdb.Slip) error {
	ctx, cancel := context.WithTimeout(ctx, s.deps.Lease*9/10) // it stops before another node may start
	defer cancel()
	for goOn := true; goOn; {
		var err error
		switch state(row.State) {
		case stateReceived:
			goOn, err = s.read(ctx, row)
		case stateClaimed:
			goOn, err = s.verify(ctx, row)
		case stateVerified:
			goOn, err = false, s.book(ctx, row)
		case stateReview, stateCredited, stateFailed:
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}
