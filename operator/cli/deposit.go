package cli

import (
	"context"
	"io"
	"strings"
	"time"

	"krapao/deposit"
)

type deposits struct {
	List       depositsList       `cmd:"" help:"List open declared transfers, oldest first."`
	Statements depositsStatements `cmd:"" help:"Show how far the statements of our accounts are read."`
}

type depositsList struct {
	lagging
	limit
}

// Run lists.
func (c depositsList) Run(ctx context.Context, s *Services, out io.Writer) error {
	list, err := s.Arrivals.Declarations(ctx, c.Limit)
	if err != nil {
		return err
	}
	rows := make([][]string, 0, len(list))
	for _, d := range list {
		rows = append(rows, []string{d.Reference, d.Member, d.Amount.String(), stamp(d.CreatedAt), stamp(d.LapsesAt)})
	}
	return table(out, "reference member baht since lapses", rows)
}

type depositsStatements struct{ lagging }

// Run lists.
func (depositsStatements) Run(ctx context.Context, s *Services, out io.Writer) error {
	list, err := s.Arrivals.Statements(ctx)
	if err != nil {
		return err
	}
	rows := make([][]string, 0, len(list))
	for _, one := range list {
		state := "read"
		if !one.FailingSince.IsZero() {
			state = "failing since " + stamp(one.FailingSince)
		}
		rows = append(rows, []string{one.Account, maybe(one.ReadAt), state, one.Failure})
	}
	return table(out, "account read state failure", rows)
}

type unmatched struct {
	List unmatchedList `cmd:"" help:"List all, oldest first. Look at each within 24 hours; return it after 30 days."`
}

type unmatchedList struct {
	lagging
	limit
}

// Run lists.
func (c unmatchedList) Run(ctx context.Context, s *Services, out io.Writer) error {
	list, err := s.Arrivals.Unmatched(ctx, c.Limit)
	if err != nil {
		return err
	}
	return inflows(out, list)
}

// inflows prints arrivals that nobody has claimed.
func inflows(out io.Writer, list []deposit.Inflow) error {
	rows := make([][]string, 0, len(list))
	for _, in := range list {
		due := ""
		switch {
		case in.Due:
			due = "return it"
		case in.Late:
			due = "late"
		}
		rows = append(rows, []string{
			in.ID, in.Amount.String(), in.Account, stamp(in.PaidAt), stamp(in.SeenAt), due, payer(in.Payer), in.Member,
			strings.TrimSpace(string(in.Reason) + " " + in.Flag),
		})
	}
	return table(out, "id baht account paid since due payer asks why", rows)
}

func payer(p deposit.Payer) string {
	return plain(strings.TrimSpace(p.BankCode + " " + p.AccountNo + " " + p.Name))
}

func maybe(t time.Time) string {
	if t.IsZero() {
		return "never"
	}
	return stamp(t)
}
