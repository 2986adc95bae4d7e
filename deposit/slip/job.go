package slip

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"krapao/deposit"
	"krapao/deposit/internal/depositdb"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/secret"
	"krapao/internal/store"
)

const (
	batch       = 8 // all of a batch start at once: a lease begins to run when it is taken
	concurrency = 8
	// mostPause is the longest pause between two turns of a slip that waits for its bank.
	mostPause = 10 * time.Minute
	// operatorAfter is when a slip that still waits becomes an operator's case (RULES.md section 3).
	operatorAfter = 24 * time.Hour
)

// errFenced: another node took the slip over; whatever this one found does not count.
var errFenced = errors.New("deposit: the slip's lease has passed on")

// Run reads, verifies and books slips until the context ends. Any number of nodes may run it: a slip is leased to one
// at a time, and a node that lost its lease changes nothing any more.
func (s *Service) Run(ctx context.Context) {
	if err := s.takeUp(ctx); err != nil && ctx.Err() == nil {
		s.log.Warn("deposit: slips that a former process left", "error", err)
	}
	for ctx.Err() == nil {
		n, err := deposit.InTurn(ctx, s.Turn)
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

// change writes a slip's next state, unless the lease has passed on, and tells the member.
func (s *Service) change(ctx context.Context, row *depositdb.Slip, write func(tx *store.Tx, q *depositdb.Queries) (int64, error)) error {
	return s.store.Write(ctx, func(tx *store.Tx) error {
		n, err := write(tx, depositdb.New(tx))
		if err != nil {
			return err
		}
		if n == 0 {
			return errFenced
		}
		tx.AfterCommit(func() { s.arrivals.Changed(row.Member) })
		return nil
	})
}

// end brings a slip to a state in which the job leaves it, and frees its claim: only the credit's is final.
func (s *Service) end(ctx context.Context, row *depositdb.Slip, o outcome) error {
	return s.change(ctx, row, func(tx *store.Tx, q *depositdb.Queries) (int64, error) {
		return s.endTx(ctx, tx, row, o)
	})
}

func (s *Service) endTx(ctx context.Context, tx *store.Tx, row *depositdb.Slip, o outcome) (int64, error) {
	q := depositdb.New(tx)
	n, err := q.EndSlip(ctx, depositdb.EndSlipParams{
		State: string(o.end), Reason: string(o.reason), Account: o.to.Code, Verifier: row.Verifier,
		UpdatedAt: clock.MicrosOf(tx.Now), Inflow: o.already, ID: row.ID, Fence: row.Fence,
	})
	if err != nil || n == 0 || o.end == stateCredited {
		return n, err
	}
	return n, q.FreeClaim(ctx, row.ID)
}

func (s *Service) fail(ctx context.Context, row *depositdb.Slip, reason fault.Code) error {
	return s.end(ctx, row, outcome{end: stateFailed, reason: reason})
}

// pause is why and how long a slip is put off.
type pause struct {
	// note is what the member is told meanwhile; empty: that the slip is being checked.
	note fault.Code
	// said is who was asked and what it said, for operators.
	said string
	// after is what the outside asked for; most bounds our own pauses, 0: mostPause.
	after, most time.Duration
}

// later puts a slip off: for as long as the outside asked for, else for a pause that doubles with each turn that did not
// get on. A slip that waits for a day becomes an operator's case.
func (s *Service) later(ctx context.Context, row *depositdb.Slip, p pause) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.deps.Call) // also where the turn's time is up
	defer cancel()
	row.Verifier = p.said
	if s.store.Now().Sub(s.store.CountFrom(row.UploadedAt.Time())) >= operatorAfter {
		return s.end(ctx, row, outcome{end: stateReview, reason: fault.SLIP_UNVERIFIED})
	}
	most := p.most
	if most == 0 {
		most = mostPause
	}
	wait := max(min(s.deps.Again<<min(row.Tries, 16), most), p.after)
	wait += time.Duration(rand.Int64N(int64(wait)/4 + 1)) // slips of one outage don't come back together
	return s.store.Write(ctx, func(tx *store.Tx) error {
		n, err := depositdb.New(tx).Later(ctx, depositdb.LaterParams{
			DueAt: clock.MicrosOf(tx.Now.Add(wait)), Reason: string(p.note), Verifier: p.said, UpdatedAt: clock.MicrosOf(tx.Now), ID: row.ID, Fence: row.Fence,
		})
		if err == nil && n == 0 {
			return errFenced
		}
		if string(p.note) != row.Reason {
			tx.AfterCommit(func() { s.arrivals.Changed(row.Member) })
		}
		return err
	})
}

// transferOf is what the bank told of a verified slip.
func (s *Service) transferOf(row *depositdb.Slip) (t Transfer, err error) {
	text, err := s.box.Open(transferRow(row.ID), row.TransferSealed)
	if err != nil {
		return t, fmt.Errorf("deposit: transfer of slip %s: %w", row.ID, err)
	}
	if err := json.Unmarshal([]byte(text), &t); err != nil {
		return t, fmt.Errorf("deposit: transfer of slip %s: %w", row.ID, err)
	}
	return t, nil
}

func transferRow(slip string) secret.Row {
	return secret.Row{Table: "slip", Column: "transfer_sealed", ID: slip}
}

// transferID is the identifier that a transfer has in every channel.
func transferID(bank, reference string) deposit.Identifier {
	return deposit.Identifier{Kind: "bank:" + bank, Value: strings.ToLower(reference)}
}
