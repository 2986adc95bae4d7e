package payout

import (
	"context"
	"time"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/withdraw"
	"krapao/withdraw/internal/withdrawdb"
)

// inFlight is how long an order that was sent at the last moment may still be under way.
func (s *Service) inFlight() time.Duration { return 2 * s.Timing.Call }

// anyLease is a fencing token above every transfer's: an operator's decision does not wait for a lease.
const anyLease = int64(1) << 62

// ReturnTx returns a withdrawal's money to the wallet, inside an operator's decision. It does so for a withdrawal in review, and
// by two persons with the bank's statement for one whose order was sent. NO_DATA: there is none, or it has ended. TRY_AGAIN: an
// order may still be under way.
func (s *Service) ReturnTx(ctx context.Context, tx *store.Tx, reference string, reason fault.Code) error {
	// The row is locked first: a worker that is about to send waits here, and then finds the withdrawal returned.
	row, err := withdrawdb.New(tx).LockWithdrawal(ctx, reference)
	if store.NotFound(err) {
		return fault.New(fault.NO_DATA, "no withdrawal %q", reference)
	}
	if err != nil {
		return err
	}
	state := withdraw.State(row.State)
	switch state {
	case withdraw.Requested, withdraw.Review, withdraw.Sending:
	default:
		return fault.New(fault.NO_DATA, "withdrawal %q is %s", reference, row.State)
	}
	if row.SendBy != 0 {
		if until := s.sentBy(row).Add(s.inFlight()); tx.Now.Before(until) {
			return fault.New(fault.TRY_AGAIN, "an order may be on its way until %s", until.Format(time.RFC3339))
		}
	}
	return s.returnTx(ctx, tx, ledger.ID(row.Transfer), anyLease, state, reason, Outcome{Reason: "by an operator"})
}
