package payout

import (
	"context"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/withdraw"
	"krapao/withdraw/internal/withdrawdb"
)

// end is a step of a withdrawal to its end, or from one end to another.
type end struct {
	from, to withdraw.State
	reason   fault.Code
	outcome  Outcome
}

// endTx moves the row to its end and schedules the first recheck with the bank.
func (s *Service) endTx(ctx context.Context, tx *store.Tx, id ledger.ID, e end) error {
	var check clock.Micros // zero: never again
	if len(s.Timing.Recheck) > 0 && e.to != withdraw.Bounced {
		check = clock.MicrosOf(tx.Now.Add(s.Timing.Recheck[0]))
	}
	n, err := withdrawdb.New(tx).EndWithdrawal(ctx, withdrawdb.EndWithdrawalParams{
		State: string(e.to), Reason: string(e.reason), Outside: e.outcome.Outside, Note: e.outcome.Reason,
		Since: clock.MicrosOf(tx.Now), CheckAt: check, Transfer: int64(id), FromState: string(e.from),
	})
	if err == nil && n == 0 {
		return ledger.ErrSettled
	}
	return err
}

// reasonOf is the code that the member reads after the bank's rejection.
func reasonOf(o Outcome) fault.Code {
	if o.BadAccount {
		return fault.INVALID_BANK
	}
	return fault.TRANSFER_FAIL
}
