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
	// operatorAfter is the age at which a waiting slip becomes an operator's case (RULES.md section 3).
	operatorAfter = 24 * time.Hour
)

// errFenced says that another node took over the slip. Results of this node no longer count.
var errFenced = errors.New("deposit: another node has taken over the slip")

// change writes the next state of a slip, unless its lease has passed on, and notifies the member.
func (s *Service) change(
	ctx context.Context, row *depositdb.Slip, write func(tx *store.Tx, q *depositdb.Queries) (int64, error),
) error {
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

// end brings a slip to a state in which the job is done with it. It frees the claim, unless the slip was credited.
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

// later postpones a slip: as long as the outside asked for, else for a pause that doubles with each turn without
// progress. A slip that has waited for a day becomes an operator's case.
func (s *Service) later(ctx context.Context, row *depositdb.Slip, p pause) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.deps.Call) // also if the time of the turn is over
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
	wait += time.Duration(rand.Int64N(int64(wait)/4 + 1)) // slips of the same outage should not come back together
	return s.store.Write(ctx, func(tx *store.Tx) error {
		n, err := depositdb.New(tx).Later(ctx, depositdb.LaterParams{
			DueAt: clock.MicrosOf(tx.Now.Add(wait)), Reason: string(p.note), Verifier: p.said,
			UpdatedAt: clock.MicrosOf(tx.Now), ID: row.ID, Fence: row.Fence,
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

// transferOf returns the transfer that the bank reported for a verified slip.
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

// transferID is the identifier of a transfer in every channel.
func transferID(bank, reference string) deposit.Identifier {
	return deposit.Identifier{Kind: "bank:" + bank, Value: strings.ToLower(reference)}
}
