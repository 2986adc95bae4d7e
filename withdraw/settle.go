package withdraw

import (
	"context"
	"fmt"
	"time"

	"krapao/internal/settle"
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

// Settle is the settle worker's handler for KindWithdraw. It checks requested withdrawals against the conditions, sends approved
// ones, and asks the bank about those that were sent.
func (s *Service) Settle(ctx context.Context, t ledger.Transfer) (settle.Result, error) {
	w, err := withdrawdb.New(s.Store.DB()).Withdrawal(ctx, int64(t.ID))
	if err != nil {
		return settle.Result{}, fmt.Errorf("withdraw: %w", err)
	}
	switch State(w.State) {
	case Requested:
		return s.tryApproval(ctx, t, w)
	case Review:
		return s.retryApproval(ctx, t, w)
	case Sending:
		return s.pay(ctx, t, w)
	default:
		return settle.Settled(), nil
	}
}

// Since returns when a withdrawal's age begins for the settle worker: at its approval. A withdrawal that waits for an operator
// is not late with the bank.
func (s *Service) Since(ctx context.Context, t ledger.Transfer) time.Time {
	w, err := withdrawdb.New(s.Store.DB()).Withdrawal(ctx, int64(t.ID))
	switch {
	case err != nil:
		return t.CreatedAt
	case State(w.State) == Sending:
		return w.ApprovedAt.Time()
	}
	return s.Store.Now()
}
