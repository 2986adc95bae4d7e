// Package receivable is what members owe after a proven reversal (RULES.md section 3). An operator sees it, books what a member
// pays with its consent, and writes off what nobody will pay. Nothing is ever taken from a new deposit automatically.
package receivable

import (
	"context"
	"fmt"
	"strconv"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/operator"
)

// The ledger's kinds that reduce a debt.
const (
	kindRepayment ledger.Kind = "repayment"
	kindWriteOff  ledger.Kind = "write_off"
)

// Books is what this area needs of the ledger.
type Books interface {
	MoveTx(ctx context.Context, tx *store.Tx, o ledger.Order) (ledger.Result, error)
	LockTx(ctx context.Context, tx *store.Tx, accounts ...ledger.Account) error
	FindByKeyTx(ctx context.Context, tx *store.Tx, key ledger.Key) (ledger.Transfer, bool, error)
	BalanceTx(ctx context.Context, tx *store.Tx, account ledger.Account) (ledger.Balance, error)
	Owing(ctx context.Context, limit int) ([]ledger.Debt, error)
}

// Service makes these decisions. It is safe for concurrent use.
type Service struct {
	approvals *operator.Approvals
	books     Books
}

// New makes the service.
func New(approvals *operator.Approvals, books Books) *Service { return &Service{approvals, books} }

// List lists the members that owe something.
func (s *Service) List(ctx context.Context, limit int) ([]ledger.Debt, error) {
	return s.books.Owing(ctx, limit)
}

// Key identifies the present state of a debt. A decision carries it as its idempotency key: the same command again, after
// a lost answer, is the same decision. A decision about an earlier state of the debt is refused.
func Key(d ledger.Debt) string { return strconv.FormatInt(d.Version, 10) }

// Repay takes what a member owes, or a part of it, from its wallet. The evidence is the member's consent.
// operator.ErrChanged: the key is not of the debt's present state.
func (s *Service) Repay(ctx context.Context, d operator.Decision, amount money.Amount, key string) (operator.Outcome, error) {
	if d.Evidence == "" {
		return operator.Outcome{}, operator.EvidenceRequired("the member's consent")
	}
	return s.reduceDebt(ctx, d, key, ledger.Order{
		Kind: kindRepayment, Debit: ledger.Wallet(d.Subject), Amount: amount, Member: d.Subject,
		Gates:  ledger.GateHeld,
		Detail: ledger.Detail{From: ledger.LabelWallet, Reason: fault.DEPOSIT_REVERSED},
	}, operator.Action{Name: "receivable.repay", Says: fmt.Sprintf("%s baht of the member's debt are paid", amount)})
}

// WriteOff cancels what a member owes, or a part of it, at the house's expense: two persons. The key is as for Repay.
func (s *Service) WriteOff(ctx context.Context, d operator.Decision, amount money.Amount, key string) (operator.Outcome, error) {
	return s.reduceDebt(ctx, d, key, ledger.Order{Kind: kindWriteOff, Debit: ledger.Adjustment, Amount: amount}, operator.Action{
		Name: "receivable.write-off", Two: true, Says: fmt.Sprintf("%s baht of the member's debt are written off", amount),
	})
}

// reduceDebt moves money to what a member owes, once per key.
func (s *Service) reduceDebt(
	ctx context.Context, d operator.Decision, key string, o ledger.Order, a operator.Action,
) (operator.Outcome, error) {
	o.Key, o.Credit = ledger.InternalKey("receivable", string(o.Kind), d.Subject, key), ledger.Owed(d.Subject)
	o.Detail.Note = d.Note()
	a.Needs, a.Member, a.Amount = operator.Cashier, d.Subject, o.Amount
	a.Done = func(tx *store.Tx) (bool, error) { return s.debtReducedTx(ctx, tx, o, key) }
	a.Does = func(tx *store.Tx) error { _, err := s.books.MoveTx(ctx, tx, o); return err }
	return s.approvals.Decide(ctx, d, a)
}

// debtReducedTx reports whether an order against a debt was carried out before. It refuses an order for more than the debt,
// or about an earlier state of it. The accounts stay locked.
func (s *Service) debtReducedTx(ctx context.Context, tx *store.Tx, o ledger.Order, key string) (bool, error) {
	if err := s.books.LockTx(ctx, tx, o.Debit, o.Credit); err != nil {
		return false, err
	}
	before, found, err := s.books.FindByKeyTx(ctx, tx, o.Key)
	switch {
	case err != nil:
		return false, err
	case found && before.Amount != o.Amount:
		return false, fault.New(fault.IDEMPOTENCY_MISMATCH, "%s baht were booked with this key", before.Amount)
	case found:
		return true, nil
	}
	b, err := s.books.BalanceTx(ctx, tx, o.Credit)
	switch {
	case err != nil:
		return false, err
	case o.Amount <= 0 || o.Amount > -b.Posted:
		return false, fault.New(fault.INVALID_AMOUNT, "the member owes %s baht", max(0, -b.Posted))
	case key != Key(ledger.Debt{Version: b.Version}):
		return false, fmt.Errorf("%w: the member owes %s baht now", operator.ErrChanged, -b.Posted)
	}
	return false, nil
}
