package operator

import (
	"context"
	"fmt"

	"krapao/deposit"
	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
)

// What members owe after a proven reversal (RULES.md section 3): an operator sees it, books what a member pays with its
// consent, and writes off what nobody will pay. Nothing is ever taken from a new deposit by itself.

// The ledger's kinds of both ends of a debt.
const (
	kindRepayment ledger.Kind = "repayment"
	kindWriteOff  ledger.Kind = "write_off"
)

// Books is what this area needs of the ledger.
type Books interface {
	MoveTx(ctx context.Context, tx *store.Tx, o ledger.Order) (ledger.Result, error)
	LockTx(ctx context.Context, tx *store.Tx, accounts ...ledger.Account) error
	BalanceTx(ctx context.Context, tx *store.Tx, account ledger.Account) (ledger.Balance, error)
	Owing(ctx context.Context, limit int) ([]ledger.Debt, error)
}

// Receivables lists who owes what.
func (s *Service) Receivables(ctx context.Context, limit int) ([]ledger.Debt, error) {
	if s.Books == nil {
		return nil, nil
	}
	return s.Books.Owing(ctx, limit)
}

// Reversals lists the deposits of a member that were taken back, newest first; of no member: those whose arrival nobody
// has booked, oldest first.
func (s *Service) Reversals(ctx context.Context, member string, limit int) ([]deposit.TakenBack, error) {
	if member == "" {
		return s.Deposits.Reversals(ctx, limit)
	}
	return s.Deposits.ReversalsOf(ctx, member, limit)
}

// Repay takes what a member owes, or a part of it, out of its wallet. The evidence is the member's consent.
func (s *Service) Repay(ctx context.Context, d Decision, amount money.Amount) (Outcome, error) {
	if d.Evidence == "" {
		return Outcome{}, fmt.Errorf("%w: and the member's consent as evidence", ErrReason)
	}
	return s.decide(ctx, d, act{
		name: "receivable.repay", needs: Cashier, member: d.Subject, amount: amount,
		says: fmt.Sprintf("%s baht of what the member owes are paid", amount),
		does: func(tx *store.Tx) error {
			return s.lessenTx(ctx, tx, d, ledger.Order{
				Kind: kindRepayment, Debit: ledger.Wallet(d.Subject), Amount: amount, Member: d.Subject,
				Gates:  ledger.GateHeld,
				Detail: ledger.Detail{From: "WALLET", Reason: fault.DEPOSIT_REVERSED},
			})
		},
	})
}

// WriteOff lets a member off what it owes, or a part of it, at the house's expense: two persons.
func (s *Service) WriteOff(ctx context.Context, d Decision, amount money.Amount) (Outcome, error) {
	return s.decide(ctx, d, act{
		name: "receivable.write-off", needs: Cashier, member: d.Subject, amount: amount, two: true,
		says: fmt.Sprintf("%s baht of what the member owes are written off", amount),
		does: func(tx *store.Tx) error {
			return s.lessenTx(ctx, tx, d, ledger.Order{Kind: kindWriteOff, Debit: ledger.Adjustment, Amount: amount})
		},
	})
}

// lessenTx moves money to what a member owes, and never more than that.
func (s *Service) lessenTx(ctx context.Context, tx *store.Tx, d Decision, o ledger.Order) error {
	wallet, owed := ledger.Wallet(d.Subject), ledger.Owed(d.Subject)
	if err := s.Books.LockTx(ctx, tx, wallet, owed, o.Debit); err != nil {
		return err
	}
	b, err := s.Books.BalanceTx(ctx, tx, owed)
	if err != nil {
		return err
	}
	if o.Amount <= 0 || o.Amount > -b.Posted {
		return fault.New(fault.INVALID_AMOUNT, "the member owes %s baht", max(0, -b.Posted))
	}
	o.Key, o.Credit, o.Detail.Note = ledger.InternalKey("receivable", string(o.Kind), newID()), owed, "by "+d.By+": "+d.Reason
	_, err = s.Books.MoveTx(ctx, tx, o)
	return err
}
