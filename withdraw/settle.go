package withdraw

import (
	"context"
	"fmt"
	"time"

	"krapao/internal/settle"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/withdraw/internal/withdrawdb"
)

// State of a withdrawal.
type State string

// The states: requested -> (review) -> sending -> paid or returned; paid -> bounced (docs/states.md).
const (
	Requested State = "requested"
	Review    State = "review"
	Sending   State = "sending"
	Paid      State = "paid"
	Returned  State = "returned"
	Bounced   State = "bounced"
)

// Approval decides whether a withdrawal is paid automatically. Package approval implements it.
type Approval interface {
	// Check decides about a withdrawal that is requested or in review. approved: its row says sending. Otherwise wait says when
	// it is checked again.
	Check(ctx context.Context, w withdrawdb.Withdrawal) (approved bool, wait settle.Result, err error)
}

// Payouts sends approved withdrawals to the bank. Package payout implements it.
type Payouts interface {
	// Pay sends a withdrawal, or asks the bank about one that was sent, and books the answer.
	Pay(ctx context.Context, t ledger.Transfer, w withdrawdb.Withdrawal) (settle.Result, error)
}

// Settler takes withdrawals from their request to their end: the settle worker's lane for KindWithdraw.
type Settler struct {
	Store    *store.Store
	Approval Approval
	Payouts  Payouts
}

// Settle is the settle worker's handler for KindWithdraw. It has requested withdrawals checked against the conditions, approved
// ones sent, and the bank asked about those that were sent.
func (s Settler) Settle(ctx context.Context, t ledger.Transfer) (settle.Result, error) {
	w, err := withdrawdb.New(s.Store.DB()).Withdrawal(ctx, int64(t.ID))
	if err != nil {
		return settle.Result{}, fmt.Errorf("withdraw: %w", err)
	}
	switch State(w.State) {
	case Requested, Review:
		approved, wait, err := s.Approval.Check(ctx, w)
		switch {
		case err != nil:
			return settle.Result{}, err
		case !approved:
			return wait, nil
		}
		return s.Payouts.Pay(ctx, t, w)
	case Sending:
		return s.Payouts.Pay(ctx, t, w)
	default:
		return settle.Settled(), nil
	}
}

// Since returns when a withdrawal's age begins for the settle worker: at its approval. A withdrawal that waits for an operator
// is not late with the bank.
func (s Settler) Since(ctx context.Context, t ledger.Transfer) time.Time {
	w, err := withdrawdb.New(s.Store.DB()).Withdrawal(ctx, int64(t.ID))
	switch {
	case err != nil:
		return t.CreatedAt
	case State(w.State) == Sending:
		return w.ApprovedAt.Time()
	}
	return s.Store.Now()
}
