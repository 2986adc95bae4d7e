package cli

import (
	"context"
	"io"
	"time"
)

type budgets struct {
	List budgetsList `cmd:"" default:"1" help:"List each account: what it may still pay, and its alarm."`
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
