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
	row, err := s.lockTx(ctx, tx, reference)
	if err != nil {
		return err
	}
	state := withdraw.State(row.State)
	switch state {
	case withdraw.Requested, withdraw.Review, withdraw.Sending:
	default:
		return fault.New(fault.NO_DATA, "withdrawal %q is %s", reference, row.State)
	}
	if err := s.arrived(tx, row); err != nil {
		return err
	}
	return s.returnTx(ctx, tx, ledger.ID(row.Transfer), anyLease, state, reason, Outcome{Reason: "by an operator"})
}

// PaidTx books a withdrawal as paid, inside an operator's decision: its order was sent, the bank does not say what became of it,
// and the bank's statement shows the payment. outside is the bank's own reference of it. If the bank says something else later,
// it counts as for any paid withdrawal. NO_DATA: no order was sent, or it has ended. TRY_AGAIN: an order may be on its way.
func (s *Service) PaidTx(ctx context.Context, tx *store.Tx, reference, outside string) error {
	row, err := s.lockTx(ctx, tx, reference)
	if err != nil {
		return err
	}
	if withdraw.State(row.State) != withdraw.Sending || row.SendBy == 0 {
		return fault.New(fault.NO_DATA, "no order of withdrawal %q is without an outcome: it is %s", reference, row.State)
	}
	if err := s.arrived(tx, row); err != nil {
		return err
	}
	return s.paidByHandTx(ctx, tx, row, outside)
}

// paidByHandTx books a withdrawal that is being sent as paid, as persons decided.
func (s *Service) paidByHandTx(ctx context.Context, tx *store.Tx, row withdrawdb.Withdrawal, outside string) error {
	id := ledger.ID(row.Transfer)
	if _, err := s.Books.PostTx(ctx, tx, ledger.Settlement{
		ID: id, Fence: anyLease, Detail: ledger.Detail{Outside: outside, Reason: fault.SUCCESS, Note: "by an operator"},
	}); err != nil {
		return err
	}
	return s.endTx(ctx, tx, id, end{
		from: withdraw.Sending, to: withdraw.Paid, outcome: Outcome{Outside: outside, Reason: "by an operator"},
	})
}

// lockTx locks a withdrawal for an operator's decision: a worker that is about to send waits here, and then finds it ended.
func (s *Service) lockTx(ctx context.Context, tx *store.Tx, reference string) (withdrawdb.Withdrawal, error) {
	row, err := withdrawdb.New(tx).LockWithdrawal(ctx, reference)
	if store.NotFound(err) {
		return row, fault.New(fault.NO_DATA, "no withdrawal %q", reference)
	}
	return row, err
}

// arrived refuses to decide about a withdrawal while an order may be on its way (TRY_AGAIN).
func (s *Service) arrived(tx *store.Tx, row withdrawdb.Withdrawal) error {
	if row.SendBy == 0 {
		return nil
	}
	if until := s.sentBy(row).Add(s.inFlight()); tx.Now.Before(until) {
		return fault.New(fault.TRY_AGAIN, "an order may be on its way until %s", until.Format(time.RFC3339))
	}
	return nil
}
