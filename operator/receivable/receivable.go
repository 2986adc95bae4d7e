// Package receivable is what members owe after a proven reversal (RULES.md section 3). An operator sees it, books what a member
// pays with its consent, and writes off what nobody will pay. Nothing is ever taken from a new deposit automatically.
package receivable

import (
	"context"
	"encoding/json"
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

// The kinds of decision about what members owe.
const (
	repay    = "receivable.repay"
	writeOff = "receivable.write-off"
)

// Books is what this area needs of the ledger.
type Books interface {
	MoveTx(ctx context.Context, tx *store.Tx, o ledger.Order) (ledger.Result, error)
	LockTx(ctx context.Context, tx *store.Tx, accounts ...ledger.Account) error
	Balance(ctx context.Context, account ledger.Account) (ledger.Balance, error)
	BalanceTx(ctx context.Context, tx *store.Tx, account ledger.Account) (ledger.Balance, error)
	Owing(ctx context.Context, limit int) ([]ledger.Debt, error)
}

// Service makes these decisions. It is safe for concurrent use.
type Service struct {
	approvals *operator.Approvals
	books     Books
}

// New makes the service, and registers its kinds of decisions.
func New(approvals *operator.Approvals, books Books) *Service {
	s := &Service{approvals, books}
	approvals.Register(operator.Kind{Name: repay, Needs: operator.Cashier, Plan: s.planRepay},
		operator.Kind{Name: writeOff, Needs: operator.Cashier, Plan: s.planWriteOff})
	return s
}

// List lists the members that owe something.
func (s *Service) List(ctx context.Context, limit int) ([]ledger.Debt, error) {
	return s.books.Owing(ctx, limit)
}

// Key identifies the present state of a debt. A decision carries it as its idempotency key: one about an earlier state of the
// debt is refused (operator.ErrChanged).
func Key(d ledger.Debt) string { return strconv.FormatInt(d.Version, 10) }

// part is the request to reduce a debt by an amount. Key is of the debt's state that it is about.
type part struct {
	Amount money.Amount `json:"amount"`
	Key    string       `json:"key"`
}

// order is what a decision books, under its key.
type order struct {
	part
	ledger.Order
}

func repayment(member string, p part) order {
	return order{p, ledger.Order{
		Key: key(kindRepayment, member, p), Kind: kindRepayment, Debit: ledger.Wallet(member), Credit: ledger.Owed(member),
		Amount: p.Amount, Member: member, Gates: ledger.GateHeld,
		Detail: ledger.Detail{From: ledger.LabelWallet, Reason: fault.DEPOSIT_REVERSED},
	}}
}

func cancellation(member string, p part) order {
	return order{p, ledger.Order{
		Key: key(kindWriteOff, member, p), Kind: kindWriteOff, Debit: ledger.Adjustment, Credit: ledger.Owed(member), Amount: p.Amount,
	}}
}

func key(kind ledger.Kind, member string, p part) ledger.Key {
	return ledger.InternalKey("receivable", string(kind), member, p.Key)
}

func (s *Service) planRepay(ctx context.Context, member string, request json.RawMessage) (operator.Plan, error) {
	var of part
	if err := operator.ReadRequest(request, &of); err != nil {
		return operator.Plan{}, err
	}
	p, err := s.plan(ctx, member, repayment(member, of))
	p.Evidence, p.Says = operator.Consent, fmt.Sprintf("%s baht of the member's debt are paid", of.Amount)
	return p, err
}

func (s *Service) planWriteOff(ctx context.Context, member string, request json.RawMessage) (operator.Plan, error) {
	var of part
	if err := operator.ReadRequest(request, &of); err != nil {
		return operator.Plan{}, err
	}
	p, err := s.plan(ctx, member, cancellation(member, of))
	p.Two, p.Confirm, p.Says = true, true, fmt.Sprintf("%s baht of the member's debt are written off", of.Amount)
	return p, err
}

// paidBy says whose money reduces a debt.
func paidBy(debit ledger.Account) string {
	if debit == ledger.Adjustment {
		return "adjustments"
	}
	return "wallet"
}

// plan is a plan to reduce a debt. It rests on the debt's state, which its key names, and is refused about an earlier one.
func (s *Service) plan(ctx context.Context, member string, o order) (operator.Plan, error) {
	b, err := s.books.Balance(ctx, o.Credit)
	owed := -b.Posted
	switch {
	case err != nil:
		return operator.Plan{}, err
	case o.Order.Amount <= 0 || o.Order.Amount > owed:
		return operator.Plan{}, fault.New(fault.INVALID_AMOUNT, "the member owes %s baht", max(0, owed))
	case o.part.Key != Key(ledger.Debt{Version: b.Version}):
		return operator.Plan{}, fmt.Errorf("%w: the member owes %s baht now", operator.ErrChanged, owed)
	}
	state := func(b ledger.Balance) string {
		return operator.Fingerprint(string(o.Kind), member, o.Order.Amount, b.Posted, b.Version)
	}
	return operator.Plan{
		Member: member, Amount: o.Order.Amount, State: state(b), Seen: seen(member, b),
		Facts: []operator.Fact{
			{Name: "owed", Kind: operator.FactAmount, Before: owed.String(), After: (owed - o.Order.Amount).String()},
			{Name: "paidBy", Kind: operator.FactState, After: paidBy(o.Debit)},
		},
		Still: func(tx *store.Tx) (string, error) {
			if err := s.books.LockTx(ctx, tx, o.Debit, o.Credit); err != nil {
				return "", err
			}
			now, err := s.books.BalanceTx(ctx, tx, o.Credit)
			return state(now), err
		},
		Does: func(tx *store.Tx, d operator.Decision) error {
			do := o.Order
			do.Detail.Note = d.Note()
			_, err := s.books.MoveTx(ctx, tx, do)
			return err
		},
	}, nil
}
