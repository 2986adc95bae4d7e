package cli

import (
	"context"
	"io"
	"strings"
)

type slips struct {
	List slipsList `cmd:"" help:"List all that have not ended, oldest first."`
}

type slipsList struct {
	lagging
	limit
}

// Run lists.
func (c slipsList) Run(ctx context.Context, s *Services, out io.Writer) error {
	list, err := s.Arrivals.Slips(ctx, c.Limit)
	if err != nil {
		return err
	}
	rows := make([][]string, 0, len(list))
	for _, x := range list {
		rows = append(rows, []string{
			x.Reference, x.Member, x.State, string(x.Reason), x.Amount.String(),
			strings.TrimSpace(x.Bank + " " + x.BankReference),
			stamp(x.UploadedAt), plain(x.Verifier),
		})
	}
	return table(out, "reference member state reason baht transfer since said", rows)
}
