package cli

import (
	"context"
	"io"

	"krapao/operator/receivable"
)

type receivables struct {
	List      receivablesList      `cmd:"" help:"List who owes what after a reversal."`
	Reversals receivablesReversals `cmd:"" help:"List deposits that were taken back: of a member, or those never booked."`
}

type receivablesList struct {
	lagging
	limit
}

// Run lists.
func (c receivablesList) Run(ctx context.Context, s *Services, out io.Writer) error {
	list, err := s.Receivables.List(ctx, c.Limit)
	if err != nil {
		return err
	}
	rows := make([][]string, 0, len(list))
	for _, d := range list {
		rows = append(rows, []string{d.Member, d.Amount.String(), receivable.Key(d)})
	}
	return table(out, "member baht key", rows)
}

type receivablesReversals struct {
	lagging
	limit
	Member string `arg:"" optional:""`
}

// Run lists.
func (c receivablesReversals) Run(ctx context.Context, s *Services, out io.Writer) error {
	list, err := s.Arrivals.Reversals(ctx, c.Member, c.Limit)
	if err != nil {
		return err
	}
	rows := make([][]string, 0, len(list))
	for _, r := range list {
		rows = append(rows, []string{
			r.Account, r.Source, string(r.State), r.Member, r.Amount.String(), r.Owed.String(), stamp(r.ToldAt), r.Reference,
		})
	}
	return table(out, "account source state member baht owed told reference", rows)
}
