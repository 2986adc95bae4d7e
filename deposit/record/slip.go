package record

import (
	"context"
	"fmt"
	"math"
	"time"

	"krapao/deposit/internal/depositdb"
	"krapao/fault"
	"krapao/money"
)

// Slip is an uploaded picture of a transfer, as operators see it.
type Slip struct {
	Reference, Member string
	// Number is the member's count of its slips.
	Number int64
	State  string
	// Review: a person decides. Ended: nobody does any more.
	Review, Ended bool
	// Reason is why it failed, or what a person looks at.
	Reason fault.Code
	// Bank and BankReference name the transfer, and Account is ours. Empty until they are known.
	Bank, BankReference, Account string
	Amount                       money.Amount
	UploadedAt, PaidAt           time.Time
}

// Slips lists a member's slips below a number, newest first; 0: from the newest on.
func (r *Records) Slips(ctx context.Context, member string, before int64, most int) ([]Slip, error) {
	if before == 0 {
		before = math.MaxInt64
	}
	rows, err := depositdb.New(r.store.DB()).NewestSlips(ctx, member, before, int32(most))
	if err != nil {
		return nil, fmt.Errorf("record: slips: %w", err)
	}
	list := make([]Slip, len(rows))
	for i, row := range rows {
		list[i] = slipOf(row)
	}
	return list, nil
}

// How many earlier slips are shown: the member's own, and others of the same transfer.
const mostEarlier, mostOfTransfer = 5, 5

// Earlier lists the member's slips before one, newest first, behind those of the same transfer, whoever uploaded them (same).
func (r *Records) Earlier(ctx context.Context, reference string) (same, own []Slip, err error) {
	q := depositdb.New(r.store.DB())
	twice, err := q.SlipsOfTransfer(ctx, reference, mostOfTransfer)
	if err != nil {
		return nil, nil, fmt.Errorf("record: slips of a transfer: %w", err)
	}
	rows, err := q.EarlierSlips(ctx, reference, mostEarlier)
	if err != nil {
		return nil, nil, fmt.Errorf("record: earlier slips: %w", err)
	}
	listed := map[string]bool{}
	for _, row := range twice {
		same, listed[row.ID] = append(same, slipOf(row)), true
	}
	for _, row := range rows {
		if !listed[row.ID] {
			own = append(own, slipOf(row))
		}
	}
	return same, own, nil
}

// The states in which a slip ends.
const slipCredited, slipFailed = "credited", "failed"

func slipOf(row depositdb.Slip) Slip {
	return Slip{
		Reference: row.ID, Member: row.Member, Number: row.Number, State: row.State, Review: row.State == "review",
		Ended: row.State == slipCredited || row.State == slipFailed, Reason: fault.Code(row.Reason), Bank: row.Bank,
		BankReference: row.Reference, Account: row.Account, Amount: row.Amount, UploadedAt: row.UploadedAt.Time(),
		PaidAt: row.PaidAt.Time(),
	}
}
