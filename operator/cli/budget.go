package cli

import (
	"context"
	"fmt"
	"io"
	"time"

	"krapao/money"
)

type budgets struct {
	List  budgetsList  `cmd:"" default:"1" help:"List each account: what it may still pay, and its alarm."`
	Set   budgetsSet   `cmd:"" help:"Set how much an account may still pay (two operators)."`
	Alarm budgetsAlarm `cmd:"" help:"Set below which amount an account counts as low."`
}

type budgetsList struct{ lagging }

// Run lists.
func (budgetsList) Run(ctx context.Context, s *Services, out io.Writer) error {
	list, err := s.Offers.Budgets(ctx)
	if err != nil {
		return err
	}
	rows := make([][]string, 0, len(list))
	for _, b := range list {
		rows = append(rows, []string{string(b.Account), b.Left.String(), b.Alarm.String(), since(b.LowSince)})
	}
	return table(out, "account left alarm low-since", rows)
}

// since is a time that may be missing.
func since(t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return stamp(t)
}

// houseAccount is a house account and an amount.
type houseAccount struct {
	who
	Account string `arg:"" help:"The account as the list shows it, like house:bonus."`
	Baht    string `arg:""`
}

func (h houseAccount) amount() (money.Amount, error) {
	amount, err := money.Parse(h.Baht)
	if err != nil {
		return 0, fmt.Errorf("operator: %q is not an amount of baht: %w", h.Baht, err)
	}
	return amount, nil
}

type budgetsSet struct{ houseAccount }

// Run sets a budget.
func (c budgetsSet) Run(ctx context.Context, s *Services, out io.Writer) error {
	amount, err := c.amount()
	if err != nil {
		return err
	}
	o, err := s.Offers.SetBudget(ctx, c.decision(c.Account), amount)
	return say(out, o, err)
}

type budgetsAlarm struct{ houseAccount }

// Run sets an alarm.
func (c budgetsAlarm) Run(ctx context.Context, s *Services, out io.Writer) error {
	amount, err := c.amount()
	if err != nil {
		return err
	}
	o, err := s.Offers.SetAlarm(ctx, c.decision(c.Account), amount)
	return say(out, o, err)
}
