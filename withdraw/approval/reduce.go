package approval

import (
	"context"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/withdraw"
	"krapao/withdraw/internal/withdrawdb"
)

// ReduceTx lessens a withdrawal in review to an amount, inside an operator's decision. The rest is in the wallet at once, and the
// withdrawal stays in review: from then on only a person decides it. NO_DATA: it is not in review. INVALID_AMOUNT: the amount is
// not below the present one, or less than withdraw.Smallest.
func (s *Service) ReduceTx(ctx context.Context, tx *store.Tx, reference string, to money.Amount) error {
	q := withdrawdb.New(tx)
	row, err := q.LockWithdrawal(ctx, reference)
	switch {
	case store.NotFound(err):
		return fault.New(fault.NO_DATA, "no withdrawal %q", reference)
	case err != nil:
		return err
	case withdraw.State(row.State) != withdraw.Review:
		return fault.New(fault.NO_DATA, "withdrawal %q is not in review but %s", reference, row.State)
	}
	if err := withdraw.Reducible(row.Amount, to); err != nil {
		return err
	}
	_, err = s.Books.LessenTx(ctx, tx, ledger.Lessening{
		ID: ledger.ID(row.Transfer), To: to, Detail: ledger.Detail{Reason: fault.WITHDRAW_REDUCED},
	})
	if err != nil {
		return err
	}
	n, err := q.ReduceWithdrawal(ctx, to, int64(clock.MicrosOf(tx.Now)), row.Transfer)
	if err == nil && n == 0 {
		err = store.ErrConflict
	}
	return err
}
