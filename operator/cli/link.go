package cli

import (
	"context"
	"io"
)

type links struct {
	List linksList `cmd:"" help:"List open ones, oldest first. After 24 hours you decide them."`
}

type linksList struct {
	lagging
	limit
}

// Run lists.
func (c linksList) Run(ctx context.Context, s *Services, out io.Writer) error {
	list, err := s.Arrivals.OpenLinks(ctx, 0, c.Limit)
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
