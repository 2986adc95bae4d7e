package cli

import (
	"context"
	"fmt"
	"io"
	"time"

	"krapao/money"
)

type links struct {
	List   linksList   `cmd:"" help:"List open ones, oldest first. After 24 hours you decide them."`
	Settle linksSettle `cmd:"" help:"Book what our wallet's history says. Over 1,000 baht: two operators."`
}

type linksList struct {
	lagging
	limit
	Age time.Duration `default:"0s" help:"Only those at least this old, like 24h."`
}

// Run lists.
func (c linksList) Run(ctx context.Context, s *Services, out io.Writer) error {
	list, err := s.Arrivals.OpenLinks(ctx, c.Age, c.Limit)
	if err != nil {
		return err
	}
	rows := make([][]string, 0, len(list))
	for _, l := range list {
		sent := "no"
		if l.Sent {
			sent = "yes"
		}
		rows = append(rows, []string{l.Reference, l.Member, l.Amount.String(), sent, l.Voucher, stamp(l.Since), plain(l.Said)})
	}
	return table(out, "reference member expected sent voucher since said", rows)
}

type linksSettle struct {
	who
	Reference string `arg:""`
	Got       string `required:"" placeholder:"BAHT" help:"What our wallet received; 0 where it received nothing."`
}

// Run settles.
func (c linksSettle) Run(ctx context.Context, s *Services, out io.Writer) error {
	got, err := money.Parse(c.Got)
	if err != nil {
		return fmt.Errorf("--got is not an amount of baht: %q", c.Got)
	}
	o, err := s.Arrivals.SettleLink(ctx, c.decision(c.Reference), got)
	return say(out, o, err)
}
