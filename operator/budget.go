package operator

import (
	"context"
	"fmt"

	"krapao/internal/store"
	"krapao/ledger"
	"krapao/ledger/budget"
	"krapao/money"
)

// The budgets of the house accounts that pay members (RULES.md section 2): one says how much more the account may pay, two
// say that it may be another amount.

// Budgets keeps them.
type Budgets interface {
	Budgets(ctx context.Context) ([]budget.Budget, error)
	// SetBudgetTx has an account pay so much more and no more.
	SetBudgetTx(ctx context.Context, tx *store.Tx, account ledger.Account, left money.Amount) error
	// SetAlarmTx has it told from which amount on it is low.
	SetAlarmTx(ctx context.Context, tx *store.Tx, account ledger.Account, alarm money.Amount) error
}

// BudgetList lists all of them.
func (s *Service) BudgetList(ctx context.Context) ([]budget.Budget, error) {
	if s.Budgets == nil {
		return nil, nil
	}
	return s.Budgets.Budgets(ctx)
}

// SetBudget has a house account pay so much more and no more: two persons. The subject is the account.
func (s *Service) SetBudget(ctx context.Context, d Decision, left money.Amount) (Outcome, error) {
	if left < 0 {
		return Outcome{}, fmt.Errorf("operator: a budget of %s baht", left)
	}
	return s.decide(ctx, d, act{
		name: "budget.set", needs: Chief, two: true, amount: left,
		says: fmt.Sprintf("%s may pay %s baht more", d.Subject, left),
		does: func(tx *store.Tx) error {
			return s.Budgets.SetBudgetTx(ctx, tx, ledger.Account(d.Subject), left)
		},
	})
}

// SetAlarm has operators told when a house account may pay less than an amount. The subject is the account.
func (s *Service) SetAlarm(ctx context.Context, d Decision, alarm money.Amount) (Outcome, error) {
	if alarm < 0 {
		return Outcome{}, fmt.Errorf("operator: an alarm at %s baht", alarm)
	}
	return s.decide(ctx, d, act{
		name: "budget.alarm", needs: Chief, amount: alarm,
		says: fmt.Sprintf("%s is low below %s baht", d.Subject, alarm),
		does: func(tx *store.Tx) error {
			return s.Budgets.SetAlarmTx(ctx, tx, ledger.Account(d.Subject), alarm)
		},
	})
}
