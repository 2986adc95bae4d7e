package cli

import (
	"context"
	"io"
)

type memberLinked struct {
	lagging
	limit
	All bool `help:"Closed ones, too."`
}

// Run lists.
func (c memberLinked) Run(ctx context.Context, s *Services, out io.Writer) error {
	list, err := s.Care.HolderCases(ctx, c.All, c.Limit)
	if err != nil {
		return err
	}
	rows := make([][]string, 0, len(list))
	for _, one := range list {
		state := "closed"
		if one.Open {
			state = "open"
		}
		rows = append(rows, []string{one.ID, one.Member, one.Other, state, stamp(one.FoundAt), one.Note})
	}
	return table(out, "case member other state since note", rows)
}
