package cli

import (
	"context"
	"fmt"
	"io"

	"krapao/money"
	"krapao/operator/receivable"
)

type receivables struct {
	List      receivablesList      `cmd:"" help:"List who owes what after a reversal."`
	Reversals receivablesReversals `cmd:"" help:"List deposits that were taken back: of a member, or those never booked."`
	Repay     receivablesRepay     `cmd:"" help:"Take it from the member's wallet. The evidence is the member's consent."`
	WriteOff  receivablesWriteOff  `cmd:"" name:"write-off" help:"Cancel the debt at the house's expense: two operators."`
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

// debt is a member, and how much of its debt a decision is about.
type debt struct {
	who
	Member string `arg:"" help:"The member's ID, as the list shows it."`
	Baht   string `arg:"" help:"How much of the debt."`
	Key    string `required:"" help:"The debt's key, as the list shows it. The same command again books nothing again."`
}

func (d debt) amount() (money.Amount, error) {
	amount, err := money.Parse(d.Baht)
	if err != nil {
		return 0, fmt.Errorf("operator: %q is not an amount of baht: %w", d.Baht, err)
	}
	return amount, nil
}

type receivablesRepay struct{ debt }

// Run books a repayment.
func (c receivablesRepay) Run(ctx context.Context, s *Services, out io.Writer) error {
	amount, err := c.amount()
	if err != nil {
		return err
	}
	o, err := s.Receivables.Repay(ctx, c.decision(c.Member), amount, c.Key)
	return say(out, o, err)
}

type receivablesWriteOff struct{ debt }

// Run writes off.
func (c receivablesWriteOff) Run(ctx context.Context, s *Services, out io.Writer) error {
	amount, err := c.amount()
	if err != nil {
		return err
	}
	o, err := s.Receivables.WriteOff(ctx, c.decision(c.Member), amount, c.Key)
	return say(out, o, err)
}
