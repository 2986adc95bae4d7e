package offer

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"krapao/fault"
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
	// FloorTx returns an account's floor, which is its budget as it was set.
	FloorTx(ctx context.Context, tx *store.Tx, account ledger.Account) (money.Amount, error)
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

// setBudget is the kind of decision that sets a budget. Its proposals wait for a week.
const (
	setBudget = "budget.set"
	aWeek     = 7 * 24 * time.Hour
)

// upTo is the request for a budget.
type upTo struct {
	Left money.Amount `json:"left"`
}

// SetBudget lets a house account pay so much more, and no more: two persons. The subject is the account.
func (s *Service) SetBudget(ctx context.Context, d operator.Decision, left money.Amount) (operator.Outcome, error) {
	if left < 0 {
		return operator.Outcome{}, fmt.Errorf("operator: a budget can't be negative: %s baht", left)
	}
	return s.d.Approvals.DoOrApprove(ctx, d, setBudget, operator.Request(upTo{left}))
}

// planBudget plans to set a budget. It rests on the budget in force, and not on what is left of it, which changes all day.
func (s *Service) planBudget(ctx context.Context, account string, request json.RawMessage) (operator.Plan, error) {
	var to upTo
	if err := operator.ReadRequest(request, &to); err != nil {
		return operator.Plan{}, err
	}
	all, err := s.Budgets(ctx)
	if err != nil {
		return operator.Plan{}, err
	}
	n := slices.IndexFunc(all, func(b budget.Budget) bool { return b.Account == ledger.Account(account) })
	if n < 0 {
		return operator.Plan{}, fault.New(fault.INVALID_INPUT, "%q has no budget", account)
	}
	state := func(floor money.Amount) string { return operator.Fingerprint(setBudget, account, floor, to.Left) }
	return operator.Plan{
		Two: true, Confirm: true, Amount: to.Left, State: state(all[n].Floor),
		Says:  fmt.Sprintf("%s may pay %s baht more", account, to.Left),
		Facts: []operator.Fact{{Name: "may still pay", Before: all[n].Left.String(), After: to.Left.String()}},
		Still: func(tx *store.Tx) (string, error) {
			floor, err := s.d.Budgets.FloorTx(ctx, tx, ledger.Account(account))
			return state(floor), err
		},
		Does: func(tx *store.Tx, _ operator.Decision) error {
			return s.d.Budgets.SetBudgetTx(ctx, tx, ledger.Account(account), to.Left)
		},
	}, nil
}

// SetAlarm sets the amount below which operators are alerted about a house account. The subject is the account.
func (s *Service) SetAlarm(ctx context.Context, d operator.Decision, alarm money.Amount) (operator.Outcome, error) {
	if alarm < 0 {
		return operator.Outcome{}, fmt.Errorf("operator: an alarm can't be negative: %s baht", alarm)
	}
	return s.d.Approvals.Decide(ctx, d, operator.Action{
		Name: "budget.alarm", Needs: operator.Chief,
		Says: fmt.Sprintf("%s counts as low below %s baht", d.Subject, alarm),
		Does: func(tx *store.Tx) error {
			return s.d.Budgets.SetAlarmTx(ctx, tx, ledger.Account(d.Subject), alarm)
		},
	})
}
