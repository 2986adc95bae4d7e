package offer

import (
	"context"
	"fmt"

	"krapao/internal/store"
	"krapao/ledger"
	"krapao/ledger/budget"
	"krapao/money"
	"krapao/operator"
)

// The budgets of the house accounts that pay members (RULES.md section 2). A budget is how much more the account may pay. Two
// persons decide about changing it.

// Budgets are the budgets of the house accounts.
type Budgets interface {
	Budgets(ctx context.Context) ([]budget.Budget, error)
	// SetBudgetTx lets an account pay so much more, and no more.
	SetBudgetTx(ctx context.Context, tx *store.Tx, account ledger.Account, left money.Amount) error
	// SetAlarmTx sets the amount below which an account counts as low.
	SetAlarmTx(ctx context.Context, tx *store.Tx, account ledger.Account, alarm money.Amount) error
}

// Budgets lists all budgets.
func (s *Service) Budgets(ctx context.Context) ([]budget.Budget, error) {
	if s.d.Budgets == nil {
		return nil, nil
	}
	return s.d.Budgets.Budgets(ctx)
}

// SetBudget lets a house account pay so much more, and no more: two persons. The subject is the account.
func (s *Service) SetBudget(ctx context.Context, d operator.Decision, left money.Amount) (operator.Outcome, error) {
	if left < 0 {
		return operator.Outcome{}, fmt.Errorf("operator: a budget can't be negative: %s baht", left)
	}
	return s.d.Approvals.Decide(ctx, d, operator.Action{
		Name: "budget.set", Needs: operator.Chief, Two: true, Amount: left,
		Says: fmt.Sprintf("%s may pay %s baht more", d.Subject, left),
		Does: func(tx *store.Tx) error {
			return s.d.Budgets.SetBudgetTx(ctx, tx, ledger.Account(d.Subject), left)
		},
	})
}

// SetAlarm sets the amount below which operators are alerted about a house account. The subject is the account.
func (s *Service) SetAlarm(ctx context.Context, d operator.Decision, alarm money.Amount) (operator.Outcome, error) {
	if alarm < 0 {
		return operator.Outcome{}, fmt.Errorf("operator: an alarm can't be negative: %s baht", alarm)
	}
	return s.d.Approvals.Decide(ctx, d, operator.Action{
		Name: "budget.alarm", Needs: operator.Chief, Amount: alarm,
		Says: fmt.Sprintf("%s counts as low below %s baht", d.Subject, alarm),
		Does: func(tx *store.Tx) error {
			return s.d.Budgets.SetAlarmTx(ctx, tx, ledger.Account(d.Subject), alarm)
		},
	})
}
