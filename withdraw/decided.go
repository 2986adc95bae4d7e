package withdraw

import (
	"context"
	"fmt"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/withdraw/internal/withdrawdb"
)

// Owed returns what a withdrawal's member owes after a proven reversal.
func (s *Service) Owed(ctx context.Context, w Withdrawal) (money.Amount, error) {
	b, err := s.Books.Balance(ctx, ledger.Owed(w.Member))
	return -b.Posted, err
}

// LockTx locks what an operator's decision about a withdrawal rests on, and returns it: the withdrawal, without its account
// opened, and what the member owes. The member's wallet and debt are locked first, as by a reversal. NO_DATA: there is no such
// withdrawal.
func (s *Service) LockTx(ctx context.Context, tx *store.Tx, reference string) (w Withdrawal, owed money.Amount, err error) {
	q := withdrawdb.New(tx)
	row, err := q.WithdrawalByReference(ctx, reference)
	if store.NotFound(err) {
		return Withdrawal{}, 0, fault.New(fault.NO_DATA, "no withdrawal %q", reference)
	}
	if err != nil {
		return Withdrawal{}, 0, fmt.Errorf("withdraw: %w", err)
	}
	debt := ledger.Owed(row.Member)
	locked, err := s.Books.LockedTx(ctx, tx, ledger.Wallet(row.Member), debt, ledger.Payout)
	if err != nil {
		return Withdrawal{}, 0, err
	}
	if row, err = q.LockWithdrawal(ctx, reference); err != nil {
		return Withdrawal{}, 0, fmt.Errorf("withdraw: %w", err)
	}
	w, err = withdrawalOf(row)
	return w, -locked[debt].Posted, err
}
