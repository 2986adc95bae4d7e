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
	batch       = 8 // they all start at once, because their leases have begun
	concurrency = 8
	// quiet is how often due slips are looked for while nothing is written on any node.
	quiet = 10 * time.Second
)

// Run reads, verifies and books slips until the context ends. Any number of nodes may run it. A slip is leased to one
// node at a time, and a node that lost its lease changes nothing any more.
func (s *Service) Run(ctx context.Context) {
	if err := s.makeLeasedDue(ctx); err != nil && ctx.Err() == nil {
		s.log.Warn("deposit: slips of a former process can't be made due", "error", err)
	}
	for ctx.Err() == nil {
		n, err := deposit.OneRound(ctx, s.Turn)
		if err != nil && ctx.Err() == nil {
			s.log.Warn("deposit: slips", "error", err)
		}
		if n > 0 && err == nil {
			continue // there may be more, also of the same members
		}
		s.store.Rest(ctx, s.deps.Round, quiet, s.wake)
	}
}

// makeLeasedDue makes the slips due that a former process was working on when it died. It does so only on SQLite, where this
// is the only node. On PostgreSQL the leases expire.
func (s *Service) makeLeasedDue(ctx context.Context) error {
	if s.store.Engine() != store.SQLite || s.deps.Blobs == nil {
		return nil
	}
	return s.store.Write(ctx, func(tx *store.Tx) error { return depositdb.New(tx).MakeLeasedDue(ctx, clock.MicrosOf(tx.Now)) })
}

// Turn works once on the slips that are due, and returns their number.
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

// workSafely postpones a slip that fails, a panic included. Other slips go on.
func (s *Service) workSafely(ctx context.Context, row *depositdb.Slip) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
		if err == nil || errors.Is(err, errFenced) || ctx.Err() != nil {
			err = nil // done, taken over, or this node stops and the lease will expire
			return
		}
		s.log.Warn("deposit: slip", "slip", row.ID, "error", err)
		if err = s.later(ctx, row, pause{said: row.Verifier}); errors.Is(err, errFenced) {
			err = nil
		}
	}()
	return s.workOn(ctx, row)
}

// leaseDue leases one slip of each member, so that a member with many uploads waits only for its own. It reads first
// and writes only if something is due: an idle node costs nothing.
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
	ctx, cancel := context.WithTimeout(ctx, s.deps.Lease*9/10) // this node stops before another one may start
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
