package operator

import (
	"context"
	"fmt"
	"strconv"

	"krapao/deposit"
	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
)

// What members owe after a proven reversal (RULES.md section 3). An operator sees it, books what a member pays with its
// consent, and writes off what nobody will pay. Nothing is ever taken from a new deposit automatically.

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

// Receivables lists the members that owe something.
func (s *Service) Receivables(ctx context.Context, limit int) ([]ledger.Debt, error) {
	if s.Books == nil {
		return nil, nil
	}
	return s.Books.Owing(ctx, limit)
}

// Reversals lists the deposits of a member that were taken back, newest first. Without a member it lists those whose arrival was
// never booked, oldest first.
func (s *Service) Reversals(ctx context.Context, member string, limit int) ([]deposit.TakenBack, error) {
	if member == "" {
		return s.Deposits.Reversals(ctx, limit)
	}
	return s.Deposits.ReversalsOf(ctx, member, limit)
}

// DebtKey identifies the present state of a debt. A decision carries it as its idempotency key: the same command again, after
// a lost answer, is the same decision. A decision about an earlier state of the debt is refused.
func DebtKey(d ledger.Debt) string { return strconv.FormatInt(d.Version, 10) }

// Repay takes what a member owes, or a part of it, from its wallet. The evidence is the member's consent. ErrChanged: the key
// is not of the debt's present state.
func (s *Service) Repay(ctx context.Context, d Decision, amount money.Amount, key string) (Outcome, error) {
	if d.Evidence == "" {
		return Outcome{}, evidenceRequired("the member's consent")
	}
	return s.reduceDebt(ctx, d, key, ledger.Order{
		Kind: kindRepayment, Debit: ledger.Wallet(d.Subject), Amount: amount, Member: d.Subject,
		Gates:  ledger.GateHeld,
		Detail: ledger.Detail{From: ledger.LabelWallet, Reason: fault.DEPOSIT_REVERSED},
	}, act{name: "receivable.repay", says: fmt.Sprintf("%s baht of the member's debt are paid", amount)})
}

// WriteOff cancels what a member owes, or a part of it, at the house's expense: two persons. The key is as for Repay.
func (s *Service) WriteOff(ctx context.Context, d Decision, amount money.Amount, key string) (Outcome, error) {
	return s.reduceDebt(ctx, d, key, ledger.Order{Kind: kindWriteOff, Debit: ledger.Adjustment, Amount: amount}, act{
		name: "receivable.write-off", two: true, says: fmt.Sprintf("%s baht of the member's debt are written off", amount),
	})
}

// reduceDebt moves money to what a member owes, once per key.
func (s *Service) reduceDebt(ctx context.Context, d Decision, key string, o ledger.Order, a act) (Outcome, error) {
	o.Key, o.Credit = ledger.InternalKey("receivable", string(o.Kind), d.Subject, key), ledger.Owed(d.Subject)
	o.Detail.Note = "by " + d.By + ": " + d.Reason
	a.needs, a.member, a.amount = Cashier, d.Subject, o.Amount
	a.done = func(tx *store.Tx) (bool, error) { return s.debtReducedTx(ctx, tx, o, key) }
	a.does = func(tx *store.Tx) error { _, err := s.Books.MoveTx(ctx, tx, o); return err }
	return s.decide(ctx, d, a)
}

// debtReducedTx reports whether an order against a debt was carried out before. It refuses an order for more than the debt,
// or about an earlier state of it. The accounts stay locked.
func (s *Service) debtReducedTx(ctx context.Context, tx *store.Tx, o ledger.Order, key string) (bool, error) {
	if err := s.Books.LockTx(ctx, tx, o.Debit, o.Credit); err != nil {
		return false, err
	}
	before, found, err := s.Books.FindByKeyTx(ctx, tx, o.Key)
	switch {
	case err != nil:
		return false, err
	case found && before.Amount != o.Amount:
		return false, fault.New(fault.IDEMPOTENCY_MISMATCH, "%s baht were booked with this key", before.Amount)
	case found:
		return true, nil
	}
	b, err := s.Books.BalanceTx(ctx, tx, o.Credit)
	switch {
	case err != nil:
		return false, err
	case o.Amount <= 0 || o.Amount > -b.Posted:
		return false, fault.New(fault.INVALID_AMOUNT, "the member owes %s baht", max(0, -b.Posted))
	case key != DebtKey(ledger.Debt{Version: b.Version}):
		return false, fmt.Errorf("%w: the member owes %s baht now", ErrChanged, -b.Posted)
	}
	return false, nil
}
