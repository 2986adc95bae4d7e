package approval

import (
	"context"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/withdraw"
	"krapao/withdraw/internal/withdrawdb"
)

// ApproveTx lets a withdrawal in review be sent, inside an operator's decision. After the commit, Hurry sends it at once;
// without Hurry it is sent within Timing.Review. NO_DATA: it is not in review. MONEY_NOT_ENOUGH: the member owes more than the
// wallet holds beside it, so it has to be returned.
func (s *Service) ApproveTx(ctx context.Context, tx *store.Tx, reference string) error {
	q := withdrawdb.New(tx)
	row, err := q.WithdrawalByReference(ctx, reference)
	if store.NotFound(err) {
		return fault.New(fault.NO_DATA, "no withdrawal %q", reference)
	}
	if err != nil {
		return err
	}
	if err := (withdraw.Debt{Books: s.Books}).BesideTx(ctx, tx, row.Member, 0); err != nil {
		return err
	}
	n, err := q.SetSending(ctx, withdrawdb.SetSendingParams{
		Automatic: false, ApprovedAt: clock.MicrosOf(tx.Now), Transfer: row.Transfer, FromState: string(withdraw.Review),
	})
	if err == nil && n == 0 {
		err = fault.New(fault.NO_DATA, "withdrawal %q is not in review but %s", reference, row.State)
	}
	return err
}

// Take notes that an operator has opened a withdrawal in review. From then on only an operator decides it.
func (s *Service) Take(ctx context.Context, reference string) error {
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		_, err := withdrawdb.New(tx).TakeInHand(ctx, clock.MicrosOf(tx.Now), reference)
		return err
	})
}

// Hurry makes an approved withdrawal due now. If that fails, the withdrawal is due within Timing.Review anyway.
func (s *Service) Hurry(ctx context.Context, id ledger.ID) {
	t, err := s.Books.Find(ctx, id)
	if err == nil {
		err = s.Books.Postpone(ctx, id, t.Fence, s.Store.Now(), ledger.Detail{})
	}
	if err != nil {
		s.Log.Info("withdraw: an approved withdrawal is not due at once", "transfer", id, "error", err)
	}
	s.Wake()
}
