package slip

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"krapao/deposit"
	"krapao/deposit/internal/depositdb"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/secret"
	"krapao/internal/store"
)

const (
	// mostPause is the longest pause between two turns of a slip that waits for its bank.
	mostPause = 10 * time.Minute
	// operatorAfter is when a slip that still waits becomes an operator's case (RULES.md section 3).
	operatorAfter = 24 * time.Hour
)

// errFenced: another node took the slip over; whatever this one found does not count.
var errFenced = errors.New("deposit: the slip's lease has passed on")

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
	wait := max(min(s.deps.Retry<<min(row.Tries, 16), most), p.after)
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
