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

// The kinds of decisions about budgets. Proposals of the first wait for a week.
const (
	SetBudget = "budget.set"
	SetAlarm  = "budget.alarm"
	aWeek     = 7 * 24 * time.Hour
)

// UpTo is the request for a budget: the subject, a house account, may pay so much more, and no more.
type UpTo struct {
	Left money.Amount `json:"left"`
}

// Below is the request for an alarm: the subject counts as low below it.
type Below struct {
	Alarm money.Amount `json:"alarm"`
}

// standing is an account's budget. INVALID_INPUT: it has none.
func (s *Service) standing(ctx context.Context, account string) (b budget.Budget, err error) {
	all, err := s.Budgets(ctx)
	if err != nil {
		return b, err
	}
	n := slices.IndexFunc(all, func(b budget.Budget) bool { return b.Account == ledger.Account(account) })
	if n < 0 {
		return b, fault.New(fault.INVALID_INPUT, "%q has no budget", account)
	}
	return all[n], nil
}

// planBudget plans to set a budget. It rests on the budget in force, and not on what is left of it, which changes all day.
func (s *Service) planBudget(ctx context.Context, account string, request json.RawMessage) (operator.Plan, error) {
	var to UpTo
	if err := operator.ReadRequest(request, &to); err != nil {
		return operator.Plan{}, err
	}
	if to.Left < 0 {
		return operator.Plan{}, fault.New(fault.INVALID_AMOUNT, "a budget can't be negative: %s baht", to.Left)
	}
	now, err := s.standing(ctx, account)
	if err != nil {
		return operator.Plan{}, err
	}
	state := func(floor money.Amount) string { return operator.Fingerprint(SetBudget, account, floor, to.Left) }
	return operator.Plan{
		Two: true, Confirm: true, Amount: to.Left, State: state(now.Floor),
		Says: fmt.Sprintf("%s may pay %s baht more", account, to.Left),
		Facts: []operator.Fact{{
			Name: "mayStillPay", Kind: operator.FactAmount, Before: now.Left.String(), After: to.Left.String(),
		}},
		Still: func(tx *store.Tx) (string, error) {
			floor, err := s.d.Budgets.FloorTx(ctx, tx, ledger.Account(account))
			return state(floor), err
		},
		Does: func(tx *store.Tx, _ operator.Decision) error {
			return s.d.Budgets.SetBudgetTx(ctx, tx, ledger.Account(account), to.Left)
		},
	}, nil
}

// planAlarm plans to set the amount below which operators are alerted about a house account: one person. It rests on the alarm in
// force.
func (s *Service) planAlarm(ctx context.Context, account string, request json.RawMessage) (operator.Plan, error) {
	var to Below
	if err := operator.ReadRequest(request, &to); err != nil {
		return operator.Plan{}, err
	}
	if to.Alarm < 0 {
		return operator.Plan{}, fault.New(fault.INVALID_AMOUNT, "an alarm can't be negative: %s baht", to.Alarm)
	}
	now, err := s.standing(ctx, account)
	if err != nil {
		return operator.Plan{}, err
	}
	state := operator.Fingerprint(SetAlarm, account, now.Alarm)
	return operator.Plan{
		State: state, Says: fmt.Sprintf("%s counts as low below %s baht", account, to.Alarm),
		Facts: []operator.Fact{{
			Name: "alarm", Kind: operator.FactAmount, Before: now.Alarm.String(), After: to.Alarm.String(),
		}},
		Still: func(*store.Tx) (string, error) { return state, nil }, // the last one who sets it is right
		Does: func(tx *store.Tx, _ operator.Decision) error {
			return s.d.Budgets.SetAlarmTx(ctx, tx, ledger.Account(account), to.Alarm)
		},
	}, nil
}
